"""Circuits (docs/formats/aiger.md), their clauses, and their values."""

from common import Bytes, NUMBER, ask, make_clause, need, number, re

MAX_VARIABLE = 2**31 - 1


class Circuit:
    """Inputs and latches by variable, gates by variable in an order in which they can be evaluated."""

    def __init__(self):
        self.latches, self.outputs, self.bads, self.constraints = [], [], [], []
        self.justice, self.fairness, self.gates, self.names = [], [], {}, {}

    def evaluate(self, values):
        """Completes the values of inputs and latches (variable to 0 or 1) by those of gates."""
        values[0] = 0
        for gate, (left, right) in self.gates.items():
            values[gate] = value(values, left) & value(values, right)

    def properties(self):
        return self.bads or self.outputs

    def check_combinational(self):
        ask(not (self.latches or self.bads or self.constraints or self.justice or self.fairness), "not combinational")
        ask(self.outputs, "no outputs")
        ask(len(self.inputs) <= max(2**20, 2 * len(self.gates) + len(self.outputs)), "too many inputs")


def value(values, literal):
    return values[literal >> 1] ^ (literal & 1)


def numbers(line):
    need(re.fullmatch(rb"%b( %b)*" % (NUMBER, NUMBER), line), "no numbers:", line)
    return [int(word) for word in line.split(b" ")]


def read_circuit(data):
    cursor, circuit = Bytes(data), Circuit()
    head = cursor.line()
    need(head[:4] in (b"aag ", b"aig "), "no AIGER file")
    counts = numbers(head[4:])
    need(5 <= len(counts) <= 9, "no header")
    most, inputs, latches, outputs, gates, bads, constraints, justice, fairness = counts + [0] * (9 - len(counts))
    need(most <= MAX_VARIABLE and max(counts[3], *counts[5:], 0) < 2**32, "header out of range")
    binary = head[:4] == b"aig "
    if binary:
        need(most == inputs + latches + gates, "M is I + L + A")
        circuit.inputs = range(1, inputs + 1)
    else:
        need(inputs + latches + gates <= most, "M is below I + L + A")
        circuit.inputs = [definition(cursor, 1, most)[0] >> 1 for _ in repeat(cursor, inputs)]
    for place in repeat(cursor, latches):
        if binary:
            line = [2 * (inputs + place + 1)] + numbers(cursor.line())
        else:
            line = definition(cursor, None, most)
        need(len(line) in (2, 3), "no latch")
        circuit.latches.append((line[0] >> 1, line[1], line[2] if len(line) == 3 else 0))

    def literals(count):
        return [number(cursor.line(), 0, 2 * most + 1) for _ in repeat(cursor, count)]

    circuit.outputs, circuit.bads, circuit.constraints = literals(outputs), literals(bads), literals(constraints)
    sizes = [number(cursor.line(), 0, 2**32 - 1) for _ in repeat(cursor, justice)]
    circuit.justice = [literals(size) for size in sizes]
    circuit.fairness = literals(fairness)
    for place in repeat(cursor, gates):
        if binary:
            gate = 2 * (inputs + latches + place + 1)
            left = gate - cursor.varint()
            right = left - cursor.varint()
            need(gate > left >= right >= 0, "gate out of order")
        else:
            gate, left, right = definition(cursor, 3, most)
            need(gate >> 1 not in circuit.gates, "gate defined twice")
        circuit.gates[gate >> 1] = left, right
    read_symbols(cursor, circuit, inputs)
    check_definitions(circuit, binary, most)
    if not binary:
        order_gates(circuit)
    return circuit


def repeat(cursor, count):
    """Counts up to a promise, which the file may break."""
    need(count <= 2 * len(cursor.data), "the file is too short for its header")
    return range(count)


def definition(cursor, length, most):
    line = numbers(cursor.line())
    need(length is None or len(line) == length, "numbers on a line")
    need(line[0] % 2 == 0 and 2 <= line[0] <= 2 * most, "no variable to define")
    return line


def read_symbols(cursor, circuit, inputs):
    counts = {
        "i": inputs,
        "l": len(circuit.latches),
        "o": len(circuit.outputs),
        "b": len(circuit.bads),
        "c": len(circuit.constraints),
        "j": len(circuit.justice),
        "f": len(circuit.fairness),
    }
    while not cursor.ended():
        line = cursor.line()
        if line == b"c":
            need(cursor.ended() or cursor.data.endswith(b"\n"), "the comment has no end")
            return
        symbol = re.fullmatch(rb"([ilobcjf])(%b) ([^\r]+)" % NUMBER, line, re.DOTALL)
        need(symbol, "no symbol:", line)
        key = symbol[1].decode(), int(symbol[2])
        need(key[1] < counts[key[0]] and key not in circuit.names, "symbol of nothing, or twice")
        circuit.names[key] = symbol[3]


def check_definitions(circuit, binary, most):
    used = [s for _, *signals in circuit.latches for s in signals]
    used += circuit.outputs + circuit.bads + circuit.constraints + circuit.fairness
    used += [s for signals in circuit.justice for s in signals]
    used += [s for signals in circuit.gates.values() for s in signals]
    need(all(s <= 2 * most + 1 for s in used), "a literal is too large")
    if not binary:
        defined = list(circuit.inputs) + [latch for latch, _, _ in circuit.latches] + list(circuit.gates)
        known = set(defined) | {0}
        need(len(known) == len(defined) + 1, "a variable is defined twice")
        need(all(s >> 1 in known for s in used), "a variable is not defined")


def order_gates(circuit):
    ordered = {}
    for root in circuit.gates:
        work, open_gates = [root], set()
        while work:
            gate = work[-1]
            below = [s >> 1 for s in circuit.gates[gate] if s >> 1 in circuit.gates and s >> 1 not in ordered]
            if gate in ordered:
                work.pop()
            elif not below:
                ordered[gate] = circuit.gates[gate]
                open_gates.discard(gate)
                work.pop()
            else:
                need(gate not in open_gates, "a gate depends on itself")
                open_gates.add(gate)
                work += below
    circuit.gates = ordered


def gate_clause(which, gate, left, right):
    """Clause 0, 1 or 2 of a gate, over signals; None for a tautology."""
    return make_clause(([gate ^ 1, left], [gate ^ 1, right], [gate, left ^ 1, right ^ 1])[which])


def reset_order(latches, gates):
    """Latches and gates in an order in which time 0 can be computed, or None if resets go in a circle."""
    below = {gate: [s >> 1 for s in sides] for gate, sides in gates.items()}
    for latch, _, reset in latches:
        below[latch] = [] if reset == 2 * latch else [reset >> 1]
    order, state = [], {}
    for root in below:
        work = [root]
        while work:
            node = work.pop()
            if node < 0:
                state[~node] = "done"
                order.append(~node)
            elif state.get(node) == "open":
                return None
            elif node in below and node not in state:
                state[node] = "open"
                work += [~node] + below[node]
    return order
