//! Options and claims.

use crate::{Claim, Constant, Error, Options, Order};
use format_aiger::{Model, Parts, Variables};

fn circuit(inputs: u32, outputs: usize) -> Model {
    let outputs = vec![format_aiger::Lit::FALSE; outputs];
    Model::new(Parts { inputs: Variables::first(inputs), outputs, ..Parts::default() }).unwrap()
}

/// The sum of the specification for these input values, modulo 2^m.
fn value(claim: &Claim, inputs: u32) -> i64 {
    let bit = |variable: u32| i64::from(inputs >> variable.wrapping_sub(1) & 1);
    let sum: i64 = claim
        .specification()
        .map(|product| {
            let [first, second] = product.factors.map(bit);
            first.wrapping_mul(second).wrapping_mul(product.coefficient) << product.column
        })
        .fold(0, i64::wrapping_add);
    sum & (1_i64 << claim.modulus()).wrapping_sub(1)
}

/// The lowest bits of a number in two's complement.
fn signed(number: u32, bits: u32) -> i64 {
    let above = 64_u32.wrapping_sub(bits);
    i64::from(number) << above >> above
}

fn times(first: i64, second: i64) -> i64 {
    first.wrapping_mul(second)
}

#[test]
fn the_specification_is_the_product() {
    let mask = |value: i64, bits: u32| value & (1_i64 << bits).wrapping_sub(1);
    for outputs in [3, 5, 9] {
        let circuit = circuit(8, outputs);
        let m = u32::try_from(outputs).unwrap();
        let claim = |options: Options| Claim::new(&circuit, &options).unwrap();
        let shape = Some((3, 5));
        let plain = claim(Options { shape, ..Options::default() });
        let both = claim(Options { shape, signed: true, ..Options::default() });
        let mac = Options { accumulate: true, signed: true, ..Options::default() };
        let mac = claim(mac);
        let square = claim(Options { square: true, signed: true, ..Options::default() });
        let constant: Constant = "-0x1fffffffff".parse().unwrap();
        let multiple = Options { constant: Some(constant), signed: true, ..Options::default() };
        let multiple = claim(multiple);
        let mixed = claim(Options { order: Order::Interleaved, ..Options::default() });
        for x in 0..256_u32 {
            assert_eq!(value(&plain, x), mask(times((x & 7).into(), (x >> 3).into()), m));
            assert_eq!(value(&both, x), mask(times(signed(x, 3), signed(x >> 3, 5)), m));
            let sum = times(signed(x, 2), signed(x >> 2, 2)).wrapping_add(signed(x >> 4, 4));
            assert_eq!(value(&mac, x), mask(sum, m));
            assert_eq!(value(&square, x), mask(times(signed(x, 8), signed(x, 8)), m));
            assert_eq!(value(&multiple, x), mask(times(signed(x, 8), -0x1f_ffff_ffff), m));
            let every = |x: u32| i64::from(x & 1 | x >> 1 & 2 | x >> 2 & 4 | x >> 3 & 8);
            assert_eq!(value(&mixed, x), mask(times(every(x), every(x >> 1)), m));
        }
    }
}

#[test]
fn constants_are_read_in_any_size() {
    let shown = |word: &str| word.parse::<Constant>().map(|constant| constant.to_string());
    assert_eq!(shown("18446744073709551617").unwrap(), "0x10000000000000001");
    assert_eq!(shown("-0x0ff").unwrap(), "-0xff");
    assert_eq!(shown("-0").unwrap(), "0x0");
    // Reading takes time that grows with the square of the digits.
    assert!(shown(&"9".repeat(10_000)).is_ok());
    assert!(shown(&"9".repeat(10_001)).is_err());
    for wrong in ["", "-", "0x", "1f", "+1", "--1", "1 "] {
        assert!(shown(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn canonical_words_ask_for_the_same() {
    let options = Options { accumulate: true, signed: true, ..Options::default() };
    let circuit = circuit(8, 5);
    let claim = Claim::new(&circuit, &options).unwrap();
    let words = claim.options().to_string();
    assert_eq!(words, "--signed --accumulate --shape 2x2 --truncate 5 --order separate");
    assert_eq!(Claim::new(&circuit, claim.options()), Ok(claim));
    let odd = Claim::new(&self::circuit(7, 1), &Options::default());
    assert_eq!(odd, Err(Error::Widths(7)));
}
