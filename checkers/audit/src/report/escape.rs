//! Names as text of XML and HTML.

use checker_command::line;

/// The text without what could end it: control characters and marks that turn the direction of
/// writing are escaped, `& < > " '` become entities.
pub(crate) fn escape(text: &str) -> String {
    let text = line(text);
    let letters = text.trim_end_matches('\n').chars().map(|letter| match letter {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        '\'' => "&#39;".to_owned(),
        // No letters of XML.
        '\u{fffe}' | '\u{ffff}' => letter.escape_default().to_string(),
        _ => letter.to_string(),
    });
    letters.collect()
}
