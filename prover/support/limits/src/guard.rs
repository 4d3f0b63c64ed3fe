//! Reading that ends when a limit is exceeded.

use crate::Limits;
use std::io::{self, Read};

/// A reader that fails once a limit is exceeded, with the reason as its error.
pub struct Guarded<'a, R> {
    limits: &'a Limits,
    reader: R,
}

impl<'a, R> Guarded<'a, R> {
    pub(crate) fn new(limits: &'a Limits, reader: R) -> Self {
        Self { limits, reader }
    }
}

impl<R: Read> Read for Guarded<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.limits.exceeded() {
            Some(reason) => Err(io::Error::other(reason.to_string())),
            None => self.reader.read(buffer),
        }
    }
}
