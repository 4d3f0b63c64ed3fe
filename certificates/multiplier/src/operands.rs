//! Which input is which bit of which operand.

use crate::{Error, Options, Order};
use format_aiger::{Model, SymbolKind};
use format_input::index;

/// The inputs of every operand, numbered from 0, lowest bits first. Every input is in one place.
pub(crate) fn operands(
    circuit: &Model,
    inputs: u32,
    options: &Options,
) -> Result<Vec<Vec<u32>>, Error> {
    let alone = options.square || options.constant.is_some();
    let count = if alone { 1 } else { 2_usize.saturating_add(options.accumulate.into()) };
    if options.order == Order::Names {
        let operands = by_name(circuit, inputs, SymbolKind::Input, count)?;
        let widths =
            |(n, k)| [n, k].into_iter().map(index).eq(operands.iter().take(2).map(Vec::len));
        return match options.shape {
            Some(shape) if !widths(shape) => Err(Error::Shape { inputs, shape }),
            _ => Ok(operands),
        };
    }
    if alone {
        return if inputs > 0 {
            Ok(vec![(0..inputs).collect()])
        } else {
            Err(Error::Widths { inputs })
        };
    }
    let usual = if options.accumulate { inputs / 4 } else { inputs / 2 };
    let used = usual.saturating_mul(if options.accumulate { 4 } else { 2 });
    let usual = (inputs > 0 && used == inputs).then_some((usual, usual));
    let shape = options.shape.or(usual).ok_or(Error::Widths { inputs })?;
    let (n, k) = shape;
    let ends = n.checked_add(k).filter(|&end| {
        n > 0 && k > 0 && if options.accumulate { end < inputs } else { end == inputs }
    });
    let end = ends.ok_or(Error::Shape { inputs, shape })?;
    let mut operands = match options.order {
        Order::Interleaved if n != k => return Err(Error::Interleaved { shape }),
        Order::Interleaved => {
            vec![(0..end).step_by(2).collect(), (1..end).step_by(2).collect()]
        }
        _ => vec![(0..n).collect(), (n..end).collect::<Vec<u32>>()],
    };
    if options.accumulate {
        operands.push((end..inputs).collect());
    }
    Ok(operands)
}

/// The inputs or outputs of every name, in the order of their first appearance, by bit.
pub(crate) fn by_name(
    circuit: &Model,
    count: u32,
    kind: SymbolKind,
    expected: usize,
) -> Result<Vec<Vec<u32>>, Error> {
    let mut names = vec![None; index(count)];
    for symbol in circuit.symbols.iter().filter(|symbol| symbol.kind == kind) {
        if let Some(name) = names.get_mut(index(symbol.index)) {
            *name = numbered(&symbol.name);
        }
    }
    // By name: the bits with their inputs. More names than expected are counted only.
    let mut groups: Vec<(&[u8], Vec<[u32; 2]>)> = Vec::new();
    for (at, name) in names.into_iter().enumerate() {
        let (name, bit) = name.ok_or(Error::Unnamed { kind, at })?;
        let entry = [bit, u32::try_from(at).unwrap_or(u32::MAX)];
        match groups.iter_mut().find(|(known, _)| *known == name) {
            Some((_, group)) => group.push(entry),
            None => groups.push((name, vec![entry])),
        }
        if groups.len() > expected {
            break;
        }
    }
    if groups.len() != expected {
        return Err(Error::Names { kind, expected, found: groups.len() });
    }
    let ordered = groups.into_iter().map(|(name, mut group)| {
        group.sort_unstable();
        if group.iter().map(|&[bit, _]| bit).ne(0..u32::try_from(group.len()).unwrap_or(0)) {
            return Err(Error::Bits { kind, name: name.escape_ascii().to_string() });
        }
        Ok(group.into_iter().map(|[_, at]| at).collect())
    });
    ordered.collect()
}

/// The parts of `name[3]`, `name_3` and `name3`.
fn numbered(name: &[u8]) -> Option<(&[u8], u32)> {
    let inner = name.strip_suffix(b"]").unwrap_or(name);
    let digits = inner.iter().rev().take_while(|letter| letter.is_ascii_digit()).count();
    let (before, digits) = inner.split_at_checked(inner.len().checked_sub(digits)?)?;
    let before = if inner.len() < name.len() {
        before.strip_suffix(b"[")?
    } else {
        before.strip_suffix(b"_").unwrap_or(before)
    };
    let plain = digits.len() == 1 || !digits.starts_with(b"0");
    let bit = std::str::from_utf8(digits).ok()?.parse().ok()?;
    (plain && !before.is_empty()).then_some((before, bit))
}
