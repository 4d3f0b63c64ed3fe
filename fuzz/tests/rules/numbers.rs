//! Numbers: division, rounding, and the laws of arithmetic.

use format_number::{Integer, Rational};
use proptest::prelude::*;

#[test]
fn division_is_euclidean() {
    for a in -60_i64..=60 {
        for b in -20_i64..=20 {
            let found = Integer::from(a).div_rem(&Integer::from(b));
            let expected = (b != 0).then(|| (a.div_euclid(b), a.rem_euclid(b)));
            assert_eq!(found, expected.map(|(q, r)| (q.into(), r.into())), "{a} / {b}");
        }
    }
}

#[test]
fn bounds_are_rounded_down_and_up() {
    for above in -40_i64..=40 {
        for below in 1_i64..=9 {
            let number = Rational::fraction(&above.into(), &below.into()).unwrap();
            assert_eq!(number.floor(), above.div_euclid(below).into(), "{above}/{below}");
            assert_eq!(number.ceil(), (-(-above).div_euclid(below)).into(), "{above}/{below}");
            assert_eq!(number.is_integer(), above % below == 0);
        }
    }
}

fn integer(text: &str) -> Integer {
    Integer::parse_decimal(text).unwrap()
}

proptest! {
    #[test]
    fn long_division_is_euclidean(a in "-?[1-9][0-9]{0,90}", b in "-?[1-9][0-9]{0,45}") {
        let (a, b) = (integer(&a), integer(&b));
        let (quotient, rest) = a.div_rem(&b).unwrap();
        prop_assert_eq!(&(&quotient * &b) + &rest, a);
        prop_assert!(rest.signum() >= 0 && rest < b.abs());
    }

    #[test]
    fn long_numbers_obey_the_laws(
        a in "-?[1-9][0-9]{0,60}", b in "-?[1-9][0-9]{0,60}", c in "-?[1-9][0-9]{0,60}"
    ) {
        let (a, b, c) = (integer(&a), integer(&b), integer(&c));
        prop_assert_eq!(&(&a + &b) * &c, &(&a * &c) + &(&b * &c));
        prop_assert_eq!(&(&a - &b) + &b, a.clone());
        prop_assert_eq!(a < b, (&a - &b).signum() < 0);
        let common = a.gcd(&b);
        for number in [&a, &b] {
            prop_assert!(number.div_rem(&common).unwrap().1.is_zero());
        }
        prop_assert_eq!(integer(&a.to_string()), a);
    }

    #[test]
    fn fractions_are_those_of_small_numbers(
        a in -99_i64..=99, b in 1_i64..=99, c in -99_i64..=99, d in 1_i64..=99
    ) {
        let fraction = |a: i64, b: i64| Rational::fraction(&a.into(), &b.into()).unwrap();
        let (left, right) = (fraction(a, b), fraction(c, d));
        prop_assert_eq!(&left + &right, fraction(a * d + c * b, b * d));
        prop_assert_eq!(&left * &right, fraction(a * c, b * d));
        prop_assert_eq!(left < right, a * d < c * b);
        prop_assert_eq!(left == right, a * d == c * b);
        prop_assert_eq!(Rational::parse(&left.to_string()), Some(left));
    }
}
