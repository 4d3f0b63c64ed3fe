//! How many files each contender decides within a time.

use super::{Axis, Chart, Curve, Look, Scale};

/// Times below this are not told apart.
pub const LEAST: f64 = 0.001;

/// A curve for each contender from the CPU seconds of the files it decided.
pub fn cactus(title: &str, contenders: &[(String, Vec<f64>)], limit: f64) -> Chart {
    let curves = contenders.iter().map(|(name, times)| {
        let mut times: Vec<f64> = times.iter().map(|time| time.max(LEAST)).collect();
        times.sort_by(f64::total_cmp);
        let count = times.len() as f64;
        let mut points = vec![(LEAST, 0.0)];
        points.extend(times.into_iter().zip(1..).map(|(time, number)| (time, f64::from(number))));
        points.push((limit, count));
        Curve { name: format!("{name} ({count})"), look: Look::Steps, points }
    });
    let most = contenders.iter().map(|(_, times)| times.len()).max().unwrap_or(0);
    Chart {
        title: title.to_owned(),
        x: Axis::new("CPU seconds", Scale::Log, [LEAST, limit]),
        y: Axis::new("files decided", Scale::Linear, [0.0, most as f64 * 1.02]),
        guides: Vec::new(),
        curves: curves.collect(),
    }
}
