//! Small fractions, and the operators of SMT-LIB on them. What does not fit has no value.

/// A fraction in lowest terms; the denominator is positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ratio {
    above: i128,
    below: i128,
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

impl Ratio {
    pub(super) fn new(above: i128, below: i128) -> Option<Self> {
        let largest = 1_i128 << 60;
        let common = gcd(above, below);
        if common == 0 || below == 0 || above.abs() > largest || below.abs() > largest {
            return None;
        }
        let sign = below.signum();
        Some(Self { above: sign * above / common, below: sign * below / common })
    }

    pub(super) fn from(number: i128) -> Self {
        Self { above: number, below: 1 }
    }

    /// `12` or `12.50`.
    pub(super) fn parse(word: &str) -> Option<Self> {
        let (whole, part) = word.split_once('.').unwrap_or((word, ""));
        let digits = format!("{whole}{part}");
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number || whole.is_empty() || digits.len() > 15 {
            return None;
        }
        Self::new(digits.parse().ok()?, 10_i128.pow(part.len() as u32))
    }

    pub(super) fn is_zero(self) -> bool {
        self.above == 0
    }

    pub(super) fn to_integer(self) -> Option<i128> {
        (self.below == 1).then_some(self.above)
    }

    fn add(self, other: Self) -> Option<Self> {
        Self::new(self.above * other.below + other.above * self.below, self.below * other.below)
    }

    fn times(self, other: Self) -> Option<Self> {
        Self::new(self.above * other.above, self.below * other.below)
    }

    fn negated(self) -> Self {
        Self { above: -self.above, below: self.below }
    }

    fn is_below(self, other: Self) -> bool {
        self.above * other.below < other.above * self.below
    }
}

fn truth(holds: bool) -> Ratio {
    Ratio::from(i128::from(holds))
}

/// The value of an operator, truth values being 0 and 1; nothing if it is not known.
pub(super) fn apply(operator: &str, parts: &[Ratio]) -> Option<Ratio> {
    let is = |part: &Ratio| !part.is_zero();
    let chain = |holds: fn(Ratio, Ratio) -> bool| {
        Some(truth(parts.windows(2).all(|pair| holds(pair[0], pair[1]))))
    };
    match (operator, parts) {
        ("and", _) => Some(truth(parts.iter().all(is))),
        ("or", _) => Some(truth(parts.iter().any(is))),
        ("not", [part]) => Some(truth(!is(part))),
        ("=>", [body @ .., head]) => Some(truth(!body.iter().all(is) || is(head))),
        ("xor", [_, _, ..]) => Some(truth(parts.iter().filter(|part| is(part)).count() % 2 == 1)),
        ("ite", [condition, a, b]) => Some(if is(condition) { *a } else { *b }),
        ("=", [_, _, ..]) => chain(|a, b| a == b),
        ("<", [_, _, ..]) => chain(Ratio::is_below),
        ("<=", [_, _, ..]) => chain(|a, b| !b.is_below(a)),
        (">", [_, _, ..]) => chain(|a, b| b.is_below(a)),
        (">=", [_, _, ..]) => chain(|a, b| !a.is_below(b)),
        ("distinct", [_, _, ..]) => {
            let pairs = (0..parts.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
            Some(truth(pairs.into_iter().all(|(a, b)| parts[a] != parts[b])))
        }
        ("to_real", [part]) => Some(*part),
        ("+", [first, rest @ ..]) => rest.iter().try_fold(*first, |sum, part| sum.add(*part)),
        ("-", [part]) => Some(part.negated()),
        ("-", [first, rest @ ..]) => {
            rest.iter().try_fold(*first, |sum, part| sum.add(part.negated()))
        }
        ("*", [first, rest @ ..]) => rest.iter().try_fold(*first, |sum, part| sum.times(*part)),
        ("/", [first, rest @ ..]) => rest
            .iter()
            .try_fold(*first, |quotient, part| quotient.times(Ratio::new(part.below, part.above)?)),
        ("div" | "mod", [a, d]) => {
            let (a, d) = (a.to_integer()?, d.to_integer()?);
            if d == 0 {
                return None;
            }
            let rest = a.rem_euclid(d);
            Some(Ratio::from(if operator == "mod" { rest } else { (a - rest) / d }))
        }
        _ => None,
    }
}
