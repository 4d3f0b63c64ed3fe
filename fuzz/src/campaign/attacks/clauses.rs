//! LRAT and DRAT proofs.

use super::answer;
use crate::Random;
use crate::campaign::{Answer, Attack, Sample, mend};
use crate::clausal::{
    Formula, drat_bytes, random_formula, random_proof, spice, split_proof, to_binary,
};
use dratcheck::Deletion;
use format_dimacs::Lit;
use format_drat::Action;
use format_input::Encoding;
use format_lrat::Writer;

/// Proofs for `lratcheck`.
pub struct Lrat;
/// Proofs for `dratcheck`.
pub struct Drat;

/// Variables that proofs may have: those of definitions are new.
const VARIABLES: u32 = 9;

/// The steps of a DRAT proof.
type Steps = Vec<(Action, Vec<Lit>)>;

/// A formula without model and a proof of that, in DRAT.
fn refutation(random: &mut Random) -> Option<(Formula, Steps)> {
    let formula = (0..20).map(|_| random_formula(random)).find(|formula| !formula.has_model())?;
    let mut proof =
        if random.one_in(8) { random_proof(random, &formula) } else { split_proof(&formula) };
    spice(random, &formula, &mut proof);
    Some((formula, proof))
}

/// The formula in the file, by a reader of its own.
pub(super) fn read_formula(bytes: &[u8]) -> Option<Formula> {
    let text = std::str::from_utf8(bytes).ok()?;
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('c'));
    let mut words = lines.flat_map(str::split_whitespace);
    if words.next()? != "p" || words.next()? != "cnf" {
        return None;
    }
    let variables: u32 = words.next()?.parse().ok()?;
    let _count = words.next()?;
    let mut formula = Formula { variables, clauses: Vec::new() };
    let mut clause = Vec::new();
    for word in words {
        let number: i64 = word.parse().ok()?;
        if number == 0 {
            formula.clauses.push(std::mem::take(&mut clause));
        } else {
            let variable = u32::try_from(number.unsigned_abs()).ok()?;
            clause.push(Lit::new(variable, number < 0).filter(|_| variable <= variables)?);
        }
    }
    (variables <= 14).then_some(formula)
}

fn has_no_model(sample: &Sample) -> Option<Vec<bool>> {
    read_formula(&sample.files[0].1).map(|formula| vec![!formula.has_model()])
}

impl Attack for Lrat {
    fn kind(&self) -> &'static str {
        "lrat"
    }

    fn program(&self) -> &'static str {
        "lratcheck"
    }

    fn certificate(&self) -> usize {
        1
    }

    fn sample(&self, random: &mut Random) -> Option<Sample> {
        let (formula, proof) = refutation(random)?;
        let cnf = formula.bytes();
        let drat = drat_bytes(&proof, Encoding::Text);
        let deletion = *random.pick(&[Deletion::Operational, Deletion::Specified]);
        let options = dratcheck::Options {
            encoding: Some(Encoding::Text),
            variables: Some(VARIABLES),
            deletion,
        };
        let mut writer = Writer::new(Vec::new(), Encoding::Text);
        dratcheck::check(&*cnf, &*drat, options, Some(&mut writer)).ok()?;
        let mut lrat = writer.finish().ok()?;
        if random.one_in(4) {
            lrat = to_binary(&lrat)?;
        }
        let options = vec![format!("--variables={VARIABLES}")];
        Some(Sample { options, files: vec![("formula.cnf", cnf), ("proof.lrat", lrat)] })
    }

    fn mend(&self, sample: &mut Sample) {
        mend::formula(&mut sample.files[0].1);
    }

    fn check(&self, sample: &Sample) -> Answer {
        let options = lratcheck::Options { encoding: None, variables: Some(VARIABLES) };
        let result = lratcheck::check(&*sample.files[0].1, &*sample.files[1].1, options);
        answer(result, lratcheck::Failure::is_undecided)
    }

    fn truth(&self, sample: &Sample) -> Option<Vec<bool>> {
        has_no_model(sample)
    }
}

impl Attack for Drat {
    fn kind(&self) -> &'static str {
        "drat"
    }

    fn program(&self) -> &'static str {
        "dratcheck"
    }

    fn certificate(&self) -> usize {
        1
    }

    fn sample(&self, random: &mut Random) -> Option<Sample> {
        let (formula, proof) = refutation(random)?;
        let encoding = if random.one_in(4) { Encoding::Binary } else { Encoding::Text };
        let drat = drat_bytes(&proof, encoding);
        let mut options = vec![format!("--variables={VARIABLES}")];
        options.push(if encoding == Encoding::Text { "--text" } else { "--binary" }.into());
        if random.one_in(2) {
            options.push("--deletion=specified".into());
        }
        let cnf = formula.bytes();
        Some(Sample { options, files: vec![("formula.cnf", cnf), ("proof.drat", drat)] })
    }

    fn mend(&self, sample: &mut Sample) {
        mend::formula(&mut sample.files[0].1);
    }

    fn check(&self, sample: &Sample) -> Answer {
        let has = |option: &str| sample.options.iter().any(|given| given == option);
        let deletion =
            if has("--deletion=specified") { Deletion::Specified } else { Deletion::Operational };
        let encoding = Some(if has("--text") { Encoding::Text } else { Encoding::Binary });
        let options = dratcheck::Options { encoding, variables: Some(VARIABLES), deletion };
        let result =
            dratcheck::check::<Vec<u8>>(&*sample.files[0].1, &*sample.files[1].1, options, None);
        answer(result, dratcheck::Failure::is_undecided)
    }

    fn truth(&self, sample: &Sample) -> Option<Vec<bool>> {
        has_no_model(sample)
    }
}
