//! The lines of code that verdicts rest on, in full hundreds. `tests/architecture.rs` counts them
//! and keeps this table right.

/// The most lines of each verdict, as `docs/trust.md` has them.
const LINES: &[(&str, u32)] = &[
    ("lratcheck", 1500),
    ("dratcheck", 2700),
    ("mitercheck", 2700),
    ("pacheck", 3000),
    ("pacheck (three files)", 2000),
    ("invcheck", 3000),
    ("horncheck (safe)", 3000),
    ("horncheck (unsafe)", 2700),
    ("tracecheck (runs)", 2200),
    ("tracecheck (differences)", 2600),
    ("tracecheck (products)", 2800),
    ("tracecheck (models)", 1400),
    ("audit", 3000),
    ("audit and every kernel", 14800),
];

/// The most lines that a verdict rests on.
pub(crate) fn lines(verdict: &str) -> u32 {
    LINES.iter().find(|(name, _)| *name == verdict).map_or(0, |(_, lines)| *lines)
}
