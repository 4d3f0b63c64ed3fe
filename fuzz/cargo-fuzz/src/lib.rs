//! What the coverage-guided targets do with bytes, and how their corpora are made of the cases.

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
            if let Ok(model) = format_aiger::read(data) {
                let mut written = Vec::new();
                model.write_ascii(&mut written).expect("a vector takes all bytes");
                assert_eq!(format_aiger::read(&*written).as_ref(), Ok(&model), "read back");
            }
        }
        "json" => drop(format_json::read(data)),
        "manifest" => drop(format_bundle::read_manifest(data)),
        "sums" => drop(format_bundle::read_sums(data)),
        _ => panic!("no format {format}"),
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
