//! What no file reaches.

use crate::check;
use std::io::{self, Read};

/// A disk that cannot be read on.
struct Fault;

impl Read for Fault {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("fault"))
    }
}

#[test]
fn after_a_fault_of_the_disk_nothing_can_be_said() {
    let system = b"(set-logic HORN)\n(assert (=> false false))\n(check-sat)\n";
    let digest = format_sha256::digest(system);
    let text = format!("horn 1\nsystem {digest}\nsafe\nclause 0\nl 9 0 1 3 5 0\n");
    assert!(check(system, text.as_bytes(), None).is_ok_and(|answer| answer.steps == 1));
    for length in 0..=text.len() {
        let (read, _) = text.as_bytes().split_at(length);
        let failure = check(system, read.chain(Fault), None);
        assert!(failure.is_err_and(|failure| failure.is_undecided()), "after {length} bytes");
    }
}
