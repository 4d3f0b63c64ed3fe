//! Charts in SVG, written by hand: axes, ticks, a legend, curves and points.

mod axis;
mod cactus;
mod scatter;

pub use axis::{Axis, Scale};
pub use cactus::cactus;
pub use scatter::{Point, scatter};

use std::fmt::Write;

/// The size of a picture and of the frame within it.
const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 80.0;
/// The legend stands there.
const RIGHT: f64 = 240.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 60.0;

/// Colours that stay apart for most eyes, and in grey.
const COLOURS: [&str; 8] =
    ["#0057b7", "#d35400", "#1a7f37", "#8e44ad", "#b5179e", "#6b4f1d", "#00838f", "#444444"];

/// How the points of a curve are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Joined, and marked.
    Line,
    /// Joined by steps.
    Steps,
    /// Marked only.
    Dots,
}

/// Points with a name in the legend.
pub struct Curve {
    pub name: String,
    pub look: Look,
    pub points: Vec<(f64, f64)>,
}

/// A line that helps the eye.
pub struct Guide {
    pub from: (f64, f64),
    pub to: (f64, f64),
    pub is_dashed: bool,
}

/// A picture.
pub struct Chart {
    pub title: String,
    pub x: Axis,
    pub y: Axis,
    pub guides: Vec<Guide>,
    pub curves: Vec<Curve>,
}

impl Chart {
    /// The whole file.
    pub fn svg(&self) -> String {
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n"
        );
        out += &text(
            f64::midpoint(LEFT, WIDTH - RIGHT),
            24.0,
            "middle",
            " font-size=\"15\"",
            &self.title,
        );
        self.axes(&mut out);
        for guide in &self.guides {
            let dash = if guide.is_dashed { " stroke-dasharray=\"5 4\"" } else { "" };
            let ((x1, y1), (x2, y2)) = (self.place(guide.from), self.place(guide.to));
            out += &format!(
                "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"#999\"{dash}/>\n"
            );
        }
        for (curve, colour) in self.curves.iter().zip(COLOURS.iter().cycle()) {
            self.curve(&mut out, curve, colour);
        }
        self.legend(&mut out);
        out + "</svg>\n"
    }

    /// Where a point is in the picture.
    fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let across = WIDTH - LEFT - RIGHT;
        let down = HEIGHT - TOP - BOTTOM;
        (LEFT + across * self.x.part(x), TOP + down * (1.0 - self.y.part(y)))
    }

    fn axes(&self, out: &mut String) {
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        for (value, label) in self.x.ticks() {
            let (x, _) = self.place((value, self.y.low));
            *out += &format!(
                "<line x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{bottom}\" stroke=\"#e4e4e4\"/>\n"
            );
            *out += &text(x, bottom + 18.0, "middle", "", &label);
        }
        for (value, label) in self.y.ticks() {
            let (_, y) = self.place((self.x.low, value));
            *out += &format!(
                "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" stroke=\"#e4e4e4\"/>\n"
            );
            *out += &text(LEFT - 8.0, y + 4.5, "end", "", &label);
        }
        let (across, down) = (right - LEFT, bottom - TOP);
        *out += &format!(
            "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{across}\" height=\"{down}\" fill=\"none\" stroke=\"#444\"/>\n"
        );
        *out += &text(LEFT + across / 2.0, HEIGHT - 16.0, "middle", "", &self.x.label);
        let middle = TOP + down / 2.0;
        let turn = format!(" transform=\"rotate(-90 20 {middle})\"");
        *out += &text(20.0, middle, "middle", &turn, &self.y.label);
    }

    fn curve(&self, out: &mut String, curve: &Curve, colour: &str) {
        if curve.look != Look::Dots && curve.points.len() > 1 {
            let mut path = String::new();
            let mut before: Option<f64> = None;
            for point in &curve.points {
                let (x, y) = self.place(*point);
                // Writing to a string cannot fail.
                let _written = match before {
                    None => write!(path, "M{x:.1} {y:.1}"),
                    Some(_) if curve.look == Look::Steps => write!(path, "H{x:.1}V{y:.1}"),
                    Some(_) => write!(path, "L{x:.1} {y:.1}"),
                };
                before = Some(y);
            }
            *out += &format!(
                "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n"
            );
        }
        if curve.look != Look::Steps {
            for point in &curve.points {
                let (x, y) = self.place(*point);
                *out += &format!(
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{colour}\" fill-opacity=\"0.75\"/>\n"
                );
            }
        }
    }

    /// The names of the curves, to the right of the frame.
    fn legend(&self, out: &mut String) {
        let left = WIDTH - RIGHT + 6.0;
        let mut y = TOP + 14.0;
        for (curve, colour) in self.curves.iter().zip(COLOURS.iter().cycle()) {
            let x = left + 10.0;
            *out += &format!(
                "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"12\" height=\"4\" fill=\"{colour}\"/>\n",
                y - 6.0
            );
            *out += &text(x + 18.0, y, "start", "", &curve.name);
            y += 18.0;
        }
    }
}

fn text(x: f64, y: f64, anchor: &str, more: &str, words: &str) -> String {
    let words = words.replace('&', "&amp;").replace('<', "&lt;").replace('`', "");
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\"{more}>{words}</text>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_chart() {
        let chart = Chart {
            title: "a < b".into(),
            x: Axis::new("bits", Scale::Log, [10.0, 100.0]),
            y: Axis::new("files", Scale::Linear, [0.0, 2.0]),
            guides: Vec::new(),
            curves: vec![Curve {
                name: "certify".into(),
                look: Look::Line,
                points: vec![(10.0, 0.0), (100.0, 2.0)],
            }],
        };
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/expected/chart.svg");
        if std::env::var("CERTIFY_BLESS").is_ok_and(|value| value == "1") {
            std::fs::write(path, chart.svg()).unwrap();
        }
        assert_eq!(chart.svg(), std::fs::read_to_string(path).unwrap());
    }
}
