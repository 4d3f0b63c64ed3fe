//! Models: `certify safety` beside ABC's `pdr` and rIC3.

use super::{Suite, always, certify, files_of, header};
use crate::raw::Verdict;
use crate::trial::{Contender, Said, Task, Trial, word, words};
use crate::verdict::{is_valid_witness, of_abc, of_code};

pub const SUITE: Suite = Suite {
    name: "safety",
    title: "Safety: `certify safety`, `invcheck` and `tracecheck` beside rIC3 and ABC's `pdr`",
    folder: "../shared/bench/safety",
    tasks: |folder, _made| files_of(folder, "aig"),
    contenders: &CONTENDERS,
};

const CONTENDERS: [Contender; 3] = [
    Contender { name: "certify", tools: &[], applies: always, run: ours },
    Contender { name: "abc", tools: &["abc"], applies: always, run: abc },
    Contender { name: "ric3", tools: &["ric3"], applies: always, run: ric3 },
];

pub(super) fn ours(task: &Task, trial: &mut Trial) -> Result<Verdict, String> {
    certify(task, trial, "safety", &["--threads", "1"], ["invcheck", "tracecheck"])
}

/// Constraints must be folded into the model first, and there must be some.
pub(super) fn abc(task: &Task, trial: &mut Trial) -> Result<Verdict, String> {
    let file = task.files.first().ok_or("no model")?;
    let is_constrained = header(file).get(6).is_some_and(|count| *count > 0);
    let fold = if is_constrained { "fold; " } else { "" };
    let script = format!("read {}; {fold}pdr", word(file));
    Ok(of_abc(&trial.find("abc", &words(&["-q", &script]), &[])?))
}

/// One thread, with a certificate, which certifaiger's script checks.
pub(super) fn ric3(task: &Task, trial: &mut Trial) -> Result<Verdict, String> {
    let model = task.files.first().map(|file| word(file)).ok_or("no model")?;
    let witness = trial.file("W");
    let line = words(&["-e", "ic3", &model, &witness]);
    let verdict = of_code(&trial.find("ric3", &line, &["W"])?);
    let line = words(&[&model, &witness]);
    if verdict == Verdict::Fails {
        trial.check("tracecheck", "tracecheck", &line, Said::is_verified)?;
    } else if verdict == Verdict::Holds && trial.tools.has("certifaiger-check") {
        trial.check("certifaiger", "certifaiger-check", &line, is_valid_witness)?;
    }
    Ok(verdict)
}
