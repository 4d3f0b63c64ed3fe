//! The page of a suite.

use super::data::{Data, FileData, Outcome};
use super::pictures::{Picture, slope};
use super::table::{ratio, row, seconds, table};
use crate::raw::Verdict;
use crate::statistics::geometric_mean;
use std::collections::BTreeSet;

/// The whole page.
pub fn page(data: &Data, pictures: &[Picture]) -> String {
    let mut out = format!("# {}\n\n", data.suite.title);
    out += "Written by `certify-bench report`; words about these figures belong elsewhere. CPU seconds are user and system time of all processes of a program, MB (10^6 bytes) the largest resident memory of one; medians where a program ran several times. Programs ran file by file in turns.\n\n";
    out += &origin(data);
    out += "## Totals\n\n";
    out += &totals(data);
    out += &agreement(data);
    out += &beside(data);
    out += &checkers(data);
    out += &growth(data);
    out += "## Plots\n\nIn plots of two contenders a point below the full diagonal is a file on which certify is faster; dashed lines mark ten times, and the limit, where files lie that one side did not decide.\n\n";
    for picture in pictures {
        out += &format!("![{}]({})\n\n", picture.title, picture.file);
    }
    out += "## Files\n\n";
    out += &files(data);
    out
}

/// Where the figures come from.
fn origin(data: &Data) -> String {
    let mut out = String::new();
    let mut list = |name: &str, values: Vec<String>| {
        let values: BTreeSet<String> =
            values.into_iter().filter(|value| !value.is_empty()).collect();
        for value in values {
            out += &format!("- {name}: {value}\n");
        }
    };
    let each = |value: &dyn Fn(&crate::raw::Session) -> String| {
        data.sessions.iter().map(value).collect::<Vec<_>>()
    };
    list("date", each(&|session| session.date.clone()));
    list("machine", each(&|session| session.machine.clone()));
    list("command", each(&|session| format!("`{}`", session.command)));
    list("limit", vec![format!("{} CPU seconds for each program", data.limit)]);
    let versions = data.sessions.iter().flat_map(|session| &session.tools);
    let version = |tool: &crate::raw::Version| format!("{} {}", tool.tool, tool.version);
    list("version", versions.map(version).collect());
    let missing = data.sessions.iter().flat_map(|session| session.missing.clone());
    list("**NOT RUN**", missing.collect());
    let commands = example(data);
    if !commands.is_empty() {
        out += "\nCommands, as on one file:\n\n```text\n";
        out += &(commands.join("\n") + "\n```\n");
    }
    out + "\n"
}

/// The commands of each contender on the first file that it decided.
fn example(data: &Data) -> Vec<String> {
    let mut commands = Vec::new();
    for contender in &data.contenders {
        let decided = data.of(contender).find(|(_, outcome)| outcome.is_decided());
        let any = data.of(contender).next();
        if let Some((_, outcome)) = decided.or(any) {
            commands.extend(outcome.commands.iter().cloned());
        }
    }
    let mut seen = BTreeSet::new();
    commands.retain(|command| seen.insert(command.clone()));
    commands
}

/// A row for each contender.
fn totals(data: &Data) -> String {
    let limits: Vec<f64> =
        [1.0, 10.0].into_iter().filter(|limit| *limit < data.limit as f64).collect();
    let mut head = row(&["contender", "files", "holds", "fails", "errors"]);
    head.extend(limits.iter().map(|limit| format!("decided in {limit} s")));
    head.push(format!("in {} s", data.limit));
    head.extend(row(&["CPU s of these", "check s", "check / find", "certificate MB", "most MB"]));
    let mut rows = vec![head];
    for contender in &data.contenders {
        let all: Vec<&Outcome> = data.of(contender).map(|(_, outcome)| outcome).collect();
        let count = |verdict| all.iter().filter(|one| one.verdict == Some(verdict)).count();
        let decided: Vec<&&Outcome> = all.iter().filter(|one| one.is_decided()).collect();
        let find: f64 = decided.iter().map(|one| one.find).sum();
        let check: f64 = decided.iter().map(|one| one.check()).sum();
        let bytes: f64 = decided.iter().map(|one| one.bytes).sum();
        let most = all.iter().map(|one| one.memory).fold(0.0, f64::max);
        let mut line = vec![contender.clone(), all.len().to_string()];
        line.extend(
            [Verdict::Holds, Verdict::Fails, Verdict::Error].map(|one| count(one).to_string()),
        );
        for limit in &limits {
            line.push(decided.iter().filter(|one| one.find <= *limit).count().to_string());
        }
        line.extend([decided.len().to_string(), seconds(find)]);
        let is_checked = decided.iter().any(|one| one.is_checked());
        line.push(if is_checked { seconds(check) } else { "-".into() });
        line.push(if is_checked { format!("{:.1} %", 100.0 * check / find) } else { "-".into() });
        line.push(if bytes > 0.0 { format!("{:.1}", bytes / 1e6) } else { "-".into() });
        line.push(format!("{most:.0}"));
        rows.push(line);
    }
    table(&rows) + "\n"
}

/// Whether verdicts agree, and whether all certificates were accepted.
fn agreement(data: &Data) -> String {
    let mut out = String::new();
    let differing = data.differing();
    if differing.is_empty() {
        out += "No verdict differs.\n\n";
    }
    for file in differing {
        let said: Vec<String> = file
            .results
            .iter()
            .filter_map(|(contender, one)| Some(format!("{contender} {}", one.verdict?.word())))
            .collect();
        out += &format!("**VERDICTS DIFFER** on {}: {}.\n\n", file.name, said.join(", "));
    }
    let accepted = |file: &FileData| {
        let ours = file.results.get("certify");
        ours.map_or(0, |one| one.checks.iter().filter(|check| check.is_accepted).count())
    };
    let refused = data.refused();
    let count: usize = data.files.iter().map(accepted).sum();
    if data.contenders.iter().any(|contender| contender == "certify") {
        out += &format!(
            "Our checkers, as processes of their own, accept {count} certificates of certify"
        );
        let is_ours = |entry: &&(String, String, String)| entry.1 == "certify";
        out += &format!(" and refuse {}.\n\n", refused.iter().filter(is_ours).count());
    }
    for (file, contender, checker) in refused {
        out += &format!("**NOT ACCEPTED**: {checker} on what {contender} wrote for {file}.\n\n");
    }
    for (file, contender) in data.files.iter().flat_map(|file| {
        let unsteady = file.results.iter().filter(|(_, one)| one.is_unsteady);
        unsteady.map(move |(contender, _)| (&file.name, contender))
    }) {
        out += &format!("Verdicts of {contender} on {file} differ from run to run.\n\n");
    }
    out
}

/// `certify` beside each peer, where both decide.
fn beside(data: &Data) -> String {
    let mut rows = vec![row(&[
        "peer",
        "both decide",
        "certify s",
        "peer s",
        "peer / certify",
        "geometric mean",
        "with checks",
        "only certify",
        "only the peer",
    ])];
    for peer in data.contenders.iter().filter(|peer| *peer != "certify") {
        let pairs: Vec<(&Outcome, &Outcome)> = data
            .files
            .iter()
            .filter_map(|file| Some((file.results.get("certify")?, file.results.get(peer)?)))
            .collect();
        let is_both = |pair: &&(&Outcome, &Outcome)| pair.0.is_decided() && pair.1.is_decided();
        let both: Vec<&(&Outcome, &Outcome)> = pairs.iter().filter(is_both).collect();
        let ours: f64 = both.iter().map(|(one, _)| one.find).sum();
        let theirs: f64 = both.iter().map(|(_, one)| one.find).sum();
        let ours_checked: f64 = both.iter().map(|(one, _)| one.find + one.check()).sum();
        let theirs_checked: f64 = both.iter().map(|(_, one)| one.find + one.check()).sum();
        let ratios: Vec<f64> =
            both.iter().map(|(one, other)| other.find.max(0.001) / one.find.max(0.001)).collect();
        let only = |first: bool| {
            let is = |pair: &&(&Outcome, &Outcome)| {
                pair.0.is_decided() == first && pair.1.is_decided() != first
            };
            pairs.iter().filter(is).count().to_string()
        };
        if pairs.is_empty() {
            continue;
        }
        rows.push(vec![
            peer.clone(),
            both.len().to_string(),
            seconds(ours),
            seconds(theirs),
            ratio(theirs / ours.max(0.001)),
            geometric_mean(&ratios).map_or("-".into(), ratio),
            ratio(theirs_checked / ours_checked.max(0.001)),
            only(true),
            only(false),
        ]);
    }
    if rows.len() == 1 {
        return String::new();
    }
    let words = "Sums over the files that both decide; a ratio above 1 means that certify is faster. \"With checks\" adds the checks of both sides; a peer that has none is believed.\n\n";
    format!("## Beside each peer\n\n{words}{}\n", table(&rows))
}

/// Several checkers on the same proofs.
fn checkers(data: &Data) -> String {
    let mut rows =
        vec![row(&["proofs of", "checker", "proofs", "s", "against the first", "most MB"])];
    for contender in &data.contenders {
        let names = data.checkers(contender);
        let is_with_all = |one: &&Outcome| {
            names.iter().all(|name| one.checks.iter().any(|check| check.name == *name))
        };
        let all: Vec<&Outcome> =
            data.of(contender).map(|(_, one)| one).filter(is_with_all).collect();
        if names.len() < 2 || all.is_empty() {
            continue;
        }
        let mut first = None;
        for name in &names {
            let checks = all.iter().flat_map(|one| &one.checks).filter(|check| check.name == *name);
            let sum: f64 = checks.clone().map(|check| check.cpu).sum();
            let most = checks.map(|check| check.memory).fold(0.0, f64::max);
            let first = *first.get_or_insert(sum);
            rows.push(vec![
                contender.clone(),
                name.clone(),
                all.len().to_string(),
                seconds(sum),
                ratio(sum / first.max(0.001)),
                format!("{most:.0}"),
            ]);
        }
    }
    if rows.len() == 1 {
        String::new()
    } else {
        format!("## Checkers on the same proofs\n\n{}\n", table(&rows))
    }
}

/// The exponents of curves.
fn growth(data: &Data) -> String {
    let series: BTreeSet<&str> = data
        .files
        .iter()
        .map(|file| file.series.as_str())
        .filter(|name| !name.is_empty())
        .collect();
    if series.is_empty() {
        return String::new();
    }
    let mut rows = vec![row(&[
        "curve",
        "contender",
        "from",
        "to",
        "find s at the end",
        "exponent",
        "check s at the end",
        "exponent",
    ])];
    for series in series {
        for contender in &data.contenders {
            let points: Vec<(f64, &Outcome)> = data
                .of(contender)
                .filter(|(file, one)| file.series == series && one.is_decided())
                .filter_map(|(file, one)| Some((file.size?, one)))
                .collect();
            let (Some(first), Some(last)) = (points.first(), points.last()) else { continue };
            let curve = |value: fn(&Outcome) -> f64| {
                slope(&points.iter().map(|(size, one)| (*size, value(one))).collect::<Vec<_>>())
            };
            let shown =
                |slope: Option<f64>| slope.map_or("-".into(), |slope| format!("{slope:.2}"));
            let is_checked = last.1.is_checked();
            rows.push(vec![
                series.to_owned(),
                contender.clone(),
                first.0.to_string(),
                last.0.to_string(),
                seconds(last.1.find),
                shown(curve(|one| one.find)),
                if is_checked { seconds(last.1.check()) } else { "-".into() },
                if is_checked { shown(curve(Outcome::check)) } else { "-".into() },
            ]);
        }
    }
    format!(
        "## Growth\n\nThe exponent is the slope of the line through the logarithms of those points that took 0.01 s or more; a doubled size then costs 2^exponent as much.\n\n{}\n",
        table(&rows)
    )
}

/// A row for each file.
fn files(data: &Data) -> String {
    let mut head = vec!["file".to_owned()];
    for contender in &data.contenders {
        head.extend([contender.clone(), "s".into(), "MB".into()]);
        if data.of(contender).any(|(_, one)| one.bytes > 0.0) {
            head.push("bytes".into());
        }
        head.extend(data.checkers(contender).iter().map(|name| format!("{name} s")));
    }
    let mut rows = vec![head];
    for file in &data.files {
        let mut line = vec![file.name.clone()];
        for contender in &data.contenders {
            line.extend(cells(data, contender, file.results.get(contender)));
        }
        rows.push(line);
    }
    table(&rows)
}

/// What a contender made of a file; `>` is the limit.
fn cells(data: &Data, contender: &str, outcome: Option<&Outcome>) -> Vec<String> {
    let has_bytes = data.of(contender).any(|(_, one)| one.bytes > 0.0);
    let checkers = data.checkers(contender);
    let Some(one) = outcome else {
        return vec![String::new(); 3 + usize::from(has_bytes) + checkers.len()];
    };
    let over = if one.verdict == Some(Verdict::Unknown) { "> " } else { "" };
    let mut cells = vec![
        one.verdict.map_or("", Verdict::word).to_owned(),
        format!("{over}{}", seconds(one.find)),
        format!("{:.0}", one.memory),
    ];
    if has_bytes {
        cells.push(if one.bytes > 0.0 { format!("{:.0}", one.bytes) } else { String::new() });
    }
    for name in checkers {
        let check = one.checks.iter().find(|check| check.name == name);
        cells.push(check.map_or(String::new(), |check| {
            format!(
                "{}{}",
                seconds(check.cpu),
                if check.is_accepted { "" } else { " NOT ACCEPTED" }
            )
        }));
    }
    cells
}
