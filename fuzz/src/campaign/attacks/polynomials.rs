//! Multiplier certificates, and polynomial proofs in three files.

use super::{answer, small};
use crate::Random;
use crate::campaign::{Answer, Attack, Sample, mend};
use crate::multiplier::{multiplier, multiplies, random_options, random_step};
use crate::polynomial::{follows, question};
use claim_multiplier::{Claim, Options};
use format_aiger::Model;
use format_input::Encoding;
use format_pac::{Header, Writer};
use format_sha256::digest;
use pacheck::{Cause, Failure};

/// Certificates for `pacheck` with a circuit.
pub struct Pac;
/// Proofs for `pacheck` with three files.
pub struct Lpac;

/// Options as words of the command line.
pub(super) fn words(options: &Options) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for (given, word) in [
        (options.signed, "--signed"),
        (options.accumulate, "--accumulate"),
        (options.square, "--square"),
    ] {
        words.extend(given.then(|| word.to_owned()));
    }
    if let Some(constant) = &options.constant {
        let sign = if constant.negative { "-" } else { "" };
        words.push(format!("--constant={sign}{}", constant.digits[0]));
    }
    words.extend(options.shape.map(|(n, k)| format!("--shape={n}x{k}")));
    words.push(format!("--order={}", options.order));
    words
}

/// The options that these words say.
pub(super) fn options(words: &[String]) -> Options {
    let value = |name: &'static str| {
        words.iter().find_map(|word| {
            let rest = word.strip_prefix(name)?;
            if rest.is_empty() { Some("") } else { rest.strip_prefix('=') }
        })
    };
    Options::read(value).unwrap_or_default()
}

impl Attack for Pac {
    fn kind(&self) -> &'static str {
        "pac"
    }

    fn program(&self) -> &'static str {
        "pacheck"
    }

    fn certificate(&self) -> usize {
        1
    }

    fn sample(&self, random: &mut Random) -> Option<Sample> {
        let options = random_options(random);
        let (parts, mut steps) = multiplier(random, &options);
        if random.one_in(2) {
            steps.push_str(&random_step(random, &parts));
        }
        let model = Model::new(parts).ok()?;
        let mut circuit = Vec::new();
        model.write_ascii(&mut circuit).ok()?;
        let claim = Claim::new(&model, &options).ok()?;
        let header =
            Header { digest: digest(&circuit), claim: claim.options().to_string(), circuit: None };
        let writer = Writer::new(Vec::new(), Encoding::Text, &header, 0, 0).ok()?;
        let mut certificate = writer.finish().ok()?;
        certificate.extend_from_slice(steps.as_bytes());
        if random.one_in(4) {
            certificate = binary(&claim, &certificate).unwrap_or(certificate);
        }
        let files = vec![("circuit.aag", circuit), ("proof.pac", certificate)];
        Some(Sample { options: words(&options), files })
    }

    fn mend(&self, sample: &mut Sample) {
        mend::circuit(&mut sample.files[0].1);
        mend::digests(sample, 1, "circuit");
        let Ok(model) = format_aiger::read(&*sample.files[0].1) else { return };
        if model.inputs.len() > 64 {
            return;
        }
        let Ok(claim) = Claim::new(&model, &options(&sample.options)) else { return };
        let words = format!("claim {}", claim.options());
        mend::edit(&mut sample.files[1].1, |line| {
            line.starts_with(b"claim ").then(|| words.clone().into_bytes())
        });
    }

    fn check(&self, sample: &Sample) -> Answer {
        let [circuit, certificate] = [0, 1].map(|file| &*sample.files[file].1);
        let result = pacheck::check(Some(circuit), &options(&sample.options), certificate);
        answer(result, |failure| match failure {
            Failure::Certificate(error) => error.is_unreadable(),
            Failure::Step(_, cause) => matches!(cause, Cause::EmptyClause | Cause::Full),
            Failure::Circuit(_) | Failure::Question(_) | Failure::Gate(_, Cause::Full) => true,
            _ => false,
        })
    }

    fn truth(&self, sample: &Sample) -> Option<Vec<bool>> {
        let model = small(&sample.files[0].1)?;
        Some(vec![multiplies(&model, &options(&sample.options))])
    }
}

/// The certificate with binary steps, if it is well-formed.
fn binary(claim: &Claim, certificate: &[u8]) -> Option<Vec<u8>> {
    let (header, mut reader) = format_pac::read(certificate).ok()?;
    let (variables, axioms) = (claim.variables(), claim.axioms());
    reader.begin(variables, axioms);
    let mut writer = Writer::new(Vec::new(), Encoding::Binary, &header, variables, axioms).ok()?;
    while let Some(step) = reader.next_step().ok()? {
        writer.step(&step).ok()?;
    }
    writer.finish().ok()
}

impl Attack for Lpac {
    fn kind(&self) -> &'static str {
        "lpac"
    }

    fn program(&self) -> &'static str {
        "pacheck"
    }

    fn certificate(&self) -> usize {
        1
    }

    fn sample(&self, random: &mut Random) -> Option<Sample> {
        let [given, proof, target] = question(random)?.map(String::into_bytes);
        let files = vec![("given.polys", given), ("proof.lpac", proof), ("target.spec", target)];
        Some(Sample { options: Vec::new(), files })
    }

    fn mend(&self, _: &mut Sample) {}

    fn check(&self, sample: &Sample) -> Answer {
        let [given, proof, target] = [0, 1, 2].map(|file| &*sample.files[file].1);
        let result = checker_polynomial::check(given, proof, target);
        answer(result, checker_polynomial::Failure::is_undecided)
    }

    fn truth(&self, sample: &Sample) -> Option<Vec<bool>> {
        let text = |file: usize| String::from_utf8(sample.files[file].1.clone()).ok();
        follows(&text(0)?, &text(2)?).map(|holds| vec![holds])
    }
}
