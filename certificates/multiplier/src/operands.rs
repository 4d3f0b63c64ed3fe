//! Which input is which bit of which operand.

use crate::{Error, Options, Order};
use format_aiger::{Model, SymbolKind};
use format_input::index;

/// Inputs or outputs, numbered from 0: those of every operand, lowest bits first.
type Groups = Result<Vec<Vec<u32>>, Error>;

/// The inputs of every operand, numbered from 0, lowest bits first. Every input is in one place.
pub(crate) fn operands(circuit: &Model, inputs: u32, options: &Options) -> Groups {
    let alone = options.square || options.constant.is_some();
    let (count, parts) = match (alone, options.accumulate) {
        (true, _) => (1, 1),
        (_, false) => (2, 2),
        (_, true) => (3, 4),
    };
    if options.order == Order::Names {
        let operands = by_name(circuit, inputs, SymbolKind::Input, count)?;
        let widths = operands.iter().map(Vec::len);
        return match options.shape {
            Some((n, k)) if widths.take(2).ne([index(n), index(k)]) => {
                Err(Error::Shape(inputs, (n, k)))
            }
            _ => Ok(operands),
        };
    }
    if alone && inputs > 0 {
        return Ok(vec![(0..inputs).collect()]);
    }
    let usual = inputs.checked_div(parts).filter(|width| width.checked_mul(parts) == Some(inputs));
    let usual = usual.filter(|width| *width > 0).map(|width| (width, width));
    let (n, k) = options.shape.or(usual).ok_or(Error::Widths(inputs))?;
    let end = n.saturating_add(k);
    let used_up = if options.accumulate { end < inputs } else { end == inputs };
    if !used_up || n == 0 || k == 0 {
        return Err(Error::Shape(inputs, (n, k)));
    }
    let mut operands: Vec<Vec<u32>> = match options.order {
        Order::Interleaved if n != k => return Err(Error::Interleaved(n, k)),
        Order::Interleaved => [0, 1].map(|first| (first..end).step_by(2).collect()).into(),
        _ => vec![(0..n).collect(), (n..end).collect()],
    };
    operands.extend(options.accumulate.then(|| (end..inputs).collect()));
    Ok(operands)
}

/// The inputs or outputs of every name, in the order of their first appearance, by bit.
pub(crate) fn by_name(circuit: &Model, count: u32, kind: SymbolKind, expected: usize) -> Groups {
    let mut names = vec![None; index(count)];
    for symbol in circuit.symbols.iter().filter(|symbol| symbol.kind == kind) {
        if let Some(name) = names.get_mut(index(symbol.index)) {
            *name = numbered(&symbol.name);
        }
    }
    // By name: the bits with their inputs.
    let mut groups: Vec<(&[u8], Vec<[u32; 2]>)> = Vec::new();
    for (at, name) in (0..).zip(names) {
        let (name, bit) = name.ok_or(Error::Unnamed(kind, index(at)))?;
        match groups.iter_mut().find(|(known, _)| *known == name) {
            Some((_, group)) => group.push([bit, at]),
            None => groups.push((name, vec![[bit, at]])),
        }
        if groups.len() > expected {
            break;
        }
    }
    if groups.len() != expected {
        return Err(Error::Names(kind, expected));
    }
    let ordered = groups.into_iter().map(|(name, mut group)| {
        group.sort_unstable();
        let is_run = (0..).zip(&group).all(|(number, &[bit, _])| number == bit);
        let in_order = is_run.then(|| group.into_iter().map(|[_, at]| at).collect());
        in_order.ok_or_else(|| Error::Bits(kind, name.escape_ascii().to_string()))
    });
    ordered.collect()
}

/// The parts of `name[3]`, `name_3` and `name3`.
fn numbered(name: &[u8]) -> Option<(&[u8], u32)> {
    let inner = name.strip_suffix(b"]").unwrap_or(name);
    let digits = inner.iter().rev().take_while(|letter| letter.is_ascii_digit()).count();
    let (before, digits) = inner.split_at_checked(inner.len().checked_sub(digits)?)?;
    let stem = before.strip_suffix(b"_").unwrap_or(before);
    let before = if inner.len() == name.len() { stem } else { before.strip_suffix(b"[")? };
    let is_plain = digits.len() == 1 || !digits.starts_with(b"0");
    let bit = std::str::from_utf8(digits).ok()?.parse().ok()?;
    (is_plain && !before.is_empty()).then_some((before, bit))
}
