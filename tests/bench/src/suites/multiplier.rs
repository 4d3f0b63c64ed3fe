//! Multipliers: `certify multiplier` and `pacheck` beside AMulet2, CaDiCaL and their checkers.

use super::{Suite, always, certify, files_of, header};
use crate::raw::Verdict;
use crate::trial::{Contender, Task, Trial, word, words};
use crate::verdict::{is_drat_trimmed, is_target_checked, of_amulet, of_code};
use std::path::Path;

pub const SUITE: Suite = Suite {
    name: "multiplier",
    title: "Multipliers: `certify multiplier` and `pacheck` beside AMulet2, CaDiCaL, drat-trim and the public pacheck",
    folder: "../shared/bench/multipliers",
    tasks: |folder, _made| multipliers(folder),
    contenders: &CONTENDERS,
};

const CONTENDERS: [Contender; 2] = [
    Contender { name: "certify", tools: &[], applies: always, run: ours },
    Contender {
        name: "amulet",
        tools: &["amulet", "cadical"],
        applies: is_for_amulet,
        run: amulet,
    },
];

/// The files, and what their names say of them.
pub(super) fn multipliers(folder: &Path) -> Result<Vec<Task>, String> {
    let mut tasks = files_of(folder, "aig")?;
    for task in &mut tasks {
        task.options = options(&task.name);
    }
    Ok(tasks)
}

/// Signed, with a third operand, with operands bit by bit: as the generators name their files.
fn options(name: &str) -> Vec<String> {
    let mut options = Vec::new();
    let file = name.rsplit('/').next().unwrap_or(name);
    let of_multgen = ["_SSP_", "_SB2_", "_SB4_", "_SB8_", "_SB16_"];
    if name.contains("/signed_multipliers/")
        || file.starts_with("genmul_ssp_")
        || (file.starts_with("multgen_") && of_multgen.iter().any(|part| file.contains(part)))
    {
        options.push("--signed".to_owned());
    }
    if file.contains("_MAC_") {
        options.push("--accumulate".to_owned());
    }
    if file.starts_with("btor") {
        options.extend(words(&["--order", "interleaved"]));
    }
    options
}

pub(super) fn ours(task: &Task, trial: &mut Trial) -> Result<Verdict, String> {
    certify(task, trial, "multiplier", &["--binary", "--threads", "1"], ["pacheck", "tracecheck"])
}

/// AMulet2 takes two operands and their whole product.
pub(super) fn is_for_amulet(task: &Task) -> bool {
    let Some(file) = task.files.first() else { return false };
    let header = header(file);
    let is_whole = matches!(header.as_slice(), [_, inputs, 0, outputs, ..] if inputs == outputs);
    is_whole && !task.options.iter().any(|option| option == "--accumulate")
}

/// The last adder is replaced and its replacement proved by CaDiCaL; the rest is certified.
pub(super) fn amulet(task: &Task, trial: &mut Trial) -> Result<Verdict, String> {
    let verdict = prove(task, trial, "-p2")?;
    if verdict == Verdict::Holds {
        if trial.tools.has("drat-trim") {
            let line = words(&[&trial.file("s.cnf"), &trial.file("s.drat"), "-w"]);
            trial.check("drat-trim", "drat-trim", &line, is_drat_trimmed)?;
        }
        if trial.tools.has("public-pacheck") {
            let files = ["o.polys", "o.proof", "o.spec"].map(|file| trial.file(file));
            trial.check("public pacheck", "public-pacheck", &files, is_target_checked)?;
        }
    }
    Ok(verdict)
}

/// AMulet2's own steps, with a proof in one of its three ways.
pub(super) fn prove(task: &Task, trial: &mut Trial, way: &str) -> Result<Verdict, String> {
    let circuit = task.files.first().map(|file| word(file)).ok_or("no circuit")?;
    let signed = task.options.iter().any(|option| option == "--signed").then_some("-signed");
    let (miter, rest) = (trial.file("s.cnf"), trial.file("s.aig"));
    let mut line = words(&["-substitute", &circuit, &miter, &rest]);
    line.extend(signed.map(str::to_owned));
    let said = trial.find("amulet", &line, &["s.cnf"])?;
    if !Path::new(&rest).is_file() || said.code().is_none() {
        let is_stopped = said.end == crate::raw::End::Limit;
        return Ok(if is_stopped { Verdict::Unknown } else { Verdict::Error });
    }
    let line = words(&["-q", "-n", &miter, &trial.file("s.drat")]);
    if of_code(&trial.find("cadical", &line, &["s.drat"])?) != Verdict::Holds {
        return Ok(Verdict::Unknown);
    }
    let files = ["o.polys", "o.proof", "o.spec"];
    let mut line = words(&["-certify", &rest]);
    line.extend(files.map(|file| trial.file(file)));
    line.extend(signed.map(str::to_owned));
    line.push(way.to_owned());
    Ok(of_amulet(&trial.find("amulet", &line, &files)?))
}

#[cfg(test)]
mod tests {
    use super::options;

    #[test]
    fn names_tell_options() {
        assert_eq!(options("revsca/signed_multipliers/8bit-SP-AR-RC"), ["--signed"]);
        assert!(options("revsca/unsigned_multipliers/8bit-SP-AR-RC").is_empty());
        assert_eq!(options("multgen/multgen_DT_SB4_KS_8x8_noX"), ["--signed"]);
        assert!(options("multgen/multgen_DT_USP_HC_8x8_noX_7to0").is_empty());
        assert_eq!(options("multgen/multgen_MAC_DT_UB4_HC_8x8"), ["--accumulate"]);
        assert_eq!(options("small/btor64"), ["--order", "interleaved"]);
        assert_eq!(options("opt/genmul_ssp_ar_rc_16__dch"), ["--signed"]);
    }
}
