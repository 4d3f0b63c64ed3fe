//! The kinds of certificates, and the kernel that judges each. A new kind is one more entry.

use checker_command::Verdict;
use claim_miter::Matching;
use dratcheck::Deletion;
use format_bundle::Answer;
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
    pub judge: fn(&Question<'_>, &mut dyn Read) -> Verdict,
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

/// All kinds.
pub const KINDS: &[Kind] = &[
    Kind {
        word: "lrat",
        checker: "lratcheck",
        rests: "lratcheck",
        answer: Answer::Holds,
        problems: 1,
        options: &[],
        judge: lrat,
    },
    Kind {
        word: "drat",
        checker: "dratcheck",
        rests: "dratcheck",
        answer: Answer::Holds,
        problems: 1,
        options: &[],
        judge: drat,
    },
    Kind {
        word: "model",
        checker: "tracecheck",
        rests: "tracecheck (models)",
        answer: Answer::Fails,
        problems: 1,
        options: &[],
        judge: model,
    },
    Kind {
        word: "miter",
        checker: "mitercheck",
        rests: "mitercheck",
        answer: Answer::Holds,
        problems: 2,
        options: &["match"],
        judge: miter,
    },
    Kind {
        word: "constant",
        checker: "mitercheck",
        rests: "mitercheck",
        answer: Answer::Holds,
        problems: 1,
        options: &[],
        judge: constant,
    },
    Kind {
        word: "difference",
        checker: "tracecheck",
        rests: "tracecheck (differences)",
        answer: Answer::Fails,
        problems: 2,
        options: &["match"],
        judge: difference,
    },
    Kind {
        word: "trace",
        checker: "tracecheck",
        rests: "tracecheck (runs)",
        answer: Answer::Fails,
        problems: 1,
        options: &["property"],
        judge: trace,
    },
    Kind {
        word: "pac",
        checker: "pacheck",
        rests: "pacheck",
        answer: Answer::Holds,
        problems: 1,
        options: &["multiplier"],
        judge: pac,
    },
    Kind {
        word: "product",
        checker: "tracecheck",
        rests: "tracecheck (products)",
        answer: Answer::Fails,
        problems: 1,
        options: &["multiplier"],
        judge: product,
    },
    Kind {
        word: "inv",
        checker: "invcheck",
        rests: "invcheck",
        answer: Answer::Holds,
        problems: 1,
        options: &["property"],
        judge: inv,
    },
    Kind {
        word: "horn",
        checker: "horncheck",
        rests: "horncheck (safe)",
        answer: Answer::Holds,
        problems: 1,
        options: &[],
        judge: horn,
    },
    Kind {
        word: "derivation",
        checker: "horncheck",
        rests: "horncheck (unsafe)",
        answer: Answer::Fails,
        problems: 1,
        options: &[],
        judge: derivation,
    },
];

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
        self.option("match").parse()
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
        let options = claim_multiplier::Options::read(value)?;
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

fn lrat(asked: &Question<'_>, proof: &mut dyn Read) -> Verdict {
    let (name, formula) = asked.problem(0);
    let options = lratcheck::Options::default();
    let result = lratcheck::check(formula, proof, options);
    lratcheck::verdict(result, name, asked.certificate)
}

fn drat(asked: &Question<'_>, proof: &mut dyn Read) -> Verdict {
    let (name, formula) = asked.problem(0);
    let options = dratcheck::Options::default();
    let result = dratcheck::check::<io::Empty>(formula, proof, options, None);
    dratcheck::verdict(result, Deletion::default(), name, asked.certificate)
}

fn model(asked: &Question<'_>, proof: &mut dyn Read) -> Verdict {
    let (name, formula) = asked.problem(0);
    if formula.starts_with(b"a") {
        return Verdict::refused(format!("{name}: a circuit, and models are of formulas"));
    }
    let result = tracecheck::check(formula, proof, Asked::Anything);
    tracecheck::verdict(result, name, asked.certificate)
}

/// The number of the property is stated: a trace of another one is refused.
fn trace(asked: &Question<'_>, proof: &mut dyn Read) -> Verdict {
    let (name, circuit) = asked.problem(0);
    let text = asked.option("property");
    let property = text.parse().ok().filter(|number: &u32| number.to_string() == text);
    let Some(property) = property else {
        return Verdict::refused("the option \"property\" is no number".into());
    };
    let result = tracecheck::check(circuit, proof, Asked::Property(property));
    tracecheck::verdict(result, name, asked.certificate)
}

fn miter(asked: &Question<'_>, proof: &mut dyn Read) -> Verdict {
    let matching = match asked.matching() {
        Ok(matching) => matching,
        Err(why) => return Verdict::refused(why),
    };
    let ((first, one), (second, other)) = (asked.problem(0), asked.problem(1));
    let result = mitercheck::check_equal(one, other, matching, proof);
    mitercheck::verdict(result, &[first, second, asked.certificate])
}

fn constant(asked: &Question<'_>, proof: &mut dyn Read) -> Verdict {
    let (name, circuit) = asked.problem(0);
    let result = mitercheck::check_constant(circuit, proof);
    mitercheck::verdict(result, &[name, asked.certificate])
}

fn difference(asked: &Question<'_>, proof: &mut dyn Read) -> Verdict {
    let matching = match asked.matching() {
        Ok(matching) => matching,
        Err(why) => return Verdict::refused(why),
    };
    let ((first, one), (second, other)) = (asked.problem(0), asked.problem(1));
    let result = tracecheck::check_difference(one, other, matching, proof);
    tracecheck::verdict_of_two(result, matching, [first, second, asked.certificate])
}

fn pac(asked: &Question<'_>, proof: &mut dyn Read) -> Verdict {
    let options = match asked.multiplier() {
        Ok(options) => options,
        Err(why) => return Verdict::refused(why),
    };
    let (name, circuit) = asked.problem(0);
    let result = pacheck::check(Some(circuit), &options, proof);
    let failed = |failure: pacheck::Failure| failure.verdict(Some(name), asked.certificate);
    result.map_or_else(failed, Verdict::verified)
}

fn product(asked: &Question<'_>, proof: &mut dyn Read) -> Verdict {
    let options = match asked.multiplier() {
        Ok(options) => options,
        Err(why) => return Verdict::refused(why),
    };
    let (name, circuit) = asked.problem(0);
    let result = tracecheck::check_product(circuit, &options, proof);
    tracecheck::verdict(result.map(Box::new).map(Witness::Product), name, asked.certificate)
}

fn inv(asked: &Question<'_>, proof: &mut dyn Read) -> Verdict {
    let properties = match asked.properties() {
        Ok(properties) => properties,
        Err(why) => return Verdict::refused(why),
    };
    let (name, model) = asked.problem(0);
    let result = invcheck::check(model, proof, properties.as_deref());
    invcheck::verdict(result, name, asked.certificate)
}

fn horn(asked: &Question<'_>, proof: &mut dyn Read) -> Verdict {
    of_clauses(asked, proof, horncheck::Claim::Safe)
}

fn derivation(asked: &Question<'_>, proof: &mut dyn Read) -> Verdict {
    of_clauses(asked, proof, horncheck::Claim::Unsafe)
}

fn of_clauses(asked: &Question<'_>, proof: &mut dyn Read, claim: horncheck::Claim) -> Verdict {
    let (name, system) = asked.problem(0);
    let result = horncheck::check(system, proof, Some(claim));
    horncheck::verdict(result, name, asked.certificate)
}
