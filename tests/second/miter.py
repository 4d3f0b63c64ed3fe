"""Miter certificates (docs/formats/miter.md)."""

import lrat
from aiger import gate_clause
from common import Bytes, ask, check_digest, derive, header_line, make_clause, need


def partners(first, second, kind, count, by_names):
    """For each input or output of the second circuit, its partner in the first."""
    if not by_names:
        return list(range(count))
    names = [[circuit.names.get((kind, place)) for place in range(count)] for circuit in (first, second)]
    for side in names:
        ask(None not in side and len(set(side)) == count, "names are missing or equal")
    ask(set(names[0]) == set(names[1]), "names do not match")
    return [names[0].index(name) for name in names[1]]


def match(first, second, by_names):
    """Partners of the second circuit's inputs and outputs."""
    for circuit in (first, second):
        circuit.check_combinational()
    ask(len(first.inputs) == len(second.inputs), "numbers of inputs")
    ask(len(first.outputs) == len(second.outputs), "numbers of outputs")
    return [partners(first, second, *what, by_names) for what in (("i", len(first.inputs)), ("o", len(first.outputs)))]


class Question:
    """Gates as (gate, left, right) in signals of the miter, and the clauses to derive."""

    def __init__(self, circuits, by_names):
        self.gates = []
        first = circuits[0]
        first.check_combinational()
        inputs = [2 * place for place in range(1, len(first.inputs) + 1)]
        outputs = [self.add(first, inputs)]
        if len(circuits) == 2:
            to_first, outputs_to_first = match(*circuits, by_names)
            second = self.add(circuits[1], [inputs[place] for place in to_first])
            outputs.append([None] * len(second))
            for place, partner in enumerate(outputs_to_first):
                outputs[1][partner] = second[place]
        else:
            ask(not by_names, "one circuit has nothing to match")
            outputs.append([0] * len(first.outputs))
        pairs = [clause for x, y in zip(*outputs) for clause in ([x ^ 1, y], [x, y ^ 1])]
        self.goals = {make_clause(clause) for clause in pairs} - {None}
        self.variables = len(inputs) + len(self.gates)

    def add(self, circuit, inputs):
        circuit.check_combinational()
        map_to = {0: 0, **dict(zip(circuit.inputs, inputs))}
        base = len(inputs) + len(self.gates)
        for place, gate in enumerate(sorted(circuit.gates)):
            map_to[gate] = 2 * (base + place + 1)

        def signal(literal):
            return map_to[literal >> 1] ^ (literal & 1)

        self.gates += [(map_to[gate], *map(signal, circuit.gates[gate])) for gate in sorted(circuit.gates)]
        return list(map(signal, circuit.outputs))


def check(files, circuits, data, by_names=False):
    question = Question(circuits, by_names)
    cursor = Bytes(data)
    need(cursor.line() == b"miter 1", "no miter certificate")
    for file in files:
        check_digest(header_line(cursor, b"circuit "), file)
    if len(files) == 2:
        need(cursor.line() == (b"match names" if by_names else b"match position"), "another matching")
    encoding = header_line(cursor, b"lrat ")
    need(encoding in (b"text", b"binary"), "no encoding")
    axioms, derived = 3 * len(question.gates), {}
    last, reached = axioms, set()

    def lookup(hint):
        need(hint > 0, "a negative hint")
        if hint <= axioms:
            clause = gate_clause((hint - 1) % 3, *question.gates[(hint - 1) // 3])
            need(clause is not None, "hint", hint, "is a tautology")
            return clause
        need(hint in derived, "hint", hint, "is not live")
        need(not any(s ^ 1 in derived[hint] for s in derived[hint]), "hint is a tautology")
        return derived[hint]

    for step in lrat.read_steps(data[cursor.at :], question.variables, encoding == b"binary"):
        if step[0] == "d":
            for number in step[1]:
                need(derived.pop(number, None) is not None, "deletion of", number)
            continue
        _, number, literals, hints = step
        need(number > last, "ids increase")
        last, clause = number, frozenset(literals)
        derive(clause, hints, lookup)
        ask(clause, "the empty clause follows from gates")
        derived[number] = clause
        reached.add(clause)
    need(frozenset() not in question.goals and question.goals <= reached, "not all outputs were compared")
