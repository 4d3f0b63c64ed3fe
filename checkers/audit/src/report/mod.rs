//! What people and machines read. Nothing here decides anything: a report shows findings.

mod json;
mod text;

pub use json::json;
pub use text::text;
