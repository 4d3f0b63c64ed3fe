//! Tables in Markdown, and numbers for them.

/// A table; the first row is its head.
pub fn table(rows: &[Vec<String>]) -> String {
    let mut out = String::new();
    for (number, row) in rows.iter().enumerate() {
        out += &format!("| {} |\n", row.join(" | "));
        if number == 0 {
            out += &format!("|{}\n", " --- |".repeat(row.len()));
        }
    }
    out
}

/// Seconds: three digits behind the point below ten, else two.
pub fn seconds(value: f64) -> String {
    // The sum of nothing is -0.
    let value = value + 0.0;
    if value < 9.995 { format!("{value:.3}") } else { format!("{value:.2}") }
}

/// A ratio, with two or three digits that say something.
pub fn ratio(value: f64) -> String {
    if value < 9.995 { format!("{value:.2}") } else { format!("{value:.1}") }
}

/// Words to a row.
pub fn row(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}
