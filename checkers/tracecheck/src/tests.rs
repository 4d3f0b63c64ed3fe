//! Against every run of small circuits, and every assignment of a small formula.

use crate::{Asked, Failure, Witness, check, check_product};
use claim_multiplier::Options;
use format_dimacs::Lit;
use format_model::write_model;
use format_trace::{Property, Status, Value, write_end, write_header, write_line};

/// Bit `low` is free at first, and flips if the input `a` is 1; bit `high` starts as `a`, and
/// follows `low`. It is bad if both are 1, and `a` must not be 0 twice in succession.
const CIRCUIT: &str = "aag 9 1 3 0 5 1 1\n2\n4 16 4\n6 4 2\n8 2 1\n10\n19\n\
                       10 6 4\n12 5 3\n14 4 2\n16 15 13\n18 9 3\n";

/// The same circuit in plain Rust: whether the inputs lead from this state to a bad one.
fn reaches_bad(mut state: [bool; 3], inputs: &[bool]) -> bool {
    let [_, high, before] = state;
    let mut is_run = Some(&high) == inputs.first() && before;
    for (position, &a) in inputs.iter().enumerate() {
        let [low, high, before] = state;
        is_run &= before || a;
        if position.checked_add(1) == Some(inputs.len()) {
            return is_run && low && high;
        }
        state = [low != a, low, a];
    }
    false
}

fn bits(number: u32, count: u32) -> Vec<bool> {
    (0..count).map(|bit| number >> bit & 1 == 1).collect()
}

#[test]
fn every_short_run_of_a_circuit() {
    let mut verified = 0_u32;
    for steps in 1..=5_u32 {
        for (state, inputs) in (0..8).flat_map(|s| (0..1 << steps).map(move |i| (s, i))) {
            let (state, inputs) = (bits(state, 3), bits(inputs, steps));
            let mut trace = Vec::new();
            write_header(&mut trace, Status::Fails, &[Property::Bad(0)]).unwrap();
            let values: Vec<Value> = state.iter().copied().map(Some).collect();
            write_line(&mut trace, &values).unwrap();
            for &a in &inputs {
                write_line(&mut trace, &[Some(a)]).unwrap();
            }
            write_end(&mut trace).unwrap();
            let expected = reaches_bad(state.clone().try_into().unwrap(), &inputs);
            let result = check(CIRCUIT.as_bytes(), trace.as_slice(), Asked::Natural);
            match &result {
                Ok(Witness::Run { run, .. }) => {
                    assert_eq!(run.last.checked_add(1), Some(u64::from(steps)));
                }
                Ok(other) => panic!("expected a run, found {other:?}"),
                Err(failure) => assert!(!failure.is_undecided(), "{failure}"),
            }
            assert_eq!(result.is_ok(), expected, "{state:?} {inputs:?}");
            verified = verified.saturating_add(u32::from(expected));
        }
    }
    assert_eq!(verified, 8);
}

#[test]
fn every_assignment_of_a_formula() {
    let formula = b"p cnf 4 4\n1 -2 0\n2 3 -4 0\n-1 -3 0\n4 2 2 -2 0\n".as_slice();
    for number in 0..16 {
        let values = bits(number, 4);
        let lits = (1..).zip(&values).map(|(variable, &value)| Lit::new(variable, !value).unwrap());
        let mut model = Vec::new();
        write_model(&mut model, lits).unwrap();
        let &[a, b, c, d] = values.as_slice() else { panic!("four values") };
        let expected = (a || !b) && (b || c || !d) && (!a || !c);
        match check(formula, model.as_slice(), Asked::Natural) {
            Ok(Witness::Model { assigned, .. }) => assert!(expected && assigned == 4),
            Err(Failure::Unsatisfied { .. }) => assert!(!expected),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_long_model_is_written_on_many_lines() {
    let formula = "p cnf 25 0\n";
    let mut model = Vec::new();
    write_model(&mut model, (1..=25).filter_map(|variable| Lit::new(variable, false))).unwrap();
    assert_eq!(model.split(|&byte| byte == b'v').count(), 4);
    let result = check(formula.as_bytes(), model.as_slice(), Asked::Natural).unwrap();
    assert!(matches!(result, Witness::Model { assigned: 25, .. }));
}

/// Two operands of two bits; the outputs are constants, so most products are wrong.
#[test]
fn products_are_those_of_numbers() {
    for outputs in 0..8_u32 {
        let lits = [0, 1, 2].map(|place| (outputs >> place & 1).to_string()).join("\n");
        let circuit = format!("aag 4 4 0 3 0\n2\n4\n6\n8\n{lits}\n");
        for (inputs, signed) in (0..16_i32).flat_map(|inputs| [(inputs, false), (inputs, true)]) {
            let operand = |bits: i32| if signed && bits > 1 { bits - 4 } else { bits };
            let product = operand(inputs & 3) * operand(inputs >> 2);
            let options = Options { signed, ..Options::default() };
            let values: Vec<Value> = (0..4).map(|place| Some(inputs >> place & 1 == 1)).collect();
            for number in 0..4 {
                let mut witness = Vec::new();
                write_header(&mut witness, Status::Fails, &[Property::Product(number)]).unwrap();
                write_line(&mut witness, &[]).unwrap();
                write_line(&mut witness, &values).unwrap();
                write_end(&mut witness).unwrap();
                let result = check_product(circuit.as_bytes(), &options, &*witness);
                let is_wrong =
                    number < 3 && (product >> number & 1 == 1) != (outputs >> number & 1 == 1);
                assert_eq!(result.is_ok(), is_wrong, "{outputs} {inputs} {signed} {number}");
            }
        }
    }
}
