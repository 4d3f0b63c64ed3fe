//! Miters and invariants.

use super::{answer, small};
use crate::Random;
use crate::campaign::{Answer, Attack, Sample, mend, rule};
use crate::invariant::forge::{Forger, Loot};
use crate::invariant::reach::Reach;
use crate::invariant::{guess, model as models};
use crate::miter::{agree, ascii, certificate, model, random_circuit, split, vary};
use claim_invariant::{Circuit, Obligations, Witness};
use claim_miter::{Matching, Miter};
use format_aiger::Model;
use format_input::Encoding;

/// Certificates for `mitercheck`.
pub struct Miters;
/// Certificates for `invcheck`.
pub struct Invariants;

impl Attack for Miters {
    fn kind(&self) -> &'static str {
        "miter"
    }

    fn program(&self) -> &'static str {
        "mitercheck"
    }

    fn certificate(&self) -> usize {
        2
    }

    fn sample(&self, random: &mut Random) -> Option<Sample> {
        let first = random_circuit(random);
        let second = (0..10).find_map(|_| {
            let second = model(vary(random, &first))?;
            (agree(&model(first.clone())?, &second) || random.one_in(10)).then_some(second)
        })?;
        let first = model(first)?;
        let miter = Miter::equal(&first, &second, Matching::Position).ok()?;
        let certificate = certificate(&first, &second, &split(&miter));
        let files =
            vec![("a.aag", ascii(&first)), ("b.aag", ascii(&second)), ("proof.miter", certificate)];
        Some(Sample { options: Vec::new(), files })
    }

    fn mend(&self, sample: &mut Sample) {
        mend::circuit(&mut sample.files[0].1);
        mend::circuit(&mut sample.files[1].1);
        mend::digests(sample, 2, "circuit");
    }

    fn check(&self, sample: &Sample) -> Answer {
        let [first, second, certificate] = [0, 1, 2].map(|file| &*sample.files[file].1);
        let result = mitercheck::check_equal(first, second, Matching::Position, certificate);
        answer(result, mitercheck::Failure::is_undecided)
    }

    fn truth(&self, sample: &Sample) -> Option<Vec<bool>> {
        let (first, second) = (small(&sample.files[0].1)?, small(&sample.files[1].1)?);
        let inputs = first.inputs.len();
        let outputs = crate::campaign::witness::outputs;
        let equal = inputs == second.inputs.len()
            && (0..1_u32 << inputs).all(|bits| outputs(&first, bits) == outputs(&second, bits));
        Some(vec![equal])
    }
}

impl Attack for Invariants {
    fn kind(&self) -> &'static str {
        "inv"
    }

    fn program(&self) -> &'static str {
        "invcheck"
    }

    fn certificate(&self) -> usize {
        1
    }

    fn sample(&self, random: &mut Random) -> Option<Sample> {
        let model = Model::new(models::random(random)).ok()?;
        let circuit = Circuit::new(&model).ok()?;
        let reach = Reach::new(&model);
        let mut witness = Witness::default();
        if random.one_in(3) {
            witness.invariant = reach.invariant(&circuit);
        } else {
            guess(random, &circuit, &reach, &mut witness);
        }
        let loot = if random.one_in(3) { Loot::All } else { Loot::Own };
        let obligations = Obligations::new(circuit, witness).ok()?;
        let bytes = models::ascii(&model);
        let encoding = if random.one_in(4) { Encoding::Binary } else { Encoding::Text };
        let certificate = Forger::new(&obligations, loot).certificate(&bytes, encoding);
        let files = vec![("model.aag", bytes), ("proof.inv", certificate)];
        Some(Sample { options: Vec::new(), files })
    }

    fn mend(&self, sample: &mut Sample) {
        mend::circuit(&mut sample.files[0].1);
        mend::digests(sample, 1, "model");
        mend::invariant(&mut sample.files[1].1);
    }

    fn check(&self, sample: &Sample) -> Answer {
        match invcheck::check(&sample.files[0].1, &*sample.files[1].1, None) {
            Ok(safety) => {
                let proved = safety.properties.iter().enumerate();
                let proved: Vec<usize> =
                    proved.filter(|(_, proof)| proof.is_ok()).map(|(at, _)| at).collect();
                if proved.is_empty() {
                    Answer::Refused("nothing is proved".into())
                } else if proved.len() < safety.properties.len() {
                    Answer::Partly(proved)
                } else {
                    Answer::Accepted(proved)
                }
            }
            Err(failure) if failure.is_undecided() => Answer::Undecided(rule(&failure)),
            Err(failure) => Answer::Refused(rule(&failure)),
        }
    }

    fn truth(&self, sample: &Sample) -> Option<Vec<bool>> {
        let model = small(&sample.files[0].1)?;
        Some(Reach::new(&model).holds().collect())
    }
}
