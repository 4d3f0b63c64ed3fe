//! `--vcd FILE`: a counterexample for viewers of waveforms (value change dump, IEEE 1364).

use crate::report::{self, Failure};
use audit::Wave;
use std::io;
use std::path::Path;
use support_answer::write_whole;

/// Writes the values of a counterexample, if a file is wanted.
pub(crate) fn write(
    file: Option<&Path>,
    wave: impl FnOnce() -> Option<Wave>,
) -> Result<(), Failure> {
    let Some(file) = file else { return Ok(()) };
    let nothing = || Failure::Own("--vcd: the counterexample has no values".into());
    deliver(file, &wave().ok_or_else(nothing)?)?;
    report::say(&format!("waveform: {}", crate::programs::quoted(file)));
    Ok(())
}

/// Writes the values; the file gets its name when it is whole.
pub(crate) fn deliver(file: &Path, wave: &Wave) -> Result<(), Failure> {
    let wrong = |error: io::Error| Failure::Wrong(format!("{}: {error}", file.display()));
    write_whole(file, text(wave).as_bytes()).map_err(wrong)
}

/// Declarations, then the changes of each time. Numbers are vectors with one value.
fn text(wave: &Wave) -> String {
    let mut text = String::from("$timescale 1 ns $end\n$scope module circuit $end\n");
    for (number, signal) in wave.signals.iter().enumerate() {
        let plain = |letter: char| if letter.is_ascii_graphic() { letter } else { '_' };
        let name: String = signal.name.chars().map(plain).collect();
        let failing = if signal.fails { "FAILS." } else { "" };
        let width = if wave.has_bits { signal.values.len() } else { 1 };
        if width > 0 {
            let declared = format!("$var wire {width} {} {failing}{name} $end\n", code(number));
            text.push_str(&declared);
        }
    }
    text.push_str("$upscope $end\n$enddefinitions $end\n");
    let columns = wave.signals.first().map_or(0, |signal| signal.values.len());
    let times = if wave.has_bits { 1 } else { columns };
    for time in 0..times {
        text.extend(["#", &time.to_string(), "\n"]);
        for (number, signal) in wave.signals.iter().enumerate() {
            let digit = |value: &bool| if *value { '1' } else { '0' };
            let value = signal.values.get(time);
            let before = time.checked_sub(1).and_then(|before| signal.values.get(before));
            if wave.has_bits && value.is_some() {
                let bits: String = signal.values.iter().rev().map(digit).collect();
                text.extend(["b", &bits, " ", &code(number), "\n"]);
            } else if !wave.has_bits && value != before {
                text.extend(value.map(digit));
                text.extend([&*code(number), "\n"]);
            }
        }
    }
    // So that the last time can be seen.
    text.extend(["#", &times.to_string(), "\n"]);
    text
}

/// The short name of a signal: digits of base 94, all of them printable.
fn code(mut number: usize) -> String {
    let mut code = String::new();
    loop {
        let digit = u8::try_from(number % 94).unwrap_or(0);
        code.push(char::from(b'!'.saturating_add(digit)));
        number /= 94;
        if number == 0 {
            return code;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use audit::Signal;

    fn wave(has_bits: bool, rows: &[(&str, &[bool])]) -> Wave {
        let signal = |&(name, values): &(&str, &[bool])| {
            let fails = name == "bad";
            Signal { name: name.into(), fails, values: values.to_vec() }
        };
        let signals = rows.iter().map(signal).collect();
        Wave { has_bits, first: 0, marks: Vec::new(), signals, hidden: 0 }
    }

    #[test]
    fn signals_change_and_numbers_are_vectors() {
        let run = text(&wave(false, &[("bad", &[false, true]), ("a b", &[true, true])]));
        let expected = "$timescale 1 ns $end\n$scope module circuit $end\n\
            $var wire 1 ! FAILS.bad $end\n$var wire 1 \" a_b $end\n\
            $upscope $end\n$enddefinitions $end\n#0\n0!\n1\"\n#1\n1!\n#2\n";
        assert_eq!(run, expected);
        let numbers = text(&wave(true, &[("a", &[true, false, false]), ("none", &[])]));
        assert!(numbers.contains("$var wire 3 ! a $end\n$upscope"), "{numbers}");
        assert!(numbers.ends_with("#0\nb001 !\n#1\n"), "{numbers}");
    }
}
