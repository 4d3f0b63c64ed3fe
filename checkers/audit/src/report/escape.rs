//! Names as text of XML and HTML.

use checker_command::line;

/// The text without what could end it: what hides is escaped, and with it all that is no letter
/// of XML; `& < > " '` become entities.
pub(crate) fn escape(text: &str) -> String {
    let text = line(text);
    let letters = text.trim_end_matches('\n').chars().map(|letter| match letter {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        '\'' => "&#39;".to_owned(),
        _ => letter.to_string(),
    });
    letters.collect()
}
