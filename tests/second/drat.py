"""DRAT proofs (docs/formats/drat.md): a naive backward check without watched literals."""

from common import Bytes, ask, need
from dimacs import MAX_VARIABLE, literal, tokens

PRINTABLE = frozenset(range(32, 127)) | {9, 10, 13}


def is_binary(data):
    head = data[: 1 << 16]
    if head[:1] not in (b"a", b"d"):
        return False
    if not all(byte in PRINTABLE for byte in head):
        return True
    ask(head[:1] == b"d" and head[1:2] in (b" ", b"\t"), "text or binary: ambiguous")
    return False


def read_steps(data, variables, binary):
    """Steps as (is addition, literals)."""
    if is_binary(data) if binary is None else binary:
        cursor = Bytes(data)
        while not cursor.ended():
            kind, literals = cursor.byte(), []
            need(kind in b"ad", "no step")
            while value := cursor.varint():
                need(value != 1 and value >> 1 <= variables, "no literal")
                literals.append(value)
            yield kind == ord("a"), literals
        return
    literals, deletion = [], False
    for word, last in tokens(data):
        if word == b"d" and not literals and not deletion:
            deletion = True
        elif value := literal(word, variables):
            literals.append(value)
        else:
            yield not deletion, literals
            literals, deletion = [], False
    need(not literals and not deletion, "the last step has no end")


def unit_propagation(clauses, true, reasons):
    """Extends the assignment; returns the number of a clause that is false, or None."""
    changed = True
    while changed:
        changed = False
        for number, clause in clauses.items():
            if clause & true:
                continue
            open_literals = [s for s in clause if s ^ 1 not in true]
            if not open_literals:
                return number
            if len(open_literals) == 1:
                true.add(open_literals[0])
                reasons[open_literals[0]] = number
                changed = True
    return None


def used_by(clauses, conflict, reasons):
    """The clauses from which the conflict follows."""
    used, work = set(), [conflict]
    while work:
        number = work.pop()
        if number not in used:
            used.add(number)
            work += [reasons[s ^ 1] for s in clauses[number] if s ^ 1 in reasons]
    return used


def refute(clauses, true):
    """The clauses that give a conflict under an assignment, or None."""
    if any(s ^ 1 in true for s in true):
        return set()
    true, reasons = set(true), {}
    conflict = unit_propagation(clauses, true, reasons)
    return None if conflict is None else used_by(clauses, conflict, reasons)


def forward(given, steps, specified):
    """Clauses by number, what happened, as (number, is addition) up to the first conflict, and its reasons."""
    clauses = {number: frozenset(clause) for number, clause in enumerate(given)}
    written, history, live = dict(enumerate(given)), [], dict(clauses)
    copies = {}
    for number, clause in clauses.items():
        copies.setdefault(clause, []).append(number)
    true, reasons = set(), {}
    conflict = unit_propagation(live, true, reasons)
    for addition, literals in steps:
        if conflict is not None:
            continue
        clause = frozenset(literals)
        if addition:
            number = len(clauses)
            clauses[number] = live[number] = clause
            written[number] = literals
            copies.setdefault(clause, []).append(number)
        else:
            number = to_delete(copies.get(clause, []), reasons, specified)
            if number is None:
                continue
            del live[number]
            copies[clause].remove(number)
            if specified and number in reasons.values():
                true, reasons = set(), {}
        history.append((number, addition))
        if specified or addition and len([s for s in clause if s ^ 1 not in true]) < 2:
            conflict = unit_propagation(live, true, reasons)
    need(conflict is not None, "no conflict")
    return clauses, written, history, live, used_by(live, conflict, reasons)


def to_delete(copies, reasons, specified):
    """A copy of the clause that goes: one that is no reason, if there is a choice."""
    if specified:
        return copies[-1] if copies else None
    return next((number for number in reversed(copies) if number not in reasons.values()), None)


def check(formula, data, more_variables=0, binary=None, specified=False):
    variables, given = formula
    steps = read_steps(data, min(max(variables, more_variables), MAX_VARIABLE), binary)
    clauses, written, history, live, core = forward(given, steps, specified)
    for number, addition in reversed(history):
        if not addition:
            live[number] = clauses[number]
            continue
        del live[number]
        if number in core:
            core |= check_lemma(live, core, clauses[number], written[number])


def check_lemma(live, core, clause, literals):
    """The clauses that the lemma needs."""
    used = refute(live, {s ^ 1 for s in clause})
    if used is not None:
        return used
    need(literals, "the empty clause does not follow")
    pivot, used, examined = literals[0], set(), set()
    while True:
        candidates = [n for n in (core | used) & live.keys() - examined if pivot ^ 1 in live[n]]
        if not candidates:
            return used
        for number in candidates:
            reason = refute(live, {s ^ 1 for s in clause | live[number] - {pivot ^ 1}})
            need(reason is not None, "neither RUP nor RAT:", literals)
            used |= reason | {number}
            examined.add(number)
