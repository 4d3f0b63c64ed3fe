//! The campaign finds what it looks for, and makes it small.

use fuzz::Random;
use fuzz::campaign::attacks::Models;
use fuzz::campaign::{Answer, Attack, Fault, Sample, run, shrink};

/// A checker of models that forgets one check, or panics.
struct Wrong {
    panics: bool,
}

impl Attack for Wrong {
    fn kind(&self) -> &'static str {
        Models.kind()
    }

    fn program(&self) -> &'static str {
        Models.program()
    }

    fn certificate(&self) -> usize {
        Models.certificate()
    }

    fn sample(&self, random: &mut Random) -> Option<Sample> {
        Models.sample(random)
    }

    fn mend(&self, sample: &mut Sample) {
        Models.mend(sample);
    }

    /// Whether a clause is true is not looked at.
    fn check(&self, sample: &Sample) -> Answer {
        match Models.check(sample) {
            Answer::Refused(rule) if rule == "Unsatisfied" => {
                assert!(!self.panics, "a panic of the checker");
                Answer::Accepted(vec![0])
            }
            answer => answer,
        }
    }

    fn truth(&self, sample: &Sample) -> Option<Vec<bool>> {
        Models.truth(sample)
    }
}

#[test]
fn a_wrong_checker_is_found_and_the_finding_is_small() {
    for (panics, fault, most) in [(false, Fault::Falsehood, 45), (true, Fault::Panic, 45)] {
        let wrong = Wrong { panics };
        let finding = run(&wrong, 1, 100_000, |_, _| {}).expect_err("the checker is wrong");
        assert_eq!(finding.fault, fault);
        let small = shrink::shrink(&wrong, &finding);
        let size: usize = small.files.iter().map(|(_, bytes)| bytes.len()).sum();
        assert!(size <= most, "{size} bytes: {small:?}");
    }
}

#[test]
fn a_kept_finding_is_a_case() {
    let folder = std::env::temp_dir().join(format!("certify-kept-{}", std::process::id()));
    let sample =
        Sample { options: vec!["--json".into()], files: vec![("model.txt", b"x".to_vec())] };
    let case = shrink::keep(&Models, &sample, &folder, "one").unwrap();
    let args = std::fs::read_to_string(case.join("args")).unwrap();
    assert_eq!(args, "tracecheck --json model.txt\n");
    std::fs::remove_dir_all(&folder).unwrap();
}
