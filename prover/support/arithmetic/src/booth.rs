//! Partial products by Booth's recoding: digits of one operand between -r/2 and r/2.

use crate::rows::Rows;
use crate::{AdderKind, Chain, Graph, Lit};

/// Adds a row for each digit. The radix is 2 to the power of `digit` bits, from 1 to 4; odd
/// multiples of `a` from 3 on are sums that chains of this kind compute.
pub(crate) fn push_booth(
    rows: &mut Rows,
    graph: &mut Graph,
    [a, b]: [&[Lit]; 2],
    signed: bool,
    digit: usize,
    kind: AdderKind,
) -> Vec<Chain> {
    let mut chains = Vec::new();
    let multiples = multiples(graph, a, signed, 1 << (digit - 1), kind, &mut chains);
    let bit = |place: usize| match b.get(place) {
        Some(&bit) => bit,
        None if signed => b.last().copied().unwrap_or(Lit::FALSE),
        None => Lit::FALSE,
    };
    // An unsigned operand ends with a digit that is not negative.
    let digits = if signed { b.len().div_ceil(digit) } else { b.len() / digit + 1 };
    let mut last_negative = None;
    for number in 0..digits {
        let start = number * digit;
        if start >= rows.columns() {
            break;
        }
        let below = if start == 0 { Lit::FALSE } else { bit(start - 1) };
        let window: Vec<Lit> = (start..start + digit).map(bit).collect();
        let (negative, selectors) = decode(graph, below, &window);
        let mut bits = row(graph, &multiples, &selectors, negative);
        // With w bits, minus x is not x plus 1 minus 2^w; signed multiples are extended.
        let top = start + bits.len();
        if signed {
            // The top bit is the sign.
            if let Some(sign) = bits.last_mut() {
                *sign = rows.negated(top - 1, *sign);
            }
        } else {
            bits.push(rows.negated(top, negative));
        }
        match last_negative.replace((start, negative)) {
            Some((place, bit)) => {
                bits.splice(0..0, std::iter::repeat_n(Lit::FALSE, start - place));
                bits[0] = bit;
                rows.push(place, bits);
            }
            None => rows.push(start, bits),
        }
    }
    if let Some((place, bit)) = last_negative.filter(|&(_, bit)| !bit.is_constant()) {
        rows.place(place, bit);
    } else if let Some((place, Lit::TRUE)) = last_negative {
        rows.add_constant(place, 1);
    }
    chains
}

/// The sign of a digit, and for each size from 1 whether the digit has it. With the sign t and
/// y = x xor t for every other bit, the size is the number y with the bit below added.
fn decode(graph: &mut Graph, below: Lit, window: &[Lit]) -> (Lit, Vec<Lit>) {
    let Some((&sign, rest)) = window.split_last() else { return (Lit::FALSE, Vec::new()) };
    let below = graph.xor(below, sign);
    let rest: Vec<Lit> = rest.iter().map(|&bit| graph.xor(bit, sign)).collect();
    let sizes = 1_usize << rest.len();
    let is = |graph: &mut Graph, value: usize| {
        rest.iter().enumerate().fold(Lit::TRUE, |all, (place, &bit)| {
            graph.and(all, if value >> place & 1 == 1 { bit } else { !bit })
        })
    };
    let selectors = (1..=sizes).map(|size| {
        let exact = if size < sizes { is(graph, size) } else { Lit::FALSE };
        let exact = graph.and(exact, !below);
        let next = is(graph, size - 1);
        let next = graph.and(next, below);
        graph.or(exact, next)
    });
    (sign, selectors.collect())
}

/// The selected multiple, inverted if the digit is negative.
fn row(graph: &mut Graph, multiples: &[Vec<Lit>], selectors: &[Lit], negative: Lit) -> Vec<Lit> {
    let width = multiples.first().map_or(0, Vec::len);
    let bits = (0..width).map(|place| {
        let chosen =
            multiples.iter().zip(selectors).fold(Lit::FALSE, |any, (multiple, &chosen)| {
                let this = graph.and(multiple[place], chosen);
                graph.or(any, this)
            });
        graph.xor(chosen, negative)
    });
    bits.collect()
}

/// The multiples of a number from 1 to `most`, all of the same width. Signed ones have room for
/// the sign of their negation.
fn multiples(
    graph: &mut Graph,
    a: &[Lit],
    signed: bool,
    most: usize,
    kind: AdderKind,
    chains: &mut Vec<Chain>,
) -> Vec<Vec<Lit>> {
    let width = a.len() + most.trailing_zeros() as usize + usize::from(signed);
    let sign = if signed { a.last().copied().unwrap_or(Lit::FALSE) } else { Lit::FALSE };
    let mut one = a.to_vec();
    one.resize(width, sign);
    let shifted = |number: &[Lit], places: usize| {
        let mut shifted = vec![Lit::FALSE; places];
        shifted.extend(number);
        shifted.truncate(width);
        shifted
    };
    let mut multiples: Vec<Vec<Lit>> = vec![one];
    for number in 2..=most {
        let next = if number % 2 == 0 {
            shifted(&multiples[number / 2 - 1], 1)
        } else {
            // A power of two and what is left.
            let power = number.ilog2() as usize;
            let high = shifted(&multiples[0], power);
            let low = multiples[number - (1 << power) - 1].clone();
            let chain = Chain::new(graph, kind, 0, [low, high]);
            let sums = chain.sums.clone();
            chains.push(chain);
            sums
        };
        multiples.push(next);
    }
    multiples
}
