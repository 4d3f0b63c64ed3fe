//! What the coverage-guided targets do with bytes, and how their corpora are made of the cases.

use format_smtlib::{Sort, Value};
use fuzz::campaign::attacks::ATTACKS;
use fuzz::campaign::{Sample, examine};

/// Between the files of a sample.
pub const SEPARATOR: &[u8] = b"\n---\n";

/// Gives the files in `data` to the checker of this kind, once as they are and once with digests
/// and counts put right. What it accepts must be true.
pub fn kernel(kind: &str, data: &[u8]) {
    let attack = ATTACKS.iter().find(|attack| attack.kind() == kind).expect("a kind");
    let count = match kind {
        "miter" | "lpac" | "difference" => 3,
        _ => 2,
    };
    let mut files = split(data);
    files.resize(count, Vec::new());
    let is_text = data.iter().all(|byte| matches!(byte, b'\n' | b'\r' | b'\t' | 32..=126));
    let options = vec![if is_text { "--text" } else { "--binary" }.to_owned()];
    let files = ["a", "b", "c"].into_iter().zip(files).collect();
    let mut sample = Sample { options, files };
    for _ in 0..2 {
        if let (Some(fault), answer) = examine(*attack, &sample) {
            panic!("{fault:?}: {answer:?}");
        }
        attack.mend(&mut sample);
    }
}

/// Reads bytes in this format.
pub fn reader(format: &str, data: &[u8]) {
    match format {
        "aiger" => {
            // Two billion inputs are one line of a binary file, and as many of a text.
            if let Ok(model) = format_aiger::read(data)
                && model.max_variable < 100_000
            {
                let mut written = Vec::new();
                model.write_ascii(&mut written).expect("a vector takes all bytes");
                assert_eq!(format_aiger::read(&*written).as_ref(), Ok(&model), "read back");
            }
        }
        "json" => drop(format_json::read(data)),
        "manifest" => drop(format_bundle::read_manifest(data)),
        "sums" => drop(format_bundle::read_sums(data)),
        "smtlib" => {
            if let Ok(system) = format_smtlib::read(data) {
                system.clauses.iter().for_each(read_back);
            }
        }
        "dimacs" => {
            if let Ok(mut reader) = format_dimacs::Reader::new(data) {
                let mut clause = Vec::new();
                while reader.next_clause(&mut clause) == Ok(true) {}
            }
        }
        "number" => numbers(&String::from_utf8_lossy(data)),
        _ => panic!("no format {format}"),
    }
}

/// The constraint of a clause, written and read, means the same at some points. Products of
/// constants are computed as a text is read; from then on the text stays the same.
fn read_back(clause: &format_smtlib::Clause) {
    let write = |terms: &format_smtlib::Terms, root| {
        let mut text = Vec::new();
        let names = |variable| format!("p{variable}");
        format_smtlib::write_term(&mut text, terms, root, names).expect("a vector takes all bytes");
        text
    };
    let sorts: Vec<_> = clause.variables.iter().map(|(_, sort)| *sort).collect();
    let read = |text: &[u8]| {
        format_smtlib::read_formula(text, &sorts, clause.place).expect("what was written")
    };
    // A number that was computed may be longer than one that is read.
    let is_short = |text: &[u8]| {
        let mut words = text.split(|byte| b" ()".contains(byte));
        words.all(|word| word.len() <= format_smtlib::MOST_DIGITS)
    };
    let text = write(&clause.terms, clause.constraint);
    if !is_short(&text) {
        return;
    }
    let once = read(&text);
    let text = write(&once.terms, once.root);
    if is_short(&text) {
        let twice = read(&text);
        assert_eq!(write(&twice.terms, twice.root), text, "read back");
    }
    let alone = |terms: &format_smtlib::Terms, constraint| format_smtlib::Clause {
        terms: terms.clone(),
        constraint,
        variables: clause.variables.clone(),
        body: Vec::new(),
        head: None,
        place: clause.place,
    };
    let (before, after) = (alone(&clause.terms, clause.constraint), alone(&once.terms, once.root));
    for point in 0..4 {
        let values: Vec<Value> = (point..).zip(&sorts).map(|(at, sort)| value(at, *sort)).collect();
        let [before, after] = [&before, &after].map(|clause| claim_horn::evaluate(clause, &values));
        if let (Ok(before), Ok(after)) = (before, after) {
            assert_eq!(before.holds, after.holds, "means the same at {values:?}");
        }
    }
}

/// The value of this number, of any small ones.
fn value(at: i64, sort: Sort) -> Value {
    match sort {
        Sort::Bool => Value::Bool(at % 2 == 1),
        _ => Value::Number(format_number::Rational::from((at * 7) % 5 - 2)),
    }
}

/// Two fractions: arithmetic against its laws, and against machine numbers where they are small.
fn numbers(text: &str) {
    use format_number::Rational;
    let words: Vec<&str> = text.split(' ').filter(|word| word.len() < 400).collect();
    let [a, b] = words[..] else { return };
    let (Some(a), Some(b)) = (Rational::parse(a), Rational::parse(b)) else { return };
    assert_eq!(Rational::parse(&a.to_string()).as_ref(), Some(&a), "read back");
    assert_eq!(&(&a + &b) - &b, a);
    assert_eq!(&(&a + &b) * &(&a - &b), &(&a * &a) - &(&b * &b));
    assert_eq!(a < b, (&a - &b).signum() < 0);
    let (floor, ceil) = (Rational::from(a.floor()), Rational::from(a.ceil()));
    assert!(floor <= a && &a - &floor < Rational::ONE && ceil >= a && &ceil - &a < Rational::ONE);
    if let Some(quotient) = a.div(&b) {
        assert_eq!(&quotient * &b, a);
    }
    if let (Some(a), Some(b)) = (a.to_integer(), b.to_integer())
        && let Some((quotient, rest)) = a.div_rem(&b)
    {
        assert_eq!(&(&quotient * &b) + &rest, a);
        assert!(rest.signum() >= 0, "Euclidean");
        let small = |number: &format_number::Integer| number.to_string().parse::<i64>().ok();
        if let (Some(a), Some(b)) = (small(&a), small(&b))
            && a != i64::MIN
        {
            assert_eq!(small(&quotient), Some(a.div_euclid(b)));
            assert_eq!(small(&rest), Some(a.rem_euclid(b)));
        }
    }
}

fn split(data: &[u8]) -> Vec<Vec<u8>> {
    let mut files = vec![Vec::new()];
    let mut at = 0;
    while at < data.len() {
        if data[at..].starts_with(SEPARATOR) {
            // The line feed is the end of the file before.
            files.last_mut().expect("one").push(b'\n');
            files.push(Vec::new());
            at += SEPARATOR.len();
        } else {
            files.last_mut().expect("one").push(data[at]);
            at += 1;
        }
    }
    files
}
