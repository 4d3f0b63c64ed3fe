//! XML in the form that CI systems know from `JUnit`.

use super::escape::escape;
use crate::finding::quote;
use crate::{Allowed, Finding, Report, Status};

/// A test suite for each bundle and a test case for each claim.
#[must_use]
pub fn junit(reports: &[Report], allowed: Allowed) -> String {
    let suites: Vec<String> = reports.iter().map(|report| suite(report, allowed)).collect();
    let suites = suites.concat();
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n{suites}</testsuites>\n")
}

fn suite(report: &Report, allowed: Allowed) -> String {
    let folder = escape(&quote(&report.folder));
    let whole = report.fault.iter().map(|(status, reason)| {
        let fault = element("error", status.word(), reason);
        (true, case(&folder, "bundle", 0, &fault))
    });
    let claims = report.findings.iter().map(|finding| {
        let fault = fault(finding, allowed);
        let name = format!("{} {}", finding.number, escape(&finding.label()));
        (fault.is_some(), case(&folder, &name, finding.milliseconds, &fault.unwrap_or_default()))
    });
    let cases: Vec<(bool, String)> = whole.chain(claims).collect();
    let failures = cases.iter().filter(|(is_fault, _)| *is_fault).count();
    let text: Vec<&str> = cases.iter().map(|(_, text)| text.as_str()).collect();
    format!(
        "<testsuite name=\"{folder}\" tests=\"{}\" failures=\"{failures}\">\n{}</testsuite>\n",
        cases.len(),
        text.concat()
    )
}

fn case(folder: &str, name: &str, milliseconds: u128, fault: &str) -> String {
    let (seconds, rest) = (milliseconds.wrapping_div(1000), milliseconds.wrapping_rem(1000));
    let time = format!("time=\"{seconds}.{rest:03}\"");
    format!("<testcase classname=\"{folder}\" name=\"{name}\" {time}>{fault}</testcase>\n")
}

/// What keeps a claim from being a success.
fn fault(finding: &Finding, allowed: Allowed) -> Option<String> {
    match finding.status {
        Status::Verified if finding.fails() && !allowed.fails => {
            Some(element("failure", "fails", &finding.words()))
        }
        Status::Verified => None,
        Status::Partial if allowed.partial => None,
        status => Some(element("failure", status.word(), &finding.words())),
    }
}

fn element(name: &str, kind: &str, words: &str) -> String {
    format!("<{name} type=\"{kind}\" message=\"{}\"/>", escape(words))
}
