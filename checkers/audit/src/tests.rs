//! What a digest covers, what reports come to, and what names look like.

use crate::folder::Hashed;
use crate::lines::lines;
use crate::{Allowed, Finding, KINDS, Report, Settled, Status, find, outcome};
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
        settled: Settled::default(),
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
    let partial = || finding(Status::Partial, "inv");
    let open = || finding(Status::NotClaimed, "");
    let strict = Allowed::default();
    let lax = Allowed { fails: true, partial: true };
    let end = |reports: &[Report], allowed: Allowed| {
        let conclusion = outcome(reports).conclude(allowed);
        (conclusion.word, conclusion.exit_code)
    };
    let both = |findings: Vec<Finding>| {
        let reports = [report(findings)];
        (end(&reports, strict), end(&reports, lax))
    };
    let same = |word, code| ((word, code), (word, code));
    assert_eq!(end(&[], lax), ("REFUSED", 1));
    assert_eq!(both(vec![]), same("REFUSED", 1));
    assert_eq!(both(vec![open()]), same("REFUSED", 1));
    assert_eq!(both(vec![holds()]), same("VERIFIED", 0));
    assert_eq!(both(vec![holds(), fails()]), (("FAILS", 10), ("FAILS", 0)));
    assert_eq!(both(vec![holds(), partial()]), (("PARTIAL", 1), ("PARTIAL", 0)));
    assert_eq!(both(vec![fails(), partial()]), (("PARTIAL", 1), ("PARTIAL", 0)));
    assert_eq!(both(vec![holds(), open()]), same("UNDECIDED", 2));
    assert_eq!(both(vec![fails(), open()]), same("UNDECIDED", 2));
    assert_eq!(both(vec![partial(), open()]), (("PARTIAL", 1), ("UNDECIDED", 2)));
    let reports = [report(vec![fails(), partial()])];
    assert_eq!(end(&reports, Allowed { fails: false, partial: true }), ("FAILS", 10));
    assert_eq!(end(&reports, Allowed { fails: true, partial: false }), ("PARTIAL", 1));
    for status in [Status::Refused, Status::Missing, Status::Altered] {
        let all = vec![holds(), fails(), partial(), open(), finding(status, "lrat")];
        assert_eq!(both(all), same("REFUSED", 1));
    }
    let fault = Some((Status::Refused, String::new()));
    let refused = Report { fault, ..report(vec![]) };
    assert_eq!(end(&[report(vec![holds()]), refused], lax), ("REFUSED", 1));
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
    assert_eq!(finding(Status::NotClaimed, "").label(), "\"cnf a\\ns VERIFIED\"");
}
