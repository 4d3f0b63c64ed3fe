//! Decides whether a target polynomial follows from given polynomials, over the integers.
//!
//! The given polynomials and the target are the question. Every variable is 0 or 1, so x*x = x.
//! What is derived vanishes wherever all given polynomials do; more exactly, it lies in the ideal
//! that they and all x*x - x generate.

mod failure;
mod monomials;
mod polynomial;
mod store;
mod sum;
#[cfg(test)]
mod tests;
mod verdict;

pub use failure::{Cause, Failure, File};
pub use polynomial::Constant;
pub use verdict::verdict;

use format_lpac::{Id, Names, Operand, Reader, Rule, Terms};
use monomials::{Monomials, ONE};
use polynomial::Polynomial;
use std::io::Read;
use std::ops::Range;
use store::Store;
use sum::{Bound, Sum};

/// What was read and checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Given polynomials.
    pub given: u64,
    /// Those of them that are constants other than 0.
    pub constants: Vec<(Id, Constant)>,
    /// Variables in all files, those of extensions included.
    pub variables: u32,
    /// Polynomials that the proof concludes.
    pub concluded: u64,
    /// Variables that the proof defines.
    pub extensions: u64,
    /// Polynomials that it deletes.
    pub deleted: u64,
    /// The first polynomial that is the target.
    pub target: Id,
}

/// How many monomials and words the products of a step may need, whatever was read.
const ROOM: usize = 1 << 20;
/// How many more for every byte that was read.
const ROOM_OF_BYTE: usize = 16;

/// Checks every step of a proof, and that the target is a given polynomial or a conclusion.
pub fn check(given: impl Read, proof: impl Read, target: impl Read) -> Result<Facts, Failure> {
    let mut kernel = Kernel::default();
    // The target comes first: a variable that occurs in it is no new one in the proof.
    let mut reader = Reader::new(target);
    let range = reader.target(&mut kernel.names).map_err(read(File::Target))?;
    kernel.make_room(reader.bytes());
    let target = kernel.polynomial(reader.terms(), range);
    kernel.target = target.map_err(|cause| statement(File::Target, &reader, 0, cause))?;

    let mut before = reader.bytes();
    let mut reader = Reader::new(given);
    while let Some((id, range)) = reader.given(&mut kernel.names).map_err(read(File::Given))? {
        kernel.make_room(reader.bytes().saturating_add(before));
        let done = kernel.give(id, reader.terms(), range);
        done.map_err(|cause| statement(File::Given, &reader, id, cause))?;
    }
    before = reader.bytes().saturating_add(before);
    let mut reader = Reader::new(proof);
    while let Some((id, rule)) = reader.step(&mut kernel.names).map_err(read(File::Proof))? {
        kernel.make_room(reader.bytes().saturating_add(before));
        let done = kernel.step(id, rule, &reader);
        done.map_err(|cause| statement(File::Proof, &reader, id, cause))?;
    }
    kernel.facts.variables = kernel.names.count();
    let target = kernel.found.ok_or(Failure::NotDerived)?;
    Ok(Facts { target, ..kernel.facts })
}

fn read(file: File) -> impl Fn(format_lpac::Error) -> Failure {
    move |error| Failure::Read { file, error }
}

fn statement<R: Read>(file: File, reader: &Reader<R>, id: Id, cause: Cause) -> Failure {
    Failure::Statement { file, place: reader.place(), id, cause }
}

/// The polynomials at hand.
#[derive(Default)]
struct Kernel {
    names: Names,
    monomials: Monomials,
    sum: Sum,
    target: Polynomial,
    polynomials: Store,
    found: Option<Id>,
    facts: Facts,
}

impl Kernel {
    /// Memory follows what was read.
    fn make_room(&mut self, bytes: usize) {
        let room = ROOM.saturating_add(bytes.saturating_mul(ROOM_OF_BYTE));
        (self.monomials.room, self.sum.room) = (room, room);
    }

    /// A polynomial that was read; nothing is being added up.
    fn polynomial(&mut self, terms: &Terms, range: Range<usize>) -> Result<Polynomial, Cause> {
        Polynomial::new(terms, range, &mut self.monomials, &mut self.sum)
    }

    /// A given polynomial.
    fn give(&mut self, id: Id, terms: &Terms, range: Range<usize>) -> Result<(), Cause> {
        let polynomial = self.polynomial(terms, range)?;
        self.facts.given = self.facts.given.saturating_add(1);
        if let Some(constant) = polynomial.constant() {
            self.facts.constants.push((id, constant));
        }
        self.add(id, polynomial)
    }

    fn step<R: Read>(&mut self, id: Id, rule: Rule, reader: &Reader<R>) -> Result<(), Cause> {
        let counter = match rule {
            Rule::Combine { .. } => &mut self.facts.concluded,
            Rule::Extend { .. } => &mut self.facts.extensions,
            Rule::Delete => &mut self.facts.deleted,
        };
        *counter = counter.saturating_add(1);
        match rule {
            Rule::Combine { conclusion } => self.combine(id, reader, conclusion),
            Rule::Extend { variable, is_new, polynomial } => {
                let occurs =
                    |range| reader.terms().range(range).any(|t| t.variables.contains(&variable));
                if !is_new || occurs(polynomial.clone()) {
                    return Err(Cause::NotNew);
                }
                self.extend(id, variable, reader.terms(), polynomial)
            }
            Rule::Delete => self.polynomials.delete(id),
        }
    }

    /// From p1, p2, ... follows f1*p1 + f2*p2 + ..., for any polynomials f1, f2, ...; all p must
    /// be live.
    fn combine<R: Read>(
        &mut self,
        id: Id,
        reader: &Reader<R>,
        conclusion: Range<usize>,
    ) -> Result<(), Cause> {
        let conclusion = self.polynomial(reader.terms(), conclusion)?;
        self.monomials.keep();
        let mut bound = Bound::default();
        bound.add(conclusion.size(), (1, 1));
        let mut factors = Vec::new();
        for Operand { id, factor } in reader.operands() {
            let factor = factor.clone().map(|range| self.polynomial(reader.terms(), range));
            let factor = factor.transpose()?;
            let size = factor.as_ref().map_or((1, 1), Polynomial::size);
            bound.add(self.polynomials.get(*id)?.size(), size);
            factors.push(factor);
        }
        self.sum.start(bound);
        for (Operand { id, .. }, factor) in reader.operands().iter().zip(&factors) {
            let polynomial = self.polynomials.get(*id)?;
            match factor {
                None => self.sum.add(polynomial, false)?,
                Some(factor) => {
                    add_product(&mut self.sum, &mut self.monomials, polynomial, factor)?;
                }
            }
        }
        self.sum.add(&conclusion, true)?;
        self.settle().then_some(()).ok_or(Cause::Differs)?;
        self.add(id, conclusion)
    }

    /// A new variable v for a polynomial q, and with it the polynomial q - v. Where every variable
    /// of q is 0 or 1, so is q, because q*q = q; hence there is a value for v.
    fn extend(
        &mut self,
        id: Id,
        variable: u32,
        terms: &Terms,
        range: Range<usize>,
    ) -> Result<(), Cause> {
        let mut polynomial = self.polynomial(terms, range)?;
        let variable = self.monomials.product(&[variable])?;
        self.monomials.keep();
        let mut bound = Bound::default();
        bound.add(polynomial.size(), polynomial.size());
        bound.add(polynomial.size(), (1, 1));
        self.sum.start(bound);
        add_product(&mut self.sum, &mut self.monomials, &polynomial, &polynomial)?;
        self.sum.add(&polynomial, true)?;
        self.settle().then_some(()).ok_or(Cause::NotIdempotent)?;
        polynomial.push(variable, true, &[1])?;
        self.add(id, polynomial)
    }

    /// Whether the sum is 0; it is cleared for the next one.
    fn settle(&mut self) -> bool {
        let is_zero = self.sum.is_zero();
        self.sum.clear();
        self.monomials.forget();
        is_zero
    }

    /// Keeps a polynomial under a number that no other one has had, and compares it with the
    /// target.
    fn add(&mut self, id: Id, polynomial: Polynomial) -> Result<(), Cause> {
        if polynomial.fingerprint() == self.target.fingerprint() && self.found.is_none() {
            let mut bound = Bound::default();
            bound.add(polynomial.size(), (1, 1));
            bound.add(self.target.size(), (1, 1));
            self.monomials.keep();
            self.sum.start(bound);
            self.sum.add(&polynomial, false)?;
            self.sum.add(&self.target, true)?;
            if self.settle() {
                self.found = Some(id);
            }
        }
        self.polynomials.insert(id, polynomial)
    }
}

/// Adds the product of two polynomials.
fn add_product(
    sum: &mut Sum,
    monomials: &mut Monomials,
    polynomial: &Polynomial,
    factor: &Polynomial,
) -> Result<(), Cause> {
    for (other, is_negative, weight) in factor.terms() {
        for (monomial, negative, magnitude) in polynomial.terms() {
            let monomial =
                if other == ONE { monomial } else { monomials.times(monomial, other)? };
            sum.add_product(monomial, negative != is_negative, magnitude, weight)?;
        }
    }
    Ok(())
}
