//! What a digest covers, what reports come to, and what names look like.

use crate::folder::Hashed;
use crate::lines::lines;
use crate::{Finding, KINDS, Outcome, Report, Status, find, outcome};
use std::io::Read;

#[test]
fn the_digest_covers_what_the_kernel_left_unread() {
    let bytes: Vec<u8> = (0..=255).cycle().take(100_000).collect();
    let expected = (format_sha256::digest(&bytes), 100_000);
    for read in [0, 1, 70_000, 100_000] {
        let mut hashed = Hashed::new(bytes.as_slice());
        let mut part = vec![0; read];
        hashed.read_exact(&mut part).unwrap();
        assert_eq!(part, bytes[..read]);
        assert_eq!(hashed.finish().unwrap(), expected);
    }
}

fn finding(status: Status, kind: &str) -> Finding {
    Finding {
        number: 1,
        status,
        reason: String::new(),
        kind: find(kind),
        facts: Vec::new(),
        problems: Vec::new(),
        certificate: None,
        arguments: vec!["cnf".into(), "a\ns VERIFIED".into()],
        wave: None,
        milliseconds: 0,
    }
}

fn report(findings: Vec<Finding>) -> Report {
    Report { folder: String::new(), name: None, fault: None, findings }
}

#[test]
fn only_verified_claims_that_hold_are_a_success() {
    let holds = || finding(Status::Verified, "lrat");
    let fails = || finding(Status::Verified, "model");
    let open = || finding(Status::NotClaimed, "");
    let come_to = |findings: Vec<Finding>| outcome(&[report(findings)]);
    assert_eq!(outcome(&[]), Outcome::Refused(0));
    assert_eq!(come_to(vec![]), Outcome::Refused(0));
    assert_eq!(come_to(vec![holds()]), Outcome::Verified);
    assert_eq!(come_to(vec![holds(), fails()]), Outcome::Fails(1));
    assert_eq!(come_to(vec![holds(), open()]), Outcome::NotClaimed(1));
    assert_eq!(come_to(vec![fails(), open()]), Outcome::NotClaimed(1));
    assert_eq!(come_to(vec![open()]), Outcome::Refused(0));
    for status in [Status::Refused, Status::Missing, Status::Altered] {
        assert_eq!(
            come_to(vec![holds(), fails(), open(), finding(status, "lrat")]),
            Outcome::Refused(1)
        );
    }
    let fault = Some((Status::Refused, String::new()));
    let refused = Report { fault, ..report(vec![]) };
    assert_eq!(outcome(&[report(vec![holds()]), refused]), Outcome::Refused(1));
}

#[test]
fn every_kind_has_its_own_word_and_its_lines() {
    for kind in KINDS {
        assert_eq!(KINDS.iter().filter(|other| other.word == kind.word).count(), 1);
        assert!(lines(kind.rests) > 0, "{}", kind.rests);
        assert!(kind.rests.starts_with(kind.checker), "{}", kind.rests);
        assert!(kind.options.is_sorted(), "{}", kind.word);
    }
}

#[test]
fn names_are_no_sentences() {
    assert_eq!(finding(Status::NotClaimed, "").label(), "cnf \"a\\ns VERIFIED\"");
}
