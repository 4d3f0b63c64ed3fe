//! Solves a formula without a certificate, to measure what certificates cost.
//!
//! usage: plain FORMULA [none|drop|FILE]
//! none: without tracing; drop: the proof is traced and thrown away;
//! FILE: CaDiCaL itself writes a binary LRAT proof

#![allow(clippy::doc_markdown, reason = "CaDiCaL is a name, not code")]
#![allow(clippy::print_stdout, reason = "a program for the benchmarks, not a part of certify")]

use cadical_sys::CaDiCal;
use format_dimacs::{Lit, Reader};
use format_lrat::Id;
use std::error::Error;
use std::fs::File;
use std::io;
use support_sat::{Options, Solver, Tracer};

struct Drop;

impl Tracer for Drop {
    const HINTS: bool = true;

    fn derive(&mut self, _: Id, _: &[Lit], _: &[Id]) -> io::Result<()> {
        Ok(())
    }

    fn delete(&mut self, _: Id, _: &[Lit]) -> io::Result<()> {
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [formula, mode] = words.as_slice() else {
        return Err("usage: plain FORMULA none|drop|FILE".into());
    };
    let mut reader = Reader::new(File::open(formula)?)?;
    let reserved = i64::try_from(reader.header().clauses)?;
    let options = Options { reserved, ..Options::default() };
    let outcome = match mode.as_str() {
        "none" => solve(&mut reader, Solver::untraced(&options)?)?,
        "drop" => solve(&mut reader, Solver::new(&options, Drop)?)?,
        path => write_proof(&mut reader, path)?,
    };
    println!("{outcome}");
    Ok(())
}

fn solve<T: Tracer>(
    reader: &mut Reader<File>,
    mut solver: Solver<T>,
) -> Result<String, Box<dyn Error>> {
    let mut clause = Vec::new();
    for id in 1.. {
        if !reader.next_clause(&mut clause)? {
            break;
        }
        solver.add_clause(id, &clause)?;
    }
    Ok(format!("{:?}", solver.solve(&[])?))
}

fn write_proof(reader: &mut Reader<File>, path: &str) -> Result<String, Box<dyn Error>> {
    let mut solver = CaDiCal::new();
    solver.set("factor", 0);
    solver.set("lrat", 1);
    solver.set("binary", 1);
    if !solver.trace_proof2(path) {
        return Err("cannot write there".into());
    }
    let mut clause = Vec::new();
    let mut numbers = Vec::new();
    while reader.next_clause(&mut clause)? {
        numbers.clear();
        for lit in &clause {
            numbers.push(lit.to_string().parse::<i32>()?);
        }
        solver.clause6(&numbers);
    }
    let status = solver.solve();
    solver.close_proof_trace(false);
    Ok(format!("{status:?}"))
}
