"""LRAT proofs (docs/formats/lrat.md)."""

from common import Bytes, MAX_ID, is_comment, need, number, propagate, re, signal, signed, split_lines, words
from dimacs import MAX_VARIABLE, literal


def read_steps(data, variables, binary=None):
    """The steps: ("a", id, literals, hints) or ("d", ids)."""
    if binary is None:
        binary = data[:1] in (b"a", b"d")
    return read_binary(Bytes(data), variables) if binary else read_text(data, variables)


def read_text(data, variables):
    for line in split_lines(data, False):
        if is_comment(line) or not words(line):
            continue
        parts = words(line)
        step = number(parts[0], 1)
        if parts[1:2] == [b"d"]:
            need(parts[-1] == b"0", "no 0 at the end")
            yield "d", [number(word, 1) for word in parts[2:-1]]
        else:
            need(b"0" in parts[1:], "no 0 behind the literals")
            end = parts.index(b"0", 1)
            need(end + 1 < len(parts) and parts[-1] == b"0", "no 0 behind the hints")
            hints = [signed(word) for word in parts[end + 1 : -1]]
            need(0 not in hints, "a 0 within the hints")
            yield "a", step, [literal(word, variables) for word in parts[1:end]], hints


def read_binary(cursor, variables):
    def until_zero():
        values = []
        while True:
            value = cursor.varint()
            if value == 0:
                return values
            need(value != 1, "negative zero")
            values.append(value)

    def ids(values):
        need(all(value >> 1 <= MAX_ID for value in values), "an id is too large")
        return [-(value >> 1) if value & 1 else value >> 1 for value in values]

    while not cursor.ended():
        kind = chr(cursor.byte())
        if kind == "d":
            yield "d", ids(until_zero())
        else:
            need(kind == "a", "no step:", kind)
            (step,) = ids([cursor.varint()])
            need(step > 0, "no id")
            literals = until_zero()
            need(all(value >> 1 <= min(variables, MAX_VARIABLE) for value in literals), "variable too large")
            yield "a", step, literals, ids(until_zero())


def check(formula, data, more_variables=0, binary=None):
    variables, given = formula
    live = {number: frozenset(clause) for number, clause in enumerate(given, 1)}
    last, done = len(given), any(not clause for clause in given)

    def lookup(hint):
        need(hint in live, "hint", hint, "is not live")
        need(not any(s ^ 1 in live[hint] for s in live[hint]), "hint", hint, "is a tautology")
        return live[hint]

    for step in read_steps(data, max(variables, more_variables), binary):
        if step[0] == "d":
            for number in step[1]:
                need(live.pop(number, None) is not None, "deletion of", number)
            continue
        _, number, literals, hints = step
        need(number > last, "ids increase")
        last = number
        check_addition(live, lookup, literals, hints)
        live[number] = frozenset(literals)
        done = done or not literals
    need(done, "the empty clause was not added")


def check_addition(live, lookup, literals, hints):
    clause = frozenset(literals)
    if any(s ^ 1 in clause for s in clause):
        need(not hints, "a tautology has hints")
        return
    true = {s ^ 1 for s in clause}
    first = next((place for place, hint in enumerate(hints) if hint < 0), len(hints))
    if propagate(true, hints[:first], lookup):
        need(first == len(hints), "a hint follows the conflict")
        return
    need(literals, "the empty clause is no RAT clause")
    check_rat(live, lookup, true, literals[0], hints[first:])


def check_rat(live, lookup, true, pivot, hints):
    candidates = {
        number
        for number, clause in live.items()
        if pivot ^ 1 in clause and not any(s ^ 1 in clause for s in clause)
    }
    groups = []
    for hint in hints:
        if hint < 0:
            need(-hint in candidates, "no candidate:", -hint)
            groups.append((-hint, []))
        else:
            groups[-1][1].append(hint)
    for number, group in groups:
        need(number in candidates, "candidate named twice:", number)
        candidates.remove(number)
        rest = live[number] - {pivot ^ 1}
        if rest & true:
            need(not group, "hints of a candidate with a true literal")
        else:
            need(propagate(true | {s ^ 1 for s in rest}, group, lookup), "no conflict for", number)
    for number in candidates:
        need((live[number] - {pivot ^ 1}) & true, "candidate left out:", number)
