//! What is written is read again; the cases under `tests/` hold the refusals.

use crate::{Property, Reader, Status, Value, write_end, write_header, write_line};

fn lines(text: &[u8]) -> (Status, Vec<Property>, Vec<Vec<Value>>) {
    let mut reader = Reader::new(text).unwrap();
    let properties = reader.properties().iter().map(|&(_, property)| property).collect();
    let mut lines = Vec::new();
    let mut line = Vec::new();
    while reader.next_line(&mut line).unwrap().is_some() {
        lines.push(line.clone());
    }
    (reader.status().1, properties, lines)
}

#[test]
fn a_trace_is_read_as_it_was_written() {
    let properties = [Property::Bad(0), Property::Justice(12)];
    let values = [vec![Some(true), None], vec![], vec![Some(false)]];
    let mut out = Vec::new();
    write_header(&mut out, Status::Fails, &properties).unwrap();
    for line in &values {
        write_line(&mut out, line).unwrap();
    }
    write_end(&mut out).unwrap();
    assert_eq!(out, b"1\nb0j12\n1x\n\n0\n.\n");
    assert_eq!(lines(&out), (Status::Fails, properties.to_vec(), values.to_vec()));
}

#[test]
fn other_statuses_have_no_run() {
    for (status, text) in [(Status::Holds, "0\nb3\n.\n"), (Status::Unknown, "2\nb3\n.\n")] {
        let mut out = Vec::new();
        write_header(&mut out, status, &[Property::Bad(3)]).unwrap();
        write_end(&mut out).unwrap();
        assert_eq!(out, text.as_bytes());
        assert_eq!(lines(&out), (status, vec![Property::Bad(3)], Vec::new()));
    }
    let error = Reader::new(b"0\nb3\n0\n.\n".as_slice()).unwrap().next_line(&mut Vec::new());
    let message = "3:1: expected a line '.', for only status 1 has a run, found '0'";
    assert_eq!(error.unwrap_err().to_string(), message);
}

#[test]
fn places_are_those_of_lines_and_properties() {
    let mut reader = Reader::new(b"c\n1\nb0b1\nu7\n01\n.\n".as_slice()).unwrap();
    assert_eq!(reader.status().0.to_string(), "2:1");
    assert_eq!(reader.properties()[1].0.to_string(), "3:3");
    assert_eq!(reader.line(&mut Vec::new()).unwrap().to_string(), "5:1");
}
