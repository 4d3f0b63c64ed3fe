//! What is written is read again.

use crate::{Atom, Header, Line, Writer, read};
use format_lit::Lit;
use format_number::{Integer, Rational};
use format_sha256::Digest;
use format_smtlib::{Sort, Value, read_formula};
use std::io::Read;

#[test]
fn lines_are_read_as_they_are_written() {
    let lit = |code| Lit::from_code(code).unwrap();
    let number = |text| Rational::parse(text).unwrap();
    let header = Header { digest: Digest([0xa5; 32]), is_safe: true };
    let mut writer = Writer::new(Vec::new(), &header).unwrap();
    let place = format_input::Place::Byte(0);
    let formula = read_formula(b"(< p0 3)", &[Sort::Int], place).unwrap();
    let terms = vec![(0, Integer::from(2)), (3, Integer::from(-1))];
    let atom = Atom { terms, bound: number("-3/2"), is_strict: true };
    let sums = vec![vec![(1, number("1/2")), (2, number("3"))], vec![], vec![(3, number("1"))]];
    let values = vec![Value::Bool(true), Value::Bool(false), Value::Number(number("-7/2"))];
    writer.invariant(0, &formula).unwrap();
    writer.clause(3).unwrap();
    writer.atom(9, &atom).unwrap();
    writer.propagation(12, &[lit(4), lit(7)], &[3, 4]).unwrap();
    writer.farkas(13, &[lit(4), lit(7)], &[number("1"), number("5/3")]).unwrap();
    writer.cuts(14, &[lit(5)], &sums).unwrap();
    writer.delete(&[12, 13]).unwrap();
    writer.fact(2, &[1, 1], &values).unwrap();
    let bytes = writer.finish().unwrap();
    let (digest, is_safe, mut reader) = read(&*bytes).unwrap();
    assert_eq!((digest, is_safe), (header.digest.to_string(), true));
    let start = format_input::Place::Text { line: 4, column: 13 };
    let pair = vec![(1, number("1")), (2, number("5/3"))];
    for expected in [
        Line::Invariant(0, "(< p0 3)".into(), start),
        Line::Clause(3),
        Line::Atom(9, atom),
        Line::Propagation(12, vec![lit(4), lit(7)], vec![3, 4]),
        Line::Theory(13, vec![lit(4), lit(7)], vec![pair]),
        Line::Theory(14, vec![lit(5)], sums),
        Line::Delete(vec![12, 13]),
        Line::Fact(2, vec![1, 1], values),
    ] {
        assert_eq!(reader.next_line(3).unwrap(), Some(expected));
    }
    assert_eq!(reader.next_line(3).unwrap(), None);
}

#[test]
fn a_fault_of_the_disk_is_none_of_the_certificate() {
    struct Fault;
    impl std::io::Read for Fault {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("fault"))
        }
    }
    let text: &[u8] = b"horn 1\nsystem 0\nsafe\nclause 3\nclause";
    let (_, _, mut reader) = read(text.chain(Fault)).unwrap();
    assert_eq!(reader.next_line(0).unwrap(), Some(Line::Clause(3)));
    let error = reader.next_line(0).unwrap_err();
    assert_eq!(error.to_string(), "5:1: cannot read on: fault");
}
