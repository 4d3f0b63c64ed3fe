//! What is read is written again, in both encodings; and what the cases under `tests/` cannot see.

use crate::{
    Error, Gate, Latch, Lit, MAX_VARIABLE, Model, Node, Parts, SymbolKind, Variables, read,
};

/// A file of the accepted cases; both used here have everything that the format has.
fn case(path: &str) -> Vec<u8> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/accept/aiger/");
    std::fs::read(format!("{root}{path}")).unwrap()
}

fn ascii(model: &Model) -> String {
    let mut out = Vec::new();
    model.write_ascii(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn binary(model: &Model) -> Vec<u8> {
    let mut out = Vec::new();
    model.write_binary(&mut out).unwrap();
    out
}

/// Lines that are separated by slashes, as in the papers.
fn model(text: &str) -> Result<Model, Error> {
    let lines: Vec<_> = text.split('/').map(str::trim).collect();
    read(format!("{}\n", lines.join("\n")).as_bytes())
}

fn refusal(text: &str) -> String {
    model(text).unwrap_err().to_string()
}

#[test]
fn both_encodings_are_written_as_they_were_read() {
    let text = case("ascii-everything/model.aag");
    assert_eq!(ascii(&read(text.as_slice()).unwrap()).as_bytes(), text);
    let bytes = case("binary-everything/model.aig");
    assert_eq!(binary(&read(bytes.as_slice()).unwrap()), bytes);
}

#[test]
fn both_encodings_say_the_same() {
    let model = read(case("ascii-everything/model.aag").as_slice()).unwrap();
    let bytes = case("binary-everything/model.aig");
    assert_eq!(model, read(bytes.as_slice()).unwrap());
    assert_eq!(binary(&model), bytes);
    assert_eq!(model.justice, [vec![Lit(6)], vec![Lit(2), Lit(4)]]);
    assert_eq!(model.latches[2], Latch { variable: 5, next: Lit(10), reset: Lit(2) });
    assert!(model.latches[1].is_free());
    assert_eq!(model.symbols[8].kind, SymbolKind::Justice);
    assert_eq!(model.symbols[8].name, b"idle again and again");
}

#[test]
fn zeros_at_the_end_of_the_header_are_left_out() {
    let plain = "aag 1 1 0 0 0 / 2";
    assert_eq!(ascii(&model(plain).unwrap()), "aag 1 1 0 0 0\n2\n");
    let fair = "aag 1 1 0 0 0 0 0 0 1 / 2 / 3";
    assert_eq!(ascii(&model(fair).unwrap()), "aag 1 1 0 0 0 0 0 0 1\n2\n3\n");
    assert_eq!(ascii(&model("aag 1 1 0 0 0 0 0 0 0 / 2").unwrap()), "aag 1 1 0 0 0\n2\n");
}

#[test]
fn numbers_and_gaps_are_kept_in_ascii() {
    let text = "aag 9 1 1 1 1\n14\n6 8 1\n9\n8 14 6\n";
    let model = read(text.as_bytes()).unwrap();
    assert_eq!(ascii(&model), text);
    assert_eq!(model.defined(), 3);
    let positions: Vec<_> = [0, 3, 4, 7, 9].map(|variable| model.position(variable)).into();
    assert_eq!(positions, [None, Some(0), Some(1), Some(2), None]);
}

#[test]
fn only_compact_models_are_written_in_binary() {
    let texts = [
        "aag 2 1 0 0 0 / 2",
        "aag 2 2 0 0 0 / 4 / 2",
        "aag 2 1 1 0 0 / 4 / 2 4",
        "aag 3 2 0 0 1 / 2 / 4 / 6 2 4",
        "aag 4 2 0 0 2 / 2 / 4 / 8 4 2 / 6 4 2",
    ];
    for text in texts {
        let model = model(text).unwrap();
        assert!(!model.is_compact(), "{text}");
        let error = model.write_binary(&mut Vec::new()).unwrap_err();
        assert_eq!(error.to_string(), "the variables are not numbered as binary AIGER wants");
        let compact = model.compact();
        assert!(compact.is_compact(), "{text}");
        assert_eq!(read(binary(&compact).as_slice()).unwrap(), compact);
        assert_eq!(compact.compact(), compact);
    }
}

#[test]
fn compact_renumbers_everything() {
    let text = "aag 9 1 2 1 2 1 1 1 1 / 14 / 6 9 6 / 4 14 17 / 9 / 16 / 1 / 1 / 15 / 6 \
                / 16 8 4 / 8 14 6 / i0 x / c";
    let compact = model(text).unwrap().compact();
    let expected = "aag 5 1 2 1 2 1 1 1 1\n2\n4 9 4\n6 2 11\n9\n10\n1\n1\n3\n4\n8 4 2\n10 8 6\n\
                    i0 x\nc\n";
    assert_eq!(ascii(&compact), expected);
}

#[test]
fn gates_are_ordered() {
    let model = model("aag 5 1 0 0 4 / 2 / 6 4 4 / 10 8 2 / 8 6 3 / 4 2 2").unwrap();
    let order: Vec<_> = model.gates.iter().map(|gate| gate.variable).collect();
    assert_eq!(order, [2, 3, 4, 5]);
}

#[test]
fn a_long_chain_of_gates_needs_no_deep_stack() {
    let last = 200_000_u32;
    let gate = |variable: u32| Gate {
        variable,
        rhs: [Lit::positive(variable.checked_sub(1).unwrap()), Lit::TRUE],
    };
    let gates = (2..=last).rev().map(gate).collect();
    let parts = Parts { inputs: Variables::first(1), gates, ..Parts::default() };
    let model = Model::new(parts).unwrap();
    assert_eq!(model.max_variable, last);
    assert!(model.is_compact());
}

#[test]
fn places_are_exact() {
    assert_eq!(
        refusal("aag 9 1 1 0 1 / 2 / 18 2 / 4 18 17"),
        "4:6: literal 17 is used and nowhere defined"
    );
    assert_eq!(
        refusal("aag 9 1 1 0 1 / 2 / 18 14 1 / 4 18 17"),
        "3:4: literal 14 is used and nowhere defined"
    );
    assert_eq!(
        refusal("aag 9 2 0 0 1 / 2 / 12 / 12 2 2"),
        "4:1: literal 12 is defined a second time"
    );
    assert_eq!(refusal("aag 9 1 0 0 2 / 2 / 4 6 2 / 6 2 5"), "4:1: gate 6 depends on itself");
}

#[test]
fn parts_of_no_file_are_checked() {
    let gate = Gate { variable: 0, rhs: [Lit::TRUE; 2] };
    let error = Model::new(Parts { gates: vec![gate], ..Parts::default() }).unwrap_err();
    assert_eq!(error.to_string(), "1:1: literal 0 is defined a second time");
}

#[test]
fn reset_orders() {
    let order = |text| model(text).unwrap().reset_order();
    let chain = "aag 4 1 2 0 1 / 2 / 4 4 8 / 6 6 6 / 8 6 2";
    assert_eq!(order(chain).unwrap(), [Node::Latch(1), Node::Gate(0), Node::Latch(0)]);
    assert!(model(chain).unwrap().has_reset_functions());
    assert!(!model("aag 2 0 2 0 0 / 2 2 2 / 4 4 1").unwrap().has_reset_functions());
    let circle = "aag 4 1 2 0 1 / 2 / 4 4 8 / 6 6 5 / 8 6 2";
    let message = "the initial value of literal 6 depends on itself";
    assert_eq!(order(circle).unwrap_err().to_string(), message);
    assert!(order("aag 1 0 1 0 0 / 2 2 3").is_err());
}

#[test]
fn inputs_that_are_only_counted_cost_no_memory() {
    let model = read(b"aig 2147483647 2147483647 0 1 0\n4294967295\n".as_slice()).unwrap();
    assert_eq!(model.inputs, Variables::first(MAX_VARIABLE));
    assert_eq!(model.outputs, [!Lit::positive(MAX_VARIABLE)]);
    assert!(model.is_compact());
    assert_eq!(binary(&model), b"aig 2147483647 2147483647 0 1 0\n4294967295\n");
}
