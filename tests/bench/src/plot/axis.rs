//! An axis: from values to places, and where its ticks are.

/// How values are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    Linear,
    Log,
}

/// A range of values with a label.
pub struct Axis {
    pub label: String,
    pub scale: Scale,
    pub low: f64,
    pub high: f64,
}

impl Axis {
    /// An axis on which all these values have room; a logarithmic one leaves out what is not
    /// positive.
    pub fn new(label: &str, scale: Scale, values: impl IntoIterator<Item = f64>) -> Self {
        let fits = |value: &f64| value.is_finite() && (scale == Scale::Linear || *value > 0.0);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.into_iter().filter(fits) {
            low = low.min(value);
            high = high.max(value);
        }
        if low > high {
            (low, high) = (1.0, 10.0);
        }
        if scale == Scale::Linear {
            low = low.min(0.0);
        }
        if low >= high {
            high = if scale == Scale::Log { low * 10.0 } else { low + 1.0 };
        }
        Self { label: label.to_owned(), scale, low, high }
    }

    /// The part of the axis that lies before a value, from 0 to 1.
    pub fn part(&self, value: f64) -> f64 {
        let part = match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Log => (value.max(self.low) / self.low).ln() / (self.high / self.low).ln(),
        };
        part.clamp(0.0, 1.0)
    }

    /// Where the ticks are, and what stands there.
    pub fn ticks(&self) -> Vec<(f64, String)> {
        let mut ticks = match self.scale {
            Scale::Linear => self.even(),
            Scale::Log => self.powers(),
        };
        ticks.retain(|value| *value >= self.low * 0.999 && *value <= self.high * 1.001);
        ticks.into_iter().map(|value| (value, name(value))).collect()
    }

    /// About five steps of 1, 2 or 5 times a power of ten.
    fn even(&self) -> Vec<f64> {
        let rough = (self.high - self.low) / 5.0;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power);
        let step = step.clone().find(|step| *step >= rough * 0.999).unwrap_or(power);
        let mut ticks = Vec::new();
        let mut value = (self.low / step).ceil() * step;
        while value <= self.high * 1.001 {
            ticks.push(value);
            value += step;
        }
        ticks
    }

    /// Powers of ten; where there are few of them, 2 and 5 times them too.
    fn powers(&self) -> Vec<f64> {
        let decades = (self.high / self.low).log10();
        let factors: &[f64] = if decades <= 2.5 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let mut power = 10_f64.powf(self.low.log10().floor());
        let mut ticks = Vec::new();
        while power <= self.high * 1.001 {
            ticks.extend(factors.iter().map(|factor| factor * power));
            power *= 10.0;
        }
        ticks
    }
}

/// A number for a tick: with k, M and G for thousands.
fn name(value: f64) -> String {
    for (unit, letter) in [(1e9, "G"), (1e6, "M"), (1e4, "k")] {
        if value >= unit * 0.999 {
            let unit = if letter == "k" { 1e3 } else { unit };
            return format!("{}{letter}", plain(value / unit));
        }
    }
    plain(value)
}

/// As few digits as show the number.
fn plain(value: f64) -> String {
    let digits: usize = match value.abs() {
        size if size < 1e-9 => 0,
        size if size >= 0.999 => usize::from((size - size.round()).abs() > 0.01),
        size if size >= 0.0999 => 1,
        size if size >= 0.00999 => 2,
        size if size >= 0.000_999 => 3,
        _ => 6,
    };
    format!("{value:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis) -> Vec<String> {
        axis.ticks().into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn ticks_are_round() {
        let axis = Axis::new("", Scale::Log, [0.001, 60.0]);
        assert_eq!(labels(&axis), ["0.001", "0.01", "0.1", "1", "10"]);
        let axis = Axis::new("", Scale::Log, [16.0, 1024.0]);
        assert_eq!(labels(&axis), ["20", "50", "100", "200", "500", "1000"]);
        let axis = Axis::new("", Scale::Linear, [3.0, 85.0]);
        assert_eq!(labels(&axis), ["0", "20", "40", "60", "80"]);
        let axis = Axis::new("", Scale::Linear, [2.0]);
        assert_eq!(labels(&axis), ["0", "0.5", "1", "1.5", "2"]);
        let axis = Axis::new("", Scale::Log, [1e3, 1e9]);
        assert_eq!(labels(&axis), ["1000", "10k", "100k", "1M", "10M", "100M", "1G"]);
    }

    #[test]
    fn values_have_places() {
        let axis = Axis::new("", Scale::Log, [1.0, 100.0]);
        assert!((axis.part(10.0) - 0.5).abs() < 1e-9);
        assert!(axis.part(0.0).abs() < 1e-9);
        let axis = Axis::new("", Scale::Linear, []);
        assert!((axis.part(10.0) - 1.0).abs() < 1e-9);
        let axis = Axis::new("", Scale::Log, [5.0]);
        assert!((axis.high - 50.0).abs() < 1e-9);
    }
}
