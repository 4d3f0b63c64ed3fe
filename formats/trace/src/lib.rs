//! Witnesses of AIGER models: a status, the properties it is about, a run.
//!
//! The page of the format is `docs/formats/trace.md`.

#[cfg(test)]
mod tests;
mod write;

pub use write::{write_end, write_header, write_line};

use format_input::{Place, ReadError, Source};
use std::fmt;
use std::io::Read;

/// What a witness says about its properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// `0`: they hold. There is no run, and nothing to check.
    Holds,
    /// `1`: they fail, and the run shows it.
    Fails,
    /// `2`: not known. There is no run.
    Unknown,
}

/// A property by its number in the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// `b`: a bad state is reached; in models without any, the output of that number is true.
    Bad(u32),
    /// `j`: a justice property.
    Justice(u32),
    /// `o`: the output of that number differs between two circuits.
    Differs(u32),
    /// `p`: the output of that number is not a bit of the product that it should be.
    Product(u32),
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bad(number) => write!(f, "b{number}"),
            Self::Justice(number) => write!(f, "j{number}"),
            Self::Differs(number) => write!(f, "o{number}"),
            Self::Product(number) => write!(f, "p{number}"),
        }
    }
}

/// The value of a latch or input; `None` is `x`, either value.
pub type Value = Option<bool>;

/// Reads a witness line by line.
pub struct Reader<R> {
    source: Source<R>,
    status: (Place, Status),
    properties: Vec<(Place, Property)>,
}

impl<R: Read> Reader<R> {
    /// Reads the status and the properties.
    pub fn new(reader: R) -> Result<Self, ReadError> {
        let mut source = Source::text(reader);
        skip_remarks(&mut source)?;
        let place = source.place();
        let status = match source.peek()? {
            Some(b'0') => Status::Holds,
            Some(b'1') => Status::Fails,
            Some(b'2') => Status::Unknown,
            _ => return Err(source.unexpected("the status '0', '1' or '2'")),
        };
        source.take()?;
        source.end_line()?;
        skip_remarks(&mut source)?;
        let mut properties = vec![property(&mut source)?];
        while let Some(b'b' | b'j' | b'o' | b'p') = source.peek()? {
            properties.push(property(&mut source)?);
        }
        source.end_line()?;
        Ok(Self { source, status: (place, status), properties })
    }

    /// What the witness says about its properties, and where.
    #[must_use]
    pub fn status(&self) -> (Place, Status) {
        self.status
    }

    /// The properties it is about, as written, and where.
    #[must_use]
    pub fn properties(&self) -> &[(Place, Property)] {
        &self.properties
    }

    /// Reads a line of values that cannot be missing: in a witness of status [`Status::Fails`] the
    /// initial values of the latches, and the inputs at time 0. The result is the line's place.
    pub fn line(&mut self, values: &mut Vec<Value>) -> Result<Place, ReadError> {
        skip_remarks(&mut self.source)?;
        self.values(values, "'0', '1', 'x' or the end of the line")
    }

    /// Reads the next line of values, the inputs at a later time; `None` if the witness ends, and
    /// the file with it. A witness of another status ends at once.
    pub fn next_line(&mut self, values: &mut Vec<Value>) -> Result<Option<Place>, ReadError> {
        skip_remarks(&mut self.source)?;
        if self.source.peek()? != Some(b'.') {
            if self.status.1 != Status::Fails {
                return Err(self.source.unexpected("a line '.', for only status 1 has a run"));
            }
            return self.values(values, "'0', '1', 'x' or a line '.'").map(Some);
        }
        self.source.take()?;
        self.source.end_line()?;
        skip_remarks(&mut self.source)?;
        match self.source.peek()? {
            None => Ok(None),
            Some(_) => Err(self.source.unexpected("the end of the file after the line '.'")),
        }
    }

    fn values(
        &mut self,
        values: &mut Vec<Value>,
        mut expected: &'static str,
    ) -> Result<Place, ReadError> {
        values.clear();
        let place = self.source.place();
        loop {
            values.push(match self.source.peek()? {
                Some(b'0') => Some(false),
                Some(b'1') => Some(true),
                Some(b'x') => None,
                Some(b'\n' | b'\r') => break,
                _ => return Err(self.source.unexpected(expected)),
            });
            self.source.take()?;
            expected = "'0', '1', 'x' or the end of the line";
        }
        self.source.end_line()?;
        Ok(place)
    }
}

/// Passes comments, which are lines that begin with `c`, and bounds: `u` and a number.
fn skip_remarks<R: Read>(source: &mut Source<R>) -> Result<(), ReadError> {
    loop {
        match source.peek()? {
            Some(b'c') => source.skip_line()?,
            Some(b'u') => {
                source.take()?;
                source.unsigned(u64::MAX, "a number after 'u'")?;
                source.end_line()?;
            }
            _ => return Ok(()),
        }
    }
}

fn property<R: Read>(source: &mut Source<R>) -> Result<(Place, Property), ReadError> {
    let place = source.place();
    let kind = match source.peek()? {
        Some(b'b') => Property::Bad,
        Some(b'j') => Property::Justice,
        Some(b'o') => Property::Differs,
        Some(b'p') => Property::Product,
        _ => return Err(source.unexpected("a property such as 'b0'")),
    };
    source.take()?;
    let number = source.digits(u64::from(u32::MAX), "the number of a property")?;
    Ok((place, kind(u32::try_from(number).unwrap_or(u32::MAX))))
}
