//! What people and machines read. Nothing here decides anything: a report shows findings.

mod escape;
mod html;
mod json;
mod junit;
mod page;
mod svg;
mod text;

pub use html::html;
pub use json::json;
pub use junit::junit;
pub use text::text;
