//! The shape of witness circuits.

use crate::certifaiger;
use claim_invariant::{Circuit, Clauses, Obligations, Signal, Witness};
use format_dimacs::Lit;

#[test]
fn a_witness_circuit_has_the_model_and_names_it() {
    // An input 8, a latch 6 that follows it, bad if the input is constrained to 0.
    let text = "aag 4 1 1 0 0 1 1\n8\n6 8\n6\n9\n";
    let model = format_aiger::read(text.as_bytes()).unwrap();
    let mut invariant = Clauses::default();
    invariant.push(Lit::new(2, true));
    let witness =
        Witness { latches: vec![[Signal(2), Signal::FALSE]], invariant, ..Witness::default() };
    let obligations = Obligations::new(Circuit::new(&model).unwrap(), witness).unwrap();
    let circuit = certifaiger(&model, &obligations, &[0]).unwrap();
    assert!(circuit.is_compact());
    assert_eq!((circuit.inputs.len(), circuit.latches.len(), circuit.bad.len()), (1, 2, 1));
    assert_eq!(circuit.constraints, [Signal(3)]);
    let names: Vec<&[u8]> = circuit.symbols.iter().map(|symbol| &*symbol.name).collect();
    assert_eq!(names, [b"= 8", b"= 6"]);
}
