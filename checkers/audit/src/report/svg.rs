//! Waveforms as SVG: a row for each signal, the failing time or the wrong bits marked.

use super::escape::escape;
use crate::finding::quote;
use crate::wave::{Signal, Wave};

/// Sizes in pixels.
const LETTER: usize = 8;
const STEP: usize = 26;
const ROW: usize = 24;
const HIGH: usize = 5;
const LOW: usize = 19;

/// The drawing. Names of numbers are ours, names of signals the circuit's.
pub(crate) fn svg(wave: &Wave) -> String {
    let columns = wave.signals.iter().map(|signal| signal.values.len()).max().unwrap_or(0);
    let names = wave.signals.iter();
    let names: Vec<String> = names.map(|signal| shown(&signal.name, wave.has_bits)).collect();
    let widest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let label = widest.saturating_mul(LETTER).saturating_add(16);
    let x = |column: usize| label.saturating_add(column.saturating_mul(STEP));
    let width = x(columns).saturating_add(8);
    let height = wave.signals.len().saturating_add(1).saturating_mul(ROW).saturating_add(4);
    let mut text = format!(
        "<svg class=wave width={width} height={height} viewBox=\"0 0 {width} {height}\" role=img>\n"
    );
    text.extend(wave.marks.iter().map(|&column| {
        format!("<rect class=mark x={} y=0 width={STEP} height={height} />\n", x(column))
    }));
    text.extend((0..columns).map(|column| {
        let shown = wave.first.saturating_add(column);
        let centre = x(column).saturating_add(STEP / 2);
        format!("<text class=time x={centre} y=15>{shown}</text>\n")
    }));
    text.extend(wave.signals.iter().zip(&names).enumerate().map(|(number, (signal, name))| {
        let top = number.saturating_add(1).saturating_mul(ROW);
        let class = if signal.fails { "fails" } else { "plain" };
        format!(
            "<text class=\"label {class}\" x={} y={}>{}</text>\n<path class={class} d=\"{}\" />\n",
            label.saturating_sub(8),
            top.saturating_add(16),
            escape(name),
            path(signal, label, top)
        )
    }));
    let what = if wave.has_bits { "bits, the lowest first" } else { "times" };
    let more = match (wave.hidden, wave.has_bits) {
        (0, _) => String::new(),
        (hidden, true) => format!("; not drawn: {hidden} bits"),
        (hidden, false) => format!("; not drawn: {hidden} signals"),
    };
    text + "</svg>\n<p class=note>columns: " + what + &more + "</p>\n"
}

/// The line of a signal: level by level, with edges between.
fn path(signal: &Signal, left: usize, top: usize) -> String {
    let x = |time: usize| left.saturating_add(time.saturating_mul(STEP));
    let levels = signal.values.iter().enumerate().map(|(time, &value)| {
        let y = top.saturating_add(if value { HIGH } else { LOW });
        let start = if time == 0 { "M" } else { "L" };
        format!("{start}{} {y}H{}", x(time), x(time.saturating_add(1)))
    });
    levels.collect::<Vec<_>>().concat()
}

/// The name, not at any length. What comes from a circuit is in quotes.
fn shown(name: &str, is_ours: bool) -> String {
    let short: String = name.chars().take(20).collect();
    let rest = if short.len() < name.len() { "\u{2026}" } else { "" };
    if is_ours { name.to_owned() } else { quote(&short) + rest }
}
