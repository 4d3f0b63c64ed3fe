//! One page that needs no network: a table of the claims, what each rests on, and waveforms.

use super::escape::escape;
use super::page::{HEAD, SCRIPT};
use super::svg::svg;
use crate::finding::quote;
use crate::lines::lines;
use crate::{Conclusion, Finding, Report, Status, Subject};

/// The page.
#[must_use]
pub fn html(version: &str, reports: &[Report], conclusion: &Conclusion) -> String {
    let verdict = escape(format!("{} {}", conclusion.word, conclusion.reason).trim_end());
    let class = match conclusion.word {
        "VERIFIED" => "verified",
        "REFUSED" => "refused",
        _ => "fails",
    };
    let shown = escape(version);
    let mut page = format!(
        "{HEAD}<h1>audit <small>{shown}</small></h1>\n<p id=verdict class={class}>{verdict}</p>\n"
    );
    page.push_str(&counts(reports));
    for report in reports {
        page.push_str(&bundle(report, version));
    }
    page.push_str(SCRIPT);
    page
}

/// How many claims there are of each status.
fn counts(reports: &[Report]) -> String {
    let all = || reports.iter().flat_map(|report| &report.findings);
    let count = |word: &str| all().filter(|finding| state(finding) == word).count();
    let chips = ["verified", "fails", "partial", "refused", "missing", "altered", "not claimed"];
    let chips = chips.iter().map(|word| {
        let class = word.replace(' ', "-");
        format!(
            "<button class=\"chip {class}\" data-state=\"{word}\">{} {word}</button>\n",
            count(word)
        )
    });
    let chips = chips.collect::<Vec<_>>().concat();
    format!(
        "<div id=controls><input id=filter type=search placeholder=\"filter\" aria-label=\"filter\">\n\
         {chips}</div>\n"
    )
}

/// The status; a verified failure has its own word.
fn state(finding: &Finding) -> &'static str {
    if finding.fails() { "fails" } else { finding.status.word() }
}

fn bundle(report: &Report, version: &str) -> String {
    let name = report.name.map(|name| name.to_string()).unwrap_or_default();
    let head = format!(
        "<section><h2>{}</h2>\n<p class=digest>sha256 {name}</p>\n",
        escape(&quote(&report.folder))
    );
    if let Some((status, reason)) = &report.fault {
        let status = status.word();
        let reason = escape(reason);
        return format!(
            "{head}<p class=\"fault {status}\"><b>{status}</b> {reason}</p></section>\n"
        );
    }
    let rows: Vec<String> = report.findings.iter().map(|finding| row(finding, version)).collect();
    format!(
        "{head}<table><thead><tr><th data-type=number>#<th>status<th>kind<th>problem\
         <th>claim<th data-type=number>bytes<th data-type=number>ms</tr></thead>\n\
         <tbody>\n{}</tbody></table></section>\n",
        rows.concat()
    )
}

fn row(finding: &Finding, version: &str) -> String {
    let state = state(finding);
    let class = state.replace(' ', "-");
    let kind = finding.kind.map_or("", |kind| kind.word);
    let files = || finding.problems.iter().chain(&finding.certificate);
    let size = files().fold(0_u64, |sum, file| sum.saturating_add(file.size));
    format!(
        "<tr class={class} data-state=\"{state}\"><td>{}<td><span class=state>{state}</span>\
         <td>{kind}<td class=name>{}<td>{}{}<td>{size}<td>{}</tr>\n",
        finding.number,
        escape(&finding.label()),
        escape(&finding.words()),
        details(finding, version),
        finding.milliseconds
    )
}

/// What the claim rests on: facts, files, checker; and the waveform.
fn details(finding: &Finding, version: &str) -> String {
    let Some(kind) = finding.kind else { return String::new() };
    let item = |name: &str, words: &str| format!("<dt>{}<dd>{}\n", escape(name), escape(words));
    let mut list = String::new();
    for (name, words) in finding.facts.iter().filter(|(name, _)| *name != "claim") {
        list.push_str(&item(name, words));
    }
    for file in &finding.problems {
        list.push_str(&item("problem", &subject(file)));
    }
    if let Some(file) = &finding.certificate {
        list.push_str(&item("certificate", &subject(file)));
    }
    if matches!(finding.status, Status::Verified | Status::Partial) {
        let (checker, count, own) = (kind.checker, lines(kind.rests), lines("audit"));
        let words = format!(
            "the kernel of {checker} {version}, at most {count} lines of code, and audit \
             {version}, at most {own} (docs/trust.md)"
        );
        list.push_str(&item("rests on", &words));
    }
    let product = product(finding).unwrap_or_default();
    list.push_str(&product);
    let wave = finding.wave.as_ref().map(svg).unwrap_or_default();
    let open = if wave.is_empty() && product.is_empty() { "" } else { " open" };
    format!("<details{open}><summary>details</summary><dl>{list}</dl>{wave}</details>")
}

/// A wrong product bit by bit, the wrong bits marked.
fn product(finding: &Finding) -> Option<String> {
    let bits = |wanted: &str| {
        let (_, number) = finding.facts.iter().find(|(name, _)| *name == wanted)?;
        let digits = number.strip_prefix("0x")?.chars();
        let digits = digits.map(|digit| Some(format!("{:04b}", digit.to_digit(16)?)));
        digits.collect::<Option<String>>()
    };
    let (expected, found) = (bits("expected")?, bits("found")?);
    let marked = found.chars().zip(expected.chars()).map(|(bit, right)| {
        if bit == right { bit.to_string() } else { format!("<mark>{bit}</mark>") }
    });
    let marked = marked.collect::<Vec<_>>().concat();
    let rows =
        format!("<dt>expected<dd><code>{expected}</code>\n<dt>found<dd><code>{marked}</code>\n");
    Some(rows)
}

fn subject(file: &Subject) -> String {
    format!("{}, {} bytes, sha256 {}", quote(&file.name), file.size, file.digest)
}
