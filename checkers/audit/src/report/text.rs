//! Lines for people: a table, then the verdict.

use crate::finding::quote;
use crate::{Conclusion, Finding, Report, Status};
use checker_command::line;

/// A line for each bundle and for each claim. Colours only mark the status.
#[must_use]
pub fn text(version: &str, reports: &[Report], conclusion: &Conclusion, colours: bool) -> String {
    let mut text = line(&format!("c audit {version}"));
    for report in reports {
        let name = report.name.map_or_else(|| "none".into(), |name| name.to_string());
        text.push_str(&line(&format!("c bundle: {}, sha256 {name}", quote(&report.folder))));
        let findings = &report.findings;
        let labels = findings.iter().map(|finding| finding.label().chars().count());
        let widest = labels.max().unwrap_or(0).min(40);
        for finding in findings {
            let (mark, end) = if colours { mark(finding) } else { ("", "") };
            text.push_str("c ");
            text.push_str(mark);
            text.push_str(line(&format!("{:<11}", finding.status.word())).trim_end_matches('\n'));
            text.push_str(end);
            text.push_str(&line(&row(finding, widest)));
        }
        if let Some((status, reason)) = &report.fault {
            text.push_str(&line(&format!("c {:<11} {reason}", status.word())));
        }
    }
    let Conclusion { word, reason, .. } = conclusion;
    text.push_str(&line(format!("s {word} {reason}").trim_end()));
    text
}

/// Number, answer, checker, files, and what was established or why not.
fn row(finding: &Finding, widest: usize) -> String {
    let answer = finding.answer();
    let checker = finding.kind.map_or("", |kind| kind.checker);
    let (number, label) = (finding.number, finding.label());
    let words = finding.words();
    format!(" {number:>4}  {answer:<5}  {checker:<10}  {label:<widest$}  {words}")
}

/// Green, yellow or red, and back.
fn mark(finding: &Finding) -> (&'static str, &'static str) {
    let colour = match (finding.status, finding.fails()) {
        (Status::Verified, false) => "\u{1b}[32m",
        (Status::Verified, true) | (Status::Partial | Status::NotClaimed, _) => "\u{1b}[33m",
        _ => "\u{1b}[31m",
    };
    (colour, "\u{1b}[0m")
}
