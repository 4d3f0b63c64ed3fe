//! The table of suites in `docs/benchmarks.md`.

use super::data::{Data, Outcome};
use super::table::{ratio, row, seconds, table};

const BEGIN: &str = "<!-- suites: begin -->\n";
const END: &str = "<!-- suites: end -->";

/// The rows of a suite: one for each contender beside ours, or for ours alone.
fn row_of(data: &Data, contender: &str) -> Vec<String> {
    let all: Vec<&Outcome> = data.of(contender).map(|(_, one)| one).collect();
    let decided: Vec<&&Outcome> = all.iter().filter(|one| one.is_decided()).collect();
    let find: f64 = decided.iter().map(|one| one.find).sum();
    let check: f64 = decided.iter().map(|one| one.check()).sum();
    let both = data.files.iter().filter_map(|file| {
        let (ours, theirs) = (file.results.get("certify")?, file.results.get(contender)?);
        (ours.is_decided() && theirs.is_decided()).then_some((ours.find, theirs.find))
    });
    let (ours, theirs) = both.fold((0.0, 0.0), |sum, both| (sum.0 + both.0, sum.1 + both.1));
    let is_ours = contender == "certify" || ours == 0.0;
    vec![
        format!("[{0}](benchmarks/{0}.md)", data.suite.name),
        contender.to_owned(),
        format!("{} of {} in {} s", decided.len(), all.len(), data.limit),
        seconds(find),
        seconds(check),
        if is_ours { "-".into() } else { ratio(theirs / ours.max(0.001)) },
        data.sessions.last().map_or(String::new(), |session| session.date.clone()),
    ]
}

/// All rows of a suite.
pub fn rows(data: &Data) -> Vec<Vec<String>> {
    data.contenders.iter().map(|contender| row_of(data, contender)).collect()
}

/// The index with the rows of these suites in place of their old ones.
pub fn with_rows(text: &str, suites: &[(&str, Vec<Vec<String>>)]) -> Result<String, String> {
    let missing = || format!("benchmarks.md: expected {}", BEGIN.trim_end());
    let (before, rest) = text.split_once(BEGIN).ok_or_else(missing)?;
    let (old, after) = rest.split_once(END).ok_or_else(missing)?;
    let mut rows = vec![row(&[
        "suite",
        "contender",
        "decided",
        "CPU s",
        "check s",
        "its time / certify's",
        "date",
    ])];
    let is_new =
        |line: &str| suites.iter().any(|(suite, _)| line.starts_with(&format!("| [{suite}](")));
    let mut kept: Vec<(String, Vec<String>)> = Vec::new();
    for line in old.lines().filter(|line| line.starts_with("| [") && !is_new(line)) {
        let cells: Vec<String> =
            line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
        let suite = line.trim_start_matches("| [").split(']').next().unwrap_or("").to_owned();
        kept.push((suite, cells));
    }
    for suite in crate::suites::SUITES {
        rows.extend(kept.iter().filter(|(name, _)| name == suite.name).map(|(_, row)| row.clone()));
        let new = suites.iter().filter(|(name, _)| *name == suite.name);
        rows.extend(new.flat_map(|(_, rows)| rows.clone()));
    }
    Ok(format!("{before}{BEGIN}{}{END}{after}", table(&rows)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_other_suites_stay() {
        let text = format!("a\n{BEGIN}| [cnf](x) | 1 |\n| [horn](x) | 2 |\n{END}\nb\n");
        let new = vec![("cnf", vec![row(&["[cnf](x)", "3"])])];
        let text = with_rows(&text, &new).unwrap();
        assert!(text.contains("| [cnf](x) | 3 |\n| [horn](x) | 2 |\n<!--"), "{text}");
        assert!(!text.contains("| 1 |"));
        assert!(with_rows("nothing", &[]).is_err());
    }
}
