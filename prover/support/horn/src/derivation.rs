//! Writes derivations of false.

use crate::{Error, Value};
use format_horn::{Header, Writer};
use format_sha256::Digest;
use std::io::Write;
use support_rules::Derivation;

/// Writes a certificate that the clauses derive false: the last step of the derivation does.
pub fn certify_derivation<W: Write>(
    digest: Digest,
    derivation: &Derivation,
    out: W,
) -> Result<(), Error> {
    let mut writer = Writer::new(out, &Header { digest, is_safe: false })?;
    for step in &derivation.steps {
        let number = u32::try_from(step.clause);
        let number = number.map_err(|_| Error::Internal("there are too many clauses"))?;
        let premises = step.premises.iter().filter_map(|&premise| u64::try_from(premise).ok());
        let premises: Vec<u64> = premises.map(|premise| premise.saturating_add(1)).collect();
        let values = step.values.iter().map(|value| match value {
            support_rules::Value::Bool(truth) => Value::Bool(*truth),
            support_rules::Value::Number(number) => Value::Number(number.clone()),
        });
        writer.fact(number, &premises, &values.collect::<Vec<_>>())?;
    }
    writer.finish()?;
    Ok(())
}
