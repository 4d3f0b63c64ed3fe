//! Against 128-bit arithmetic, and identities on large random numbers.

use crate::{Integer, Rational};

/// A generator of numbers (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number of random length up to 64 bits, often near a power of two.
    fn small(&mut self) -> i64 {
        let number = self.next().cast_signed() >> (self.next() % 64);
        match self.next() % 8 {
            0 => [i64::MIN, i64::MAX, 0, 1, -1, i64::MIN + 1]
                [usize::try_from(self.next() % 6).unwrap()],
            1 => 1_i64.rotate_left(u32::try_from(self.next() % 64).unwrap()),
            _ => number,
        }
    }

    /// A number of up to `words` words, with many words of all zeros or ones.
    fn large(&mut self, words: u64) -> Integer {
        let mut number = Integer::ZERO;
        let base = wide(1_i128 << 64);
        for _ in 0..=self.next().checked_rem(words).unwrap_or(0) {
            let word = match self.next() % 4 {
                0 => 0,
                1 => u64::MAX,
                2 => 1 << 63,
                _ => self.next(),
            };
            number = number * &base + wide(i128::from(word));
        }
        if self.next().is_multiple_of(2) { -number } else { number }
    }
}

/// A number of 128 bits, by its digits.
fn wide(number: i128) -> Integer {
    Integer::parse_decimal(&number.to_string()).unwrap()
}

fn euclid(a: i128, b: i128) -> i128 {
    a.checked_rem(b).map_or(a.abs(), |rest| euclid(b, rest))
}

#[test]
fn small_integers_agree_with_wider_ones() {
    let mut random = Random(0x1234_5678_9abc_def1);
    for _ in 0..200_000 {
        let (a, b) = (random.small(), random.small());
        let (x, y) = (i128::from(a), i128::from(b));
        let (p, q) = (Integer::from(a), Integer::from(b));
        assert_eq!(&p + &q, wide(x + y));
        assert_eq!(&p - &q, wide(x - y));
        assert_eq!(&p * &q, wide(x * y));
        assert_eq!(-&p, wide(-x));
        assert_eq!(p.cmp(&q), a.cmp(&b));
        assert_eq!(p.gcd(&q), wide(euclid(x, y)));
        assert_eq!(p.div_euclid(&q), x.checked_div_euclid(y).map(wide));
        assert_eq!(p.rem_euclid(&q), x.checked_rem_euclid(y).map(wide));
        assert_eq!(i128::from(p.signum()), x.signum());
        assert_eq!(p.bits(), u64::from(128 - x.unsigned_abs().leading_zeros()));
        assert_eq!((&p * &q).to_string(), (x * y).to_string());
        assert_eq!(Integer::parse_decimal(&(x * y).to_string()), Some(wide(x * y)));
    }
}

#[test]
fn large_integers_keep_the_laws() {
    let mut random = Random(0xfeed_beef_0123_4567);
    for _ in 0..20_000 {
        let (a, b, c) = (random.large(8), random.large(5), random.large(4));
        assert_eq!(&(&a + &b) - &b, a);
        assert_eq!(&a - &b, -(&b - &a));
        assert_eq!(&(&a + &b) * &c, &a * &c + &b * &c);
        assert_eq!((&a + &b).cmp(&(&a + &c)), b.cmp(&c));
        assert_eq!(Integer::parse_decimal(&a.to_string()), Some(a.clone()));
        let divided = a.div_euclid(&b).zip(a.rem_euclid(&b));
        assert_eq!(divided.is_none(), b.is_zero());
        if let Some((quotient, rest)) = divided {
            assert_eq!(&quotient * &b + &rest, a);
            assert!(rest.signum() >= 0 && rest < b.abs());
            assert_eq!((&a * &b).div_euclid(&b), Some(a.clone()));
            let floor = a.div_floor(&b).unwrap();
            let rest = (&a - &floor * &b) * Integer::from(i64::from(b.signum()));
            assert!(rest.signum() >= 0 && rest < b.abs());
        }
        let common = (&a * &c).gcd(&(&b * &c));
        assert_eq!(common, a.gcd(&b) * c.abs());
    }
}

#[test]
fn small_fractions_agree_with_products() {
    let mut random = Random(0x0dd0_0dd0_1234_4321);
    let fraction = |a: i64, b: i64| Rational::new(Integer::from(a), Integer::from(b));
    for _ in 0..100_000 {
        let [a, b, c, d] = std::array::from_fn(|_| random.small());
        let (Some(p), Some(q)) = (fraction(a, b), fraction(c, d)) else { continue };
        let [a, b, c, d] = [a, b, c, d].map(Integer::from);
        let expected = Rational::new(&a * &d + &c * &b, &b * &d).unwrap();
        assert_eq!(&p + &q, expected);
        assert_eq!(&expected - &q, p);
        assert_eq!(&p * &q, Rational::new(&a * &c, &b * &d).unwrap());
        assert_eq!(p.div(&q), Rational::new(&a * &d, &b * &c));
        assert_eq!(p.cmp(&q), (&p - &q).signum().cmp(&0));
        assert!(p.denominator().signum() > 0);
        assert!(Rational::from(p.floor()) <= p && p < Rational::from(p.floor() + Integer::ONE));
        assert!(Rational::from(p.ceil()) >= p && p > Rational::from(p.ceil() - Integer::ONE));
        assert_eq!(Rational::parse(&p.to_string()), Some(p.clone()));
    }
}

#[test]
fn large_fractions_keep_the_laws() {
    let mut random = Random(0x7777_0000_1111_2222);
    for _ in 0..3_000 {
        let mut next = || Rational::new(random.large(3), random.large(3)).unwrap_or_default();
        let (a, b, c) = (next(), next(), next());
        assert_eq!(&(&a + &b) * &c, &a * &c + &b * &c);
        assert_eq!(&(&a + &b) - &b, a);
        assert_eq!(b.recip().map(|inverse| &inverse * &b), (!b.is_zero()).then_some(Rational::ONE));
        assert_eq!(a.cmp(&b), (&a - &b).signum().cmp(&0));
        assert_eq!(Rational::parse(&a.to_string()), Some(a));
    }
}

#[test]
fn a_number_is_written_in_one_way() {
    for text in ["", "-", "-0", "00", "01", "+1", "1-", " 1", "1 ", "1e3", "--1", "1/"] {
        assert_eq!(Integer::parse_decimal(text), None, "{text}");
    }
    for text in ["2/4", "1/1", "1/0", "0/2", "1/-2", "1/02", "/2", "1/2/3", "0/1", "-0/3", "1/"] {
        assert_eq!(Rational::parse(text), None, "{text}");
    }
    assert_eq!(Rational::parse("-3/2").map(|number| number.floor()), Some(Integer::from(-2)));
    assert_eq!(Rational::parse("-3/2").map(|number| number.ceil()), Some(Integer::from(-1)));
    let large = "123456789012345678901234567890";
    assert_eq!(Integer::parse_decimal(large).unwrap().to_string(), large);
    assert_eq!(format!("-{large}"), (-Integer::parse_decimal(large).unwrap()).to_string());
}
