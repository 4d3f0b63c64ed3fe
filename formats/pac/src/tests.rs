//! What is written is read back, in both encodings.

use crate::{Header, Step, Weight, Writer, read};
use format_input::Encoding;
use format_lit::Lit;
use format_sha256::Digest;

fn lit(number: i32) -> Lit {
    Lit::new(number.unsigned_abs(), number < 0).unwrap()
}

/// Variables 1 to 6 and 12 clauses of gates; then one definition.
fn steps<'a>() -> Vec<Step<'a>> {
    const TERMS: &[(i64, i32)] = &[(1, 1), (1, -2), (1, 7), (-2, 5), (-1, -6)];
    let terms: &'a [(i64, Lit)] =
        TERMS.iter().map(|&(c, l)| (c, lit(l))).collect::<Vec<_>>().leak();
    let weight = Weight { column: 70, coefficient: 1 };
    let other = Weight { column: 3, coefficient: -i64::MAX };
    let clause: &'a [Lit] = vec![lit(7), lit(7), lit(-1)].leak();
    let equal: &'a [(i64, Lit)] = vec![(1, lit(-1)), (-1, lit(7))].leak();
    let half: &'a [(i64, Lit)] =
        vec![(1, lit(-3)), (1, lit(2)), (-2, lit(1)), (-1, lit(-1))].leak();
    vec![
        Step::Define { inputs: [lit(6), lit(-1)] },
        Step::Clause { clause, hints: &[15, 1, 7] },
        Step::Clause { clause: &[], hints: &[16, 2] },
        Step::Linear { weight, factor: &[], leaves: &[1, 2, 7], terms, constant: 0, given: &[] },
        Step::Linear { weight, factor: &[], leaves: &[3, 2], terms: half, constant: 0, given: &[] },
        Step::Linear {
            weight,
            factor: &[4],
            leaves: &[3, 2],
            terms: half,
            constant: 0,
            given: &[],
        },
        Step::Linear {
            weight: other,
            factor: &[2, 3],
            leaves: &[],
            terms,
            constant: i64::MAX,
            given: &[17, 16, 3],
        },
        Step::Linear {
            weight,
            factor: &[5],
            leaves: &[1, 7],
            terms: equal,
            constant: 0,
            given: &[17, 3],
        },
        Step::Expand { weight: other, factor: &[], literal: lit(-5), leaves: &[1, 2, 3] },
    ]
}

#[test]
fn both_encodings_keep_the_steps() {
    for encoding in [Encoding::Text, Encoding::Binary] {
        for circuit in [None, Some(Vec::new()), Some((0..=100).collect::<Vec<u8>>())] {
            let header = Header { digest: Digest([7; 32]), claim: "--shape 1x1".into(), circuit };
            let mut writer = Writer::new(Vec::new(), encoding, &header, 6, 12).unwrap();
            for step in steps() {
                writer.step(&step).unwrap();
            }
            assert_eq!(writer.next_id(), 18);
            assert_eq!(writer.variables(), 7);
            let bytes = writer.finish().unwrap();
            let (found, mut reader) = read(bytes.as_slice()).unwrap();
            assert_eq!(found, header);
            reader.begin(6, 12);
            for step in steps() {
                assert_eq!(reader.next_step().unwrap(), Some(step));
            }
            assert_eq!(reader.next_step().unwrap(), None);
        }
    }
}
