//! Runs the folders of cases through the programs.

use workspace_tests::{Class, conclude, run_class};

#[test]
fn accept() {
    conclude(&run_class(Class::Accept).unwrap());
}

#[test]
fn reject() {
    conclude(&run_class(Class::Reject).unwrap());
}

#[test]
fn survive() {
    conclude(&run_class(Class::Survive).unwrap());
}

#[test]
fn regressions() {
    conclude(&run_class(Class::Regressions).unwrap());
}
