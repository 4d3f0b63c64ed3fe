//! Runs the search on a model and prints what it found: for measuring.

#![allow(clippy::print_stdout, reason = "a program for measuring")]
#![allow(clippy::arithmetic_side_effects, reason = "a program for measuring")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a program for measuring")]

use engine_ic3::{Progress, Search, Standing, Style};
use std::cell::Cell;
use std::time::Duration;
use support_model::{System, fold, reduce};

/// The processor time of this thread.
fn spent() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(text.split(' ').next().unwrap().parse().unwrap())
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let model = format_aiger::read(&*std::fs::read(&arguments[1]).unwrap()).unwrap();
    let limit = Duration::from_secs_f64(arguments[2].parse().unwrap());
    let bad = if model.bad.is_empty() { model.outputs.clone() } else { model.bad.clone() };
    let calls = Cell::new(0_u32);
    let system = fold(System::new(&model, &bad));
    let budget = limit / 10;
    let reduced = reduce(&system, 0, &mut || spent() > budget);
    let small = &reduced.system;
    println!(
        "reduced in {:.2}: latches {} -> {}, gates {} -> {}, inputs {}",
        spent().as_secs_f64(),
        system.latches.len(),
        small.latches.len(),
        system.gates.len(),
        small.gates.len(),
        small.inputs.len()
    );
    let last = Cell::new(Progress::default());
    let style = match arguments.get(3).map(String::as_str) {
        Some("plain") => Style::Plain,
        Some("persistent") => Style::Persistent,
        _ => Style::Thorough,
    };
    let stop = || {
        calls.set(calls.get() + 1);
        calls.get().is_multiple_of(16) && spent() > limit
    };
    let progress = |progress| last.set(progress);
    let (wide, signals) = support_model::internal(small);
    println!("internal signals {}, gates {}", signals.len(), wide.gates.len());
    let uses_signals = arguments.iter().any(|argument| argument == "internal");
    let (system, signals) = if uses_signals { (&wide, &*signals) } else { (small, &[][..]) };
    let mut search = Search::new(system, signals, style, &stop, &progress);
    search.advance(u64::MAX);
    let outcome = search.outcome();
    println!("{:?}", last.get());
    for standing in &outcome.standings {
        let word = match standing {
            Standing::Holds => "safe".to_owned(),
            Standing::Fails(run) => format!("unsafe {}", run.inputs.len()),
            Standing::Closed | Standing::Unknown => "unknown".to_owned(),
        };
        println!(
            "RESULT {word} lemmas {} frames {} {:.2}",
            outcome.invariant.len(),
            outcome.frames,
            spent().as_secs_f64()
        );
    }
}
