//! The kinds of certificates, and the kernel that judges each. A new kind is one more entry.

use crate::Wave;
use crate::wave::{COLUMNS, difference_wave, product_wave};
use checker_command::Verdict;
use claim_miter::Matching;
use dratcheck::Deletion;
use format_bundle::Answer::{self, Fails, Holds};
use std::collections::BTreeMap;
use std::io::{self, Read};
use tracecheck::{Asked, Witness};

/// A kind of certificate.
#[derive(Debug)]
pub struct Kind {
    /// Its name in manifests.
    pub word: &'static str,
    /// The program whose kernel judges it.
    pub checker: &'static str,
    /// Its row in the table of lines that verdicts rest on.
    pub rests: &'static str,
    /// What an accepted certificate of this kind shows.
    pub answer: Answer,
    /// The number of problem files.
    pub problems: usize,
    /// The parameters of the question; all of them must be stated, and no others.
    pub options: &'static [&'static str],
    /// Asks the kernel about the bytes of a certificate.
    pub judge: Judge,
}

/// The question, and the files it is about.
pub struct Question<'a> {
    /// The parameters: exactly those that the kind has.
    pub options: &'a BTreeMap<String, String>,
    /// The problem files, as many as the kind has: what to call them, and their bytes.
    pub problems: &'a [(String, Vec<u8>)],
    /// What to call the certificate.
    pub certificate: &'a str,
}

/// What a kernel said.
pub struct Judgement {
    /// Whether it accepts the certificate, and what that shows in words.
    pub verdict: Verdict,
    /// The properties of a model that are settled by it.
    pub settled: Settled,
    /// What a counterexample at a single time looks like.
    pub wave: Option<Wave>,
}

impl From<Verdict> for Judgement {
    fn from(verdict: Verdict) -> Self {
        Self { verdict, settled: Settled::default(), wave: None }
    }
}

/// The properties of a model that a verified claim settles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settled {
    /// By number, for all of the model: whether it is proved. Empty if the claim proves none.
    pub proved: Vec<bool>,
    /// Those that are refuted.
    pub refuted: Vec<u32>,
}

/// All kinds.
pub const KINDS: &[Kind] = &[
    kind("lrat", "lratcheck", "lratcheck", Holds, 1, &[], lrat),
    kind("drat", "dratcheck", "dratcheck", Holds, 1, &[], drat),
    kind("model", "tracecheck", "tracecheck (models)", Fails, 1, &[], model),
    kind("miter", "mitercheck", "mitercheck", Holds, 2, &["match"], miter),
    kind("constant", "mitercheck", "mitercheck", Holds, 1, &[], constant),
    kind("difference", "tracecheck", "tracecheck (differences)", Fails, 2, &["match"], difference),
    kind("trace", "tracecheck", "tracecheck (runs)", Fails, 1, &["property"], trace),
    kind("pac", "pacheck", "pacheck", Holds, 1, &["multiplier"], pac),
    kind("product", "tracecheck", "tracecheck (products)", Fails, 1, &["multiplier"], product),
    kind("inv", "invcheck", "invcheck", Holds, 1, &["property"], inv),
    kind("horn", "horncheck", "horncheck (safe)", Holds, 1, &[], horn),
    kind("derivation", "horncheck", "horncheck (unsafe)", Fails, 1, &[], derivation),
];

/// Asks a kernel.
pub type Judge = fn(&Question<'_>, &mut dyn Read) -> Judgement;

const fn kind(
    word: &'static str,
    checker: &'static str,
    rests: &'static str,
    answer: Answer,
    problems: usize,
    options: &'static [&'static str],
    judge: Judge,
) -> Kind {
    Kind { word, checker, rests, answer, problems, options, judge }
}

/// The kind with this name.
#[must_use]
pub fn find(word: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.word == word)
}

impl Question<'_> {
    fn option(&self, key: &str) -> &str {
        self.options.get(key).map_or("", String::as_str)
    }

    /// The name and the bytes of a problem; there are as many as the kind says.
    fn problem(&self, number: usize) -> (&str, &[u8]) {
        let problem = self.problems.get(number);
        problem.map_or(("", &[]), |(name, bytes)| (name.as_str(), bytes.as_slice()))
    }

    fn matching(&self) -> Result<Matching, String> {
        let text = self.option("match");
        text.parse().map_err(|_| "the option \"match\" is neither position nor names".to_owned())
    }

    /// What the product should be: the options of pacheck. They state the whole claim, with the
    /// widths that the circuit has, in one canonical form.
    fn multiplier(&self) -> Result<claim_multiplier::Options, String> {
        let text = self.option("multiplier");
        let (name, circuit) = self.problem(0);
        let words: Vec<&str> = text.split(' ').collect();
        let value = |name: &'static str| {
            let at = words.iter().position(|word| *word == name)?;
            Some(at.checked_add(1).and_then(|next| words.get(next)).copied().unwrap_or(""))
        };
        let options = claim_multiplier::Options::read(value)
            .map_err(|why| format!("the option \"multiplier\": {why}"))?;
        let model = format_aiger::read(circuit).map_err(|error| format!("{name}:{error}"))?;
        let claim = claim_multiplier::Claim::new(&model, &options);
        let whole = claim.map_err(|error| format!("{name}: {error}"))?.options().to_string();
        if whole == text {
            return Ok(options);
        }
        Err(format!("the option \"multiplier\" states not the whole claim, which is '{whole}'"))
    }

    /// The numbers of properties: `all`, or each written in one way.
    fn properties(&self) -> Result<Option<Vec<u32>>, String> {
        let text = self.option("property");
        if text == "all" {
            return Ok(None);
        }
        let numbers = text.split(',').map(|word| {
            let number = word.parse().ok().filter(|number: &u32| number.to_string() == word);
            number.ok_or_else(|| "the option \"property\" has no numbers".to_owned())
        });
        numbers.collect::<Result<_, _>>().map(Some)
    }
}

fn lrat(asked: &Question<'_>, proof: &mut dyn Read) -> Judgement {
    let (name, formula) = asked.problem(0);
    let options = lratcheck::Options::default();
    let result = lratcheck::check(formula, proof, options);
    lratcheck::verdict(result, name, asked.certificate).into()
}

fn drat(asked: &Question<'_>, proof: &mut dyn Read) -> Judgement {
    let (name, formula) = asked.problem(0);
    let options = dratcheck::Options::default();
    let result = dratcheck::check::<io::Empty>(formula, proof, options, None);
    dratcheck::verdict(result, Deletion::default(), name, asked.certificate).into()
}

fn model(asked: &Question<'_>, proof: &mut dyn Read) -> Judgement {
    let (name, formula) = asked.problem(0);
    if formula.starts_with(b"a") {
        return Verdict::refused(format!("{name}: a circuit, and models are of formulas")).into();
    }
    let result = tracecheck::check(formula, proof, Asked::Natural);
    tracecheck::verdict(result, name, asked.certificate).into()
}

/// The number of the property is stated: a trace of another one is refused.
fn trace(asked: &Question<'_>, proof: &mut dyn Read) -> Judgement {
    let (name, circuit) = asked.problem(0);
    let text = asked.option("property");
    let property = text.parse().ok().filter(|number: &u32| number.to_string() == text);
    let Some(property) = property else {
        return Verdict::refused("the option \"property\" is no number".into()).into();
    };
    let result = tracecheck::check(circuit, proof, Asked::Property(property));
    let refuted = match &result {
        Ok(Witness::Run { targets, .. }) => targets.iter().map(|target| target.number).collect(),
        _ => Vec::new(),
    };
    let settled = Settled { proved: Vec::new(), refuted };
    let verdict = tracecheck::verdict(result, name, asked.certificate);
    Judgement { settled, ..verdict.into() }
}

fn miter(asked: &Question<'_>, proof: &mut dyn Read) -> Judgement {
    let matching = match asked.matching() {
        Ok(matching) => matching,
        Err(why) => return Verdict::refused(why).into(),
    };
    let ((first, one), (second, other)) = (asked.problem(0), asked.problem(1));
    let result = mitercheck::check_equal(one, other, matching, proof);
    mitercheck::verdict(result, &[first, second, asked.certificate]).into()
}

fn constant(asked: &Question<'_>, proof: &mut dyn Read) -> Judgement {
    let (name, circuit) = asked.problem(0);
    let result = mitercheck::check_constant(circuit, proof);
    mitercheck::verdict(result, &[name, asked.certificate]).into()
}

fn difference(asked: &Question<'_>, proof: &mut dyn Read) -> Judgement {
    let matching = match asked.matching() {
        Ok(matching) => matching,
        Err(why) => return Verdict::refused(why).into(),
    };
    let ((first, one), (second, other)) = (asked.problem(0), asked.problem(1));
    let result = tracecheck::check_difference(one, other, matching, proof);
    let wave = result.as_ref().ok().and_then(|found| difference_wave(found, COLUMNS));
    let names = [first, second, asked.certificate];
    Judgement { wave, ..tracecheck::verdict_of_two(result, matching, names).into() }
}

fn pac(asked: &Question<'_>, proof: &mut dyn Read) -> Judgement {
    let options = match asked.multiplier() {
        Ok(options) => options,
        Err(why) => return Verdict::refused(why).into(),
    };
    let (name, circuit) = asked.problem(0);
    let result = pacheck::check(Some(circuit), &options, proof);
    let failed = |failure: pacheck::Failure| failure.verdict(Some(name), asked.certificate);
    result.map_or_else(failed, Verdict::verified).into()
}

fn product(asked: &Question<'_>, proof: &mut dyn Read) -> Judgement {
    let options = match asked.multiplier() {
        Ok(options) => options,
        Err(why) => return Verdict::refused(why).into(),
    };
    let (name, circuit) = asked.problem(0);
    let result = tracecheck::check_product(circuit, &options, proof);
    let wave = result.as_ref().ok().and_then(|wrong| product_wave(wrong, COLUMNS));
    let result = result.map(Box::new).map(Witness::Product);
    Judgement { wave, ..tracecheck::verdict(result, name, asked.certificate).into() }
}

fn inv(asked: &Question<'_>, proof: &mut dyn Read) -> Judgement {
    let properties = match asked.properties() {
        Ok(properties) => properties,
        Err(why) => return Verdict::refused(why).into(),
    };
    let (name, model) = asked.problem(0);
    let result = invcheck::check(model, proof, properties.as_deref());
    let safety = result.as_ref().ok();
    let proved = safety.map(|safety| safety.properties.iter().map(Result::is_ok).collect());
    let settled = Settled { proved: proved.unwrap_or_default(), refuted: Vec::new() };
    Judgement { settled, ..invcheck::verdict(result, name, asked.certificate).into() }
}

fn horn(asked: &Question<'_>, proof: &mut dyn Read) -> Judgement {
    of_clauses(asked, proof, horncheck::Claim::Safe)
}

fn derivation(asked: &Question<'_>, proof: &mut dyn Read) -> Judgement {
    of_clauses(asked, proof, horncheck::Claim::Unsafe)
}

fn of_clauses(asked: &Question<'_>, proof: &mut dyn Read, claim: horncheck::Claim) -> Judgement {
    let (name, system) = asked.problem(0);
    let result = horncheck::check(system, proof, Some(claim));
    horncheck::verdict(result, name, asked.certificate).into()
}
