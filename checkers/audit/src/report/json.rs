//! One JSON object for machines.

use crate::{Conclusion, Finding, Report, Subject};
use checker_command::quoted;

/// The same contents as the text, with every fact.
#[must_use]
pub fn json(version: &str, reports: &[Report], conclusion: &Conclusion) -> String {
    let bundles = list(reports.iter().map(|report| {
        let (status, reason) = match &report.fault {
            None => ("", ""),
            Some((status, reason)) => (status.word(), reason.as_str()),
        };
        object(&[
            ("folder", quoted(&report.folder)),
            ("name", quoted(&report.name.map(|name| name.to_string()).unwrap_or_default())),
            ("fault", quoted(status)),
            ("reason", quoted(reason)),
            ("claims", list(report.findings.iter().map(finding))),
        ])
    }));
    let text = object(&[
        ("program", quoted("audit")),
        ("version", quoted(version)),
        ("verdict", quoted(conclusion.word)),
        ("reason", quoted(&conclusion.reason)),
        ("bundles", bundles),
    ]);
    text + "\n"
}

fn finding(finding: &Finding) -> String {
    let kind = finding.kind;
    let facts: Vec<(&str, String)> =
        finding.facts.iter().map(|(name, words)| (*name, quoted(words))).collect();
    object(&[
        ("number", finding.number.to_string()),
        ("status", quoted(finding.status.word())),
        ("reason", quoted(&finding.reason)),
        ("kind", quoted(kind.map_or("", |kind| kind.word))),
        ("answer", quoted(finding.answer())),
        ("checker", quoted(kind.map_or("", |kind| kind.checker))),
        ("facts", object(&facts)),
        ("problems", list(finding.problems.iter().map(subject))),
        ("certificate", list(finding.certificate.iter().map(subject))),
        ("arguments", list(finding.arguments.iter().map(|word| quoted(word)))),
    ])
}

fn subject(subject: &Subject) -> String {
    object(&[
        ("name", quoted(&subject.name)),
        ("size", subject.size.to_string()),
        ("sha256", quoted(&subject.digest.to_string())),
    ])
}

fn object(members: &[(&str, String)]) -> String {
    let members: Vec<String> =
        members.iter().map(|(key, value)| quoted(key) + ":" + value).collect();
    format!("{{{}}}", members.join(","))
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}
