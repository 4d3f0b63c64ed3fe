//! `certify doctor`: what this installation can do.

use crate::programs::find;
use crate::report::{self, Failure};
use engine_sat::{Proof, Task};
use format_aiger::{Lit as Signal, Model};
use format_dimacs::{Header, Lit, write_clause, write_header};
use format_input::{Encoding, index};
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::rc::Rc;
use support_answer::{Answer, Destination};
use support_arithmetic::{AdderKind, Architecture, Chain, Design, Graph, Ppg, Tree};
use support_limits::{Limits, resident_bytes};

/// The checkers of what certify writes today.
const CHECKERS: [&str; 8] = [
    "lratcheck",
    "dratcheck",
    "mitercheck",
    "pacheck",
    "invcheck",
    "horncheck",
    "tracecheck",
    "audit",
];

/// Prints what there is and tries every kind of certificate.
pub(crate) fn run() -> Result<u8, Failure> {
    let mut lines = vec![
        format!("certify: {}", env!("CARGO_PKG_VERSION")),
        format!("solver: {}", support_sat::signature()),
    ];
    for checker in CHECKERS {
        let found = find(checker).map(|path| describe(&path));
        let words = found.unwrap_or_else(|| "neither beside certify nor in the path".into());
        lines.push(format!("{checker}: {words}"));
    }
    let memory = resident_bytes().map_or_else(
        || "cannot be kept: the system does not tell what is held".into(),
        |bytes| format!("can be kept; this process holds {} MB", bytes.div_ceil(1_000_000)),
    );
    lines.push(format!("memory limits: {memory}"));
    lines.push(format!("temporary files: {}", std::env::temp_dir().display()));
    let mut is_well = true;
    for (name, result) in self_tests() {
        is_well &= result.is_ok();
        let words = result.map_or_else(|why| format!("FAILED: {why}"), |()| "good".into());
        lines.push(format!("self-test {name}: {words}"));
    }
    report::print(&lines)?;
    Ok(u8::from(!is_well))
}

/// The place of a checker and what it says of itself.
fn describe(path: &Path) -> String {
    let run = Command::new(path).arg("--version").stdin(Stdio::null()).output();
    let words = match run {
        Ok(output) if output.status.success() => {
            String::from_utf8_lossy(&output.stdout).trim().to_owned()
        }
        Ok(output) => format!("does not run: {}", output.status),
        Err(error) => format!("does not run: {error}"),
    };
    format!("{words} ({})", path.display())
}

/// Small problems, from the engines to the checkers' kernels.
fn self_tests() -> [(&'static str, Result<(), String>); 6] {
    let formula = adders_differ(4);
    let formula = formula.map_err(|error| error.to_string());
    let of_formula = |proof| {
        formula.as_ref().map_err(String::clone).and_then(|formula| expect(formula, proof, "HOLDS"))
    };
    let (ppg, tree, adder) = (Ppg::Simple, Tree::Dadda, AdderKind::BrentKung);
    let multiplier = Design::new(Architecture { ppg, tree, adder }, 4, false).model();
    [
        ("LRAT", of_formula(Proof::Lrat)),
        ("DRAT", of_formula(Proof::Drat)),
        ("model", expect(b"p cnf 2 2\n1 2 0\n-1 0\n", Proof::Lrat, "FAILS")),
        ("pac", expect_product(&multiplier, false, "HOLDS")),
        ("wrong product", expect_product(&multiplier, true, "FAILS")),
        ("bundle of LRAT, miter, inv, horn", expect_bundle()),
    ]
}

/// A formula that has a model only if, for some numbers of so many bits, a ripple-carry adder and
/// a Kogge-Stone adder give different sums.
fn adders_differ(width: u32) -> io::Result<Vec<u8>> {
    let mut graph = Graph::new(width.saturating_mul(2));
    let row = |first| (first..).take(index(width)).map(Signal::positive).collect();
    let mut sums = [AdderKind::Ripple, AdderKind::KoggeStone].map(|kind| {
        let rows = [row(1), row(width.saturating_add(1))];
        Chain::new(&mut graph, kind, 0, rows).sums
    });
    let [one, other] = &mut sums;
    let pairs = one.iter().zip(other.iter());
    let differences: Vec<Signal> = pairs.map(|(&x, &y)| graph.xor(x, y)).collect();
    let lit = |signal: Signal| Lit::new(signal.variable(), signal.is_negative());
    let mut clauses: Vec<Vec<Lit>> = vec![differences.into_iter().filter_map(lit).collect()];
    for (&[x, y], gate) in graph.gates().iter().zip(graph.inputs().saturating_add(1)..) {
        let gate = Signal::positive(gate);
        let gate = [vec![!gate, x], vec![!gate, y], vec![gate, !x, !y]];
        clauses.extend(gate.map(|clause| clause.into_iter().filter_map(lit).collect()));
    }
    let gates = u32::try_from(graph.gates().len()).unwrap_or(u32::MAX);
    let variables = graph.inputs().saturating_add(gates);
    let mut formula = Vec::new();
    let count = u64::try_from(clauses.len()).unwrap_or(u64::MAX);
    write_header(&mut formula, Header { variables, clauses: count })?;
    clauses.iter().try_for_each(|clause| write_clause(&mut formula, clause))?;
    Ok(formula)
}

/// Four questions, each asked by a process of its own, in one bundle that is audited.
fn expect_bundle() -> Result<(), String> {
    const FILES: [(&str, &str); 4] = [
        ("f.cnf", "p cnf 1 2\n1 0\n-1 0\n"),
        ("c.aag", "aag 3 2 0 1 1\n2\n4\n6\n6 4 2\n"),
        ("m.aag", "aag 1 0 1 0 0 1\n2 2\n2\n"),
        ("s.smt2", "(declare-fun P (Int) Bool)(assert (P 1))(assert (not (P 0)))"),
    ];
    const QUESTIONS: [&[&str]; 4] = [
        &["cnf", "f.cnf"],
        &["equivalence", "c.aag", "c.aag"],
        &["safety", "m.aag"],
        &["horn", "s.smt2"],
    ];
    let told = |error: io::Error| error.to_string();
    let folder = tempfile::tempdir().map_err(told)?;
    for (name, text) in FILES {
        std::fs::write(folder.path().join(name), text).map_err(told)?;
    }
    for question in QUESTIONS {
        let mut command = Command::new(std::env::current_exe().map_err(told)?);
        command.args(question).args(["--bundle", "bundle"]).current_dir(folder.path());
        let output = command.stdin(Stdio::null()).output().map_err(told)?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(said.lines().last().unwrap_or("it said nothing").to_owned());
        }
    }
    let options = audit::Options { problems: None, jobs: 1, waves: false };
    let bundle = folder.path().join("bundle").display().to_string();
    let outcome = audit::outcome(&[audit::audit(&bundle, &options)]);
    match outcome.conclude(audit::Allowed::default()) {
        audit::Conclusion { exit_code: 0, .. } => Ok(()),
        other => Err(format!("the audit found {} {}", other.word, other.reason)),
    }
}

fn expect(formula: &[u8], proof: Proof, verdict: &str) -> Result<(), String> {
    let task = Task {
        formula,
        proof,
        encoding: Encoding::Binary,
        seed: 0,
        destination: &Destination::Nowhere,
        limits: &Limits::none(),
        progress: Rc::new(|_| ()),
    };
    compare(&engine_sat::decide(&task).map_err(|error| error.to_string())?, verdict)
}

fn expect_product(multiplier: &Model, signed: bool, verdict: &str) -> Result<(), String> {
    let mut circuit = Vec::new();
    multiplier.write_binary(&mut circuit).map_err(|error| error.to_string())?;
    let task = engine_multiplier::Task {
        circuit: &circuit,
        options: &engine_multiplier::Options { signed, ..Default::default() },
        encoding: Encoding::Binary,
        seed: 0,
        destination: &Destination::Nowhere,
        export: None,
        limits: &Limits::none(),
        progress: Rc::new(|_| ()),
    };
    compare(&engine_multiplier::decide(&task).map_err(|error| error.to_string())?, verdict)
}

fn compare<C, W>(found: &Answer<C, W>, verdict: &str) -> Result<(), String> {
    match found.to_string() {
        found if found == verdict => Ok(()),
        found => Err(format!("expected {verdict}, found {found}")),
    }
}
