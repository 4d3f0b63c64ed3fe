//! What the words and exit codes of each tool mean.

use crate::raw::{End, Verdict};
use crate::trial::Said;

/// `certify`: the exit code, and the last line of standard error must say the same.
pub fn of_certify(said: &Said) -> Verdict {
    let last = said.stderr.lines().last().unwrap_or("");
    match said.end {
        End::Code(0) if last == "s HOLDS" => Verdict::Holds,
        End::Code(10) if last == "s FAILS" => Verdict::Fails,
        End::Code(30) | End::Limit => Verdict::Unknown,
        End::Code(_) | End::Signal(_) => Verdict::Error,
    }
}

/// Solvers and model checkers that end with 20 where there is nothing to find, else with 10.
pub fn of_code(said: &Said) -> Verdict {
    match said.end {
        End::Code(20) => Verdict::Holds,
        End::Code(10) => Verdict::Fails,
        End::Code(0 | 30) | End::Limit => Verdict::Unknown,
        End::Code(_) | End::Signal(_) => Verdict::Error,
    }
}

/// ABC says it in words, and always ends with 0.
pub fn of_abc(said: &Said) -> Verdict {
    let says = |words: &str| said.stdout.contains(words);
    if said.end == End::Limit {
        Verdict::Unknown
    } else if says("Networks are equivalent") || says("Property proved") {
        Verdict::Holds
    } else if says("NOT EQUIVALENT") || says("was asserted in frame") {
        Verdict::Fails
    } else if matches!(said.end, End::Code(_)) && (says("undecided") || says("UNDECIDED")) {
        Verdict::Unknown
    } else {
        Verdict::Error
    }
}

/// z3 on Horn clauses: `sat` if formulas satisfy them all.
pub fn of_z3(said: &Said) -> Verdict {
    if said.end == End::Limit {
        return Verdict::Unknown;
    }
    match said.stdout.lines().next().map(str::trim) {
        Some("sat") => Verdict::Holds,
        Some("unsat") => Verdict::Fails,
        Some("unknown" | "timeout") => Verdict::Unknown,
        _ => Verdict::Error,
    }
}

/// AMulet2 ends with 1 when it succeeds, and one of its phrases contains the other.
pub fn of_amulet(said: &Said) -> Verdict {
    if said.end == End::Limit {
        Verdict::Unknown
    } else if said.stdout.contains("INCORRECT MULTIPLIER") {
        Verdict::Fails
    } else if said.stdout.contains("CORRECT MULTIPLIER") {
        Verdict::Holds
    } else {
        Verdict::Error
    }
}

/// Whether the public pacheck derived the target.
pub fn is_target_checked(said: &Said) -> bool {
    said.code() == Some(0) && said.stdout.contains("c TARGET CHECKED")
}

/// Whether drat-trim accepted.
pub fn is_drat_trimmed(said: &Said) -> bool {
    said.stdout.lines().any(|line| line.trim() == "s VERIFIED")
}

/// Whether lrat-trim accepted: it ends as a solver would.
pub fn is_lrat_trimmed(said: &Said) -> bool {
    let is_verdict = |line: &str| ["s VERIFIED", "s UNSATISFIABLE"].contains(&line.trim());
    said.code() == Some(20) && said.stdout.lines().any(is_verdict)
        || said.code() == Some(0) && said.stdout.lines().any(|line| line.trim() == "s VERIFIED")
}

/// Whether certifaiger's script accepted a witness circuit or a trace.
pub fn is_valid_witness(said: &Said) -> bool {
    said.code() == Some(0) && said.stdout.lines().any(|line| line.ends_with("valid witness"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(end: End, stdout: &str, stderr: &str) -> Said {
        Said { end, stdout: stdout.into(), stderr: stderr.into() }
    }

    #[test]
    fn certify_must_say_what_it_returns() {
        assert_eq!(of_certify(&said(End::Code(0), "", "x\ns HOLDS\n")), Verdict::Holds);
        assert_eq!(of_certify(&said(End::Code(10), "", "s FAILS\n")), Verdict::Fails);
        assert_eq!(of_certify(&said(End::Code(0), "", "s FAILS\n")), Verdict::Error);
        assert_eq!(of_certify(&said(End::Code(30), "", "s UNKNOWN time\n")), Verdict::Unknown);
        assert_eq!(of_certify(&said(End::Code(2), "", "no such file")), Verdict::Error);
        assert_eq!(of_certify(&said(End::Limit, "", "")), Verdict::Unknown);
        assert_eq!(of_certify(&said(End::Signal(11), "", "s HOLDS\n")), Verdict::Error);
    }

    #[test]
    fn words_of_abc() {
        let ended = |text: &str| of_abc(&said(End::Code(0), text, ""));
        assert_eq!(ended("Networks are equivalent.  Time = 0.02 sec\n"), Verdict::Holds);
        assert_eq!(ended("Networks are NOT EQUIVALENT.  Time = 0 sec\n"), Verdict::Fails);
        assert_eq!(ended("Property proved.  Time =     0.14 sec\n"), Verdict::Holds);
        assert_eq!(ended("Output 0 of miter \"x\" was asserted in frame 20.\n"), Verdict::Fails);
        assert_eq!(ended("Networks are UNDECIDED.\n"), Verdict::Unknown);
        assert_eq!(ended("** cmd error: unknown command 'pdr2'\n"), Verdict::Error);
        assert_eq!(of_abc(&said(End::Limit, "Property proved", "")), Verdict::Unknown);
    }

    #[test]
    fn words_of_amulet_and_pacheck() {
        let amulet = |text: &str| of_amulet(&said(End::Code(1), text, ""));
        assert_eq!(amulet("[amulet2] CORRECT MULTIPLIER"), Verdict::Holds);
        assert_eq!(amulet("[amulet2] INCORRECT MULTIPLIER"), Verdict::Fails);
        assert_eq!(amulet("*** [amulet2] error"), Verdict::Error);
        assert!(is_target_checked(&said(End::Code(0), "c TARGET CHECKED\n", "")));
        assert!(!is_target_checked(&said(End::Code(1), "c TARGET CHECKED\n", "")));
    }

    #[test]
    fn words_of_solvers() {
        assert_eq!(of_z3(&said(End::Code(0), "sat\n(model\n", "")), Verdict::Holds);
        assert_eq!(of_z3(&said(End::Code(0), "unsat\n", "")), Verdict::Fails);
        assert_eq!(of_z3(&said(End::Code(1), "(error \"line 1\")\n", "")), Verdict::Error);
        assert_eq!(of_code(&said(End::Code(20), "", "")), Verdict::Holds);
        assert_eq!(of_code(&said(End::Code(10), "", "")), Verdict::Fails);
        assert_eq!(of_code(&said(End::Code(1), "", "")), Verdict::Error);
        assert!(is_lrat_trimmed(&said(End::Code(20), "c x\ns UNSATISFIABLE\n", "")));
        assert!(!is_lrat_trimmed(&said(End::Code(1), "s UNSATISFIABLE\n", "")));
        assert!(is_drat_trimmed(&said(End::Code(0), "c x\ns VERIFIED\n", "")));
        assert!(!is_drat_trimmed(&said(End::Code(0), "s NOT VERIFIED\n", "")));
        assert!(is_valid_witness(&said(End::Code(0), "check: valid witness\n", "")));
    }
}
