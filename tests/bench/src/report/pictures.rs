//! The plots of a suite.

use super::data::{Data, Outcome};
use crate::plot::{Axis, Chart, Curve, Look, Point, Scale, cactus, scatter};
use crate::raw::Verdict;
use std::collections::BTreeSet;

/// A plot and where it goes.
pub struct Picture {
    pub file: String,
    pub title: String,
    pub svg: String,
}

/// Times below this are too coarse for a slope.
const COARSE: f64 = 0.01;

/// Cactus and scatter plots, or curves; and what checking costs.
pub fn pictures(data: &Data) -> Vec<Picture> {
    let name = data.suite.name;
    let limit = data.limit as f64;
    let mut pictures = Vec::new();
    let mut add = |kind: &str, chart: Chart| {
        let file = format!("{name}-{kind}.svg");
        pictures.push(Picture { file, title: chart.title.clone(), svg: chart.svg() });
    };
    let is_curves = data.files.iter().any(|file| !file.series.is_empty());
    if is_curves {
        for (series, chart) in curves(data) {
            let kind: String = series
                .chars()
                .map(|letter| if letter.is_alphanumeric() { letter } else { '-' })
                .collect();
            add(&kind.to_lowercase().replace("--", "-"), chart);
        }
    } else {
        // A file that some contender was not run on would count against it.
        let tried: Vec<_> = data
            .files
            .iter()
            .filter(|file| data.contenders.iter().all(|one| file.results.contains_key(one)))
            .collect();
        let decided = data.contenders.iter().map(|contender| {
            let results = tried.iter().filter_map(|file| file.results.get(contender));
            let times = results.filter(|one| one.is_decided()).map(|one| one.find);
            (contender.clone(), times.collect())
        });
        let decided: Vec<(String, Vec<f64>)> = decided.collect();
        let title = format!("{name}: files decided within a time, of {}", tried.len());
        add("cactus", cactus(&title, &decided, limit));
        for peer in data.contenders.iter().filter(|peer| *peer != "certify") {
            let points = points(data, peer, limit);
            if !points.is_empty() {
                let title = format!("{name}: certify against {peer}");
                add(
                    &format!("scatter-{}", peer.replace(' ', "")),
                    scatter(&title, peer, &points, limit),
                );
            }
        }
    }
    add("check", checks(data));
    pictures
}

/// Files that one of both decides; undecided is drawn at the limit.
fn points(data: &Data, peer: &str, limit: f64) -> Vec<Point> {
    let place = |one: &Outcome| if one.is_decided() { one.find.min(limit) } else { limit };
    let both = data
        .files
        .iter()
        .filter_map(|file| Some((file.results.get("certify")?, file.results.get(peer)?)));
    both.filter(|(ours, theirs)| ours.is_decided() || theirs.is_decided())
        .map(|(ours, theirs)| {
            let verdict = if ours.is_decided() { ours.verdict } else { theirs.verdict };
            Point { peer: place(theirs), ours: place(ours), holds: verdict == Some(Verdict::Holds) }
        })
        .collect()
}

/// A chart for each series: finding for each contender, checking for ours.
fn curves(data: &Data) -> Vec<(String, Chart)> {
    let series: BTreeSet<&str> = data.files.iter().map(|file| file.series.as_str()).collect();
    let mut charts = Vec::new();
    for series in series {
        let mut curves = Vec::new();
        for contender in &data.contenders {
            let decided: Vec<(f64, &Outcome)> = data
                .of(contender)
                .filter(|(file, one)| file.series == series && one.is_decided())
                .filter_map(|(file, one)| Some((file.size?, one)))
                .collect();
            let mut add = |name: String, points: Vec<(f64, f64)>| {
                if !points.is_empty() {
                    curves.push(Curve { name, look: Look::Line, points });
                }
            };
            let time = |value: f64| value.max(0.001);
            add(
                contender.clone(),
                decided.iter().map(|(size, one)| (*size, time(one.find))).collect(),
            );
            let mut names: Vec<&str> = Vec::new();
            for check in decided.iter().flat_map(|(_, one)| &one.checks) {
                if !names.contains(&check.name.as_str()) {
                    names.push(&check.name);
                }
            }
            for name in names {
                let points = decided.iter().filter_map(|(size, one)| {
                    let check = one.checks.iter().find(|check| check.name == name)?;
                    Some((*size, time(check.cpu)))
                });
                add(format!("{contender}: {name}"), points.collect());
            }
        }
        let all: Vec<(f64, f64)> = curves.iter().flat_map(|curve| curve.points.clone()).collect();
        charts.push((
            series.to_owned(),
            Chart {
                title: format!("growth: {series}"),
                x: Axis::new(series, Scale::Log, room(all.iter().map(|point| point.0))),
                y: Axis::new("CPU seconds", Scale::Log, room(all.iter().map(|point| point.1))),
                guides: Vec::new(),
                curves,
            },
        ));
    }
    charts
}

/// What checking costs against the bytes of the certificate.
fn checks(data: &Data) -> Chart {
    let mut curves = Vec::new();
    for contender in &data.contenders {
        for name in data.checkers(contender) {
            let points = data.of(contender).filter_map(|(_, one)| {
                let check = one.checks.iter().find(|check| check.name == name)?;
                (one.bytes > 0.0).then_some((one.bytes, check.cpu.max(0.001)))
            });
            let points: Vec<(f64, f64)> = points.collect();
            if !points.is_empty() {
                let name = format!("{contender}: {name}");
                curves.push(Curve { name, look: Look::Dots, points });
            }
        }
    }
    let all: Vec<(f64, f64)> = curves.iter().flat_map(|curve| curve.points.clone()).collect();
    Chart {
        title: format!("{}: checking against the bytes of the certificate", data.suite.name),
        x: Axis::new("bytes", Scale::Log, room(all.iter().map(|point| point.0))),
        y: Axis::new("CPU seconds", Scale::Log, room(all.iter().map(|point| point.1))),
        guides: Vec::new(),
        curves,
    }
}

/// The values and a little more, so that no point lies on the frame.
fn room(values: impl Iterator<Item = f64>) -> Vec<f64> {
    values.flat_map(|value| [value * 0.9, value * 1.1]).collect()
}

/// The slope of the line through the logarithms, by least squares.
pub fn slope(points: &[(f64, f64)]) -> Option<f64> {
    let logarithms: Vec<(f64, f64)> = points
        .iter()
        .filter(|(size, time)| *size > 0.0 && *time >= COARSE)
        .map(|(size, time)| (size.ln(), time.ln()))
        .collect();
    if logarithms.len() < 2 {
        return None;
    }
    let count = logarithms.len() as f64;
    let (sum_x, sum_y) =
        logarithms.iter().fold((0.0, 0.0), |(left, right), (x, y)| (left + x, right + y));
    let (mean_x, mean_y) = (sum_x / count, sum_y / count);
    let along: f64 = logarithms.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
    let both: f64 = logarithms.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    (along > 0.0).then(|| both / along)
}

#[cfg(test)]
mod tests {
    use super::slope;

    #[test]
    fn slopes_of_powers() {
        let square: Vec<(f64, f64)> =
            [1.0, 2.0, 4.0, 8.0].into_iter().map(|size| (size, size * size)).collect();
        assert!((slope(&square).unwrap() - 2.0).abs() < 1e-9);
        assert_eq!(slope(&[(1.0, 0.001), (2.0, 0.002)]), None);
        assert_eq!(slope(&[(1.0, 1.0), (1.0, 2.0)]), None);
    }
}
