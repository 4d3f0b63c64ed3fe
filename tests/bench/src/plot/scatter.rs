//! Two contenders against each other, file by file.

use super::{Axis, Chart, Curve, Guide, Look, Scale};

/// One file: what the peer and what we took; undecided is at the limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub peer: f64,
    pub ours: f64,
    pub holds: bool,
}

const LEAST: f64 = super::cactus::LEAST;

/// Below the diagonal we are faster; dashed lines are ten times apart, and the limit.
pub fn scatter(title: &str, peer: &str, points: &[Point], limit: f64) -> Chart {
    let range = [LEAST, limit * 1.5];
    let curve = |name: &str, holds: bool| Curve {
        name: name.to_owned(),
        look: Look::Dots,
        points: points
            .iter()
            .filter(|point| point.holds == holds)
            .map(|point| (point.peer.max(LEAST), point.ours.max(LEAST)))
            .collect(),
    };
    let top = limit * 1.5;
    let line = |from, to, is_dashed| Guide { from, to, is_dashed };
    Chart {
        title: title.to_owned(),
        x: Axis::new(&format!("{peer}, CPU seconds"), Scale::Log, range),
        y: Axis::new("certify, CPU seconds", Scale::Log, range),
        guides: vec![
            line((LEAST, LEAST), (top, top), false),
            line((LEAST * 10.0, LEAST), (top, top / 10.0), true),
            line((LEAST, LEAST * 10.0), (top / 10.0, top), true),
            line((limit, LEAST), (limit, top), true),
            line((LEAST, limit), (top, limit), true),
        ],
        curves: vec![curve("holds", true), curve("fails", false)],
    }
}
