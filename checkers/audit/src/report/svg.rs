//! Waveforms as SVG: a row for each signal, the failing time marked.

use super::escape::escape;
use crate::wave::{Signal, Wave};

/// Sizes in pixels.
const LETTER: usize = 8;
const STEP: usize = 26;
const ROW: usize = 24;
const HIGH: usize = 5;
const LOW: usize = 19;

/// The drawing.
pub(crate) fn svg(wave: &Wave) -> String {
    let times = wave.signals.first().map_or(0, |signal| signal.values.len());
    let names = wave.signals.iter().map(|signal| shortened(&signal.name).chars().count());
    let label = names.max().unwrap_or(0).saturating_mul(LETTER).saturating_add(16);
    let x = |time: usize| label.saturating_add(time.saturating_mul(STEP));
    let width = x(times).saturating_add(8);
    let height = wave.signals.len().saturating_add(1).saturating_mul(ROW).saturating_add(4);
    let mark = x(times.saturating_sub(1));
    let mut text = format!(
        "<svg class=wave width={width} height={height} viewBox=\"0 0 {width} {height}\" role=img>\n\
         <rect class=mark x={mark} y=0 width={STEP} height={height} />\n"
    );
    text.extend((0..times).map(|time| {
        let shown = wave.first.saturating_add(time);
        let centre = x(time).saturating_add(STEP / 2);
        format!("<text class=time x={centre} y=15>{shown}</text>\n")
    }));
    text.extend(wave.signals.iter().enumerate().map(|(number, signal)| {
        let top = number.saturating_add(1).saturating_mul(ROW);
        let class = if signal.fails { "fails" } else { "plain" };
        format!(
            "<text class=\"label {class}\" x={} y={}>{}</text>\n<path class={class} d=\"{}\" />\n",
            label.saturating_sub(8),
            top.saturating_add(16),
            escape(&shortened(&signal.name)),
            path(signal, label, top)
        )
    }));
    let hidden = wave.hidden;
    let more = format!("<p>{hidden} more signals are not drawn</p>\n");
    text + "</svg>\n" + if hidden > 0 { &more } else { "" }
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

fn shortened(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    match letters.get(..20) {
        Some(first) if letters.len() > 22 => first.iter().chain(&['…']).collect(),
        _ => name.to_owned(),
    }
}
