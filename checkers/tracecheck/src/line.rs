//! Lines of values.

use crate::Failure;
use claim_trace::{Object, Rejection};
use format_input::Place;
use format_trace::Value;

/// The values of a line, if there are as many as expected and none is `x`.
pub(crate) fn definite(
    line: &[Value],
    place: Place,
    expected: usize,
    what: &'static str,
    object: impl Fn(usize) -> Object,
) -> Result<Vec<bool>, Failure> {
    if line.len() != expected {
        let rejection = Rejection::Width { what, expected, found: line.len() };
        return Err(Failure::Rejected { place, rejection });
    }
    let value = |(number, value): (usize, &Value)| {
        let rejection = Rejection::Unknown(object(number));
        value.ok_or_else(|| Failure::Rejected { place: nth_after(place, number), rejection })
    };
    line.iter().enumerate().map(value).collect()
}

/// The place of a value on its line.
pub(crate) fn nth_after(place: Place, number: usize) -> Place {
    match place {
        Place::Text { line, column } => {
            let column = column.saturating_add(u64::try_from(number).unwrap_or(u64::MAX));
            Place::Text { line, column }
        }
        Place::Byte(_) => place,
    }
}
