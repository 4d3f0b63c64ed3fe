"""Multiplier certificates (docs/formats/pac.md): the claim, the steps, the sum."""

from aiger import gate_clause, read_circuit
from common import (
    Bytes,
    ask,
    check_digest,
    header_line,
    is_comment,
    need,
    number,
    propagate,
    question,
    re,
    signal,
    signed,
    split_lines,
    words,
)

NAME = re.compile(rb"(.+)\[(0|[1-9][0-9]*)\]|(.*[^0-9])(0|[1-9][0-9]*)", re.DOTALL)
MAX_LEAVES, MAX_GATES, MAX_GIVEN, MAX_COEFFICIENT = 12, 4096, 256, 2**63 - 1


class Claim:
    """What the outputs should be: operands as lists of positions of inputs, outputs as positions."""

    def __init__(self, circuit, options):
        circuit.check_combinational()
        ask(circuit.inputs, "no inputs")
        one = "square" in options or "constant" in options
        ask(not ("square" in options and "constant" in options), "square and constant")
        order = options.get("order", "separate")
        for other in ("accumulate", "shape"):
            ask(not one or other not in options, "one operand, and", other)
        ask(order in ("separate", "interleaved", "names"), "order")
        ask(not one or order != "interleaved", "one operand, interleaved")
        self.signed, self.accumulate = "signed" in options, "accumulate" in options
        self.constant = question(parse_constant, options["constant"], self.signed) if "constant" in options else None
        self.one, self.order, self.m = one, order, len(circuit.outputs)
        self.outputs = list(range(self.m))
        ask(int(options.get("truncate", self.m)) == self.m, "another number of outputs")
        self.operands = self.find_operands(circuit, options)

    def find_operands(self, circuit, options):
        inputs = len(circuit.inputs)
        if self.order == "names":
            operands = by_names(circuit, "i", inputs)
            ask(len(operands) == (1 if self.one else 3 if self.accumulate else 2), "prefixes of operands")
            widths = [len(operand) for operand in operands]
            ask("shape" not in options or list(options["shape"]) == widths[:2], "another shape")
            outputs = by_names(circuit, "o", self.m)
            ask(len(outputs) == 1, "prefixes of outputs")
            self.outputs = outputs[0]
            return operands
        if self.one:
            return [list(range(inputs))]
        parts = 4 if self.accumulate else 2
        if "shape" not in options:
            ask(inputs % parts == 0, "say the widths")
        n, k = options.get("shape", (inputs // parts, inputs // parts))
        ask(n >= 1 and k >= 1, "a width of 0")
        rest = inputs - n - k
        ask(rest >= 1 if self.accumulate else rest == 0, "inputs are left, or too few")
        places = list(range(inputs))
        if self.order == "interleaved":
            ask(n == k, "interleaved operands are equally wide")
            operands = [places[0 : n + k : 2], places[1 : n + k : 2]]
        else:
            operands = [places[:n], places[n : n + k]]
        return operands + ([places[n + k :]] if self.accumulate else [])

    def words(self):
        parts = ["--signed"] * self.signed + ["--accumulate"] * self.accumulate
        if self.one:
            parts += ["--square"] if self.constant is None else [f"--constant {self.constant:#x}"]
        else:
            parts += [f"--shape {len(self.operands[0])}x{len(self.operands[1])}"]
        return " ".join(parts + [f"--truncate {self.m}", f"--order {self.order}"])

    def weights(self, operand):
        """Pairs of an input's position and its weight; those that are 0 modulo 2^m are left out."""
        weights = [(place, 1 << bit) for bit, place in enumerate(operand[: self.m])]
        if self.signed and len(weights) == len(operand):
            weights[-1] = weights[-1][0], -weights[-1][1]
        return weights

    def factors(self):
        """The product as two sums of weighted inputs; None stands for the constant 1."""
        a = self.weights(self.operands[0])
        if self.constant is not None:
            return a, [(None, self.constant)]
        return a, a if self.one else self.weights(self.operands[1])

    def pairs(self):
        """How many products of two bits count modulo 2^m, those of the addend included."""
        a, b = self.factors()
        return sum(min(len(b), self.m - at) for at in range(len(a))) + len(self.addend())

    def addend(self):
        return self.weights(self.operands[2]) if self.accumulate else []

    def evaluate(self, inputs):
        def sum_of(weights):
            return sum(weight * (1 if place is None else inputs[place]) for place, weight in weights)

        a, b = self.factors()
        return (sum_of(a) * sum_of(b) + sum_of(self.addend())) % (1 << self.m)

    def products(self):
        """The claim multiplied out: sets of positions with coefficients."""
        a, b = self.factors()
        for x, left in a:
            for y, right in b:
                if left * right % (1 << self.m):
                    yield frozenset({x, y} - {None}), left * right
        for x, weight in self.addend():
            yield frozenset({x}), weight


def parse_constant(text, is_signed):
    form = re.fullmatch(r"(-?)(?:0x([0-9a-fA-F]+)|([0-9]+))", text)
    need(form and len(form[2] or form[3]) <= 10000, "no constant")
    value = int(form[2], 16) if form[2] else int(form[3])
    need(is_signed or not form[1], "a negative constant")
    return -value if form[1] else value


def by_names(circuit, kind, count):
    """Positions by prefix, in the order of first appearance, each by bit."""
    prefixes = {}
    for place in range(count):
        name = NAME.fullmatch(circuit.names.get((kind, place), b""))
        ask(name, "no name with a number")
        prefix, bit = [part for part in name.groups() if part is not None]
        prefix = prefix.removesuffix(b"_") if name[3] else prefix
        ask(prefix, "a name without prefix")
        ask(int(bit) not in prefixes.setdefault(prefix, {}), "a bit twice")
        prefixes[prefix][int(bit)] = place
    ask(all(max(bits) == len(bits) - 1 for bits in prefixes.values()), "a bit is missing")
    return [[bits[bit] for bit in range(len(bits))] for bits in prefixes.values()]


def read_certificate(data):
    """Digest, words, the circuit inside or None, and a reader of steps."""
    cursor = Bytes(data)
    need(cursor.line() == b"pac 1", "no pac certificate")
    digest, claim = header_line(cursor, b"circuit "), header_line(cursor, b"claim ")
    inside, line = None, cursor.line()
    if line.startswith(b"aiger "):
        left = number(line[6:])
        inside = bytearray()
        while left:
            row = cursor.line()
            need(re.fullmatch(rb"([0-9a-f]{2})+", row) and len(row) == 2 * min(left, 32), "no bytes")
            inside += bytes.fromhex(row.decode())
            left -= len(row) // 2
        inside, line = bytes(inside), cursor.line()
    need(line in (b"steps text", b"steps binary"), "no encoding")
    return digest, claim, inside, cursor, line.endswith(b"binary")


def text_steps(cursor):
    """Steps as (letter, list of parts); a list of numbers is a part."""
    for line in split_lines(cursor.rest(), False):
        if is_comment(line) or not words(line):
            continue
        parts = words(line)
        values = [signed(word, 2**64) for word in parts[1:]][::-1]

        def take():
            need(values, "the line ends too early")
            return values.pop()

        yield step(parts[0].decode(errors="replace"), take, take, take, take)
        need(not values, "more on the line")


def binary_steps(cursor, first_id, first_definition):
    """The same, in binary; ids are relative to the next derived clause."""
    state = {"column": 0, "code": 0, "id": 0, "next": first_id, "variable": first_definition}

    def literal():
        k = cursor.zigzag()
        if k == 0:
            return 0
        state["code"] += k - 1 if k > 0 else k
        need(state["code"] > 1, "no literal")
        return -(state["code"] >> 1) if state["code"] & 1 else state["code"] >> 1

    def identifier():
        value = cursor.varint()
        if value == 0:
            return 0
        if value % 2 == 0:
            found = state["next"] - value // 2
        else:
            need(value != 3, "minus zero")
            state["id"] += value >> 2 if value & 3 == 1 else -(value >> 2)
            found = state["id"]
        need(found > 0, "no id")
        return found

    while not cursor.ended():
        head = cursor.varint()
        kind, change = "drlepfh?"[head % 8], head // 8
        need(change != 1 and kind != "?", "no step")
        if kind in "dr":
            need(change == 0, "a step without column has one")
        state["column"] += -(change >> 1) if change & 1 else change >> 1
        yield step(kind, lambda: state["column"], cursor.zigzag, literal, identifier)
        if kind == "d":
            state["variable"] += 1
            state["next"] += 3
            state["code"] = 2 * (state["variable"] - 1)
        if kind == "r":
            state["next"] += 1


def step(kind, column, coefficient, literal, identifier):
    """Reads the parts of a step, whatever their encoding."""

    def until_zero(take):
        values = []
        while value := take():
            values.append(value)
        return values

    def terms():
        found = []
        while value := coefficient():
            found.append((value, literal()))
        return found

    def scale():
        return column(), coefficient(), until_zero(literal)

    if kind == "d":
        return kind, literal(), literal()
    if kind == "r":
        return kind, until_zero(literal), until_zero(identifier)
    if kind == "l":
        return kind, *scale(), until_zero(literal), terms(), coefficient(), until_zero(identifier)
    if kind == "e":
        scaled, left, right = scale(), literal(), literal()
        ids = [identifier(), identifier()]
        return "l", *scaled, [abs(left), abs(right)], [(1, left), (-1, right)], 0, ids
    if kind == "p":
        return kind, *scale(), literal(), until_zero(literal)
    need(kind in ("f", "h"), "no step:", kind)
    at, summands = column(), [literal() for _ in range(3 if kind == "f" else 2)]
    carry, total = literal(), literal()
    return "l", at, 1, [], list(map(abs, summands)), [*((1, x) for x in summands), (-2, carry), (-1, total)], 0, []


class Netlist:
    """Gates and definitions over variables 0 (false), inputs, gates, definitions."""

    def __init__(self, circuit):
        place = {0: 0, **{variable: at for at, variable in enumerate(circuit.inputs, 1)}}
        self.inputs = len(circuit.inputs)
        for at, gate in enumerate(sorted(circuit.gates), 1):
            place[gate] = self.inputs + at

        def to(literal):
            return 2 * place[literal >> 1] ^ (literal & 1)

        self.gates = [tuple(map(to, circuit.gates[gate])) for gate in sorted(circuit.gates)]
        self.outputs = list(map(to, circuit.outputs))
        self.derived = []

    def variables(self):
        return self.inputs + len(self.gates)

    def signal(self, literal):
        need(literal != 0 and abs(literal) <= self.variables(), "no literal:", literal)
        return signal(literal)

    def variable(self, literal):
        need(literal > 0, "no variable:", literal)
        return self.signal(literal) >> 1

    def clause(self, number):
        need(1 <= number <= 3 * len(self.gates) + len(self.derived), "no clause:", number)
        if number > 3 * len(self.gates):
            return self.derived[number - 3 * len(self.gates) - 1]
        gate = (number - 1) // 3
        clause = gate_clause((number - 1) % 3, 2 * (self.inputs + gate + 1), *self.gates[gate])
        need(clause is not None, "clause", number, "is a tautology")
        return clause

    def tables(self, roots, leaves):
        """The truth tables, as integers with a bit for each row, of everything from the roots to the leaves."""
        rows = 1 << len(leaves)
        tables = {0: 0}
        for at, leaf in enumerate(leaves):
            tables[leaf] = sum(1 << row for row in range(rows) if row >> at & 1)
        work, gates = list(roots), 0
        while work:
            variable = work[-1]
            if variable in tables:
                work.pop()
                continue
            need(variable > self.inputs, "an input that is no leaf")
            sides = self.gates[variable - self.inputs - 1]
            below = [s >> 1 for s in sides if s >> 1 not in tables]
            if below:
                work += below
            else:
                left, right = (table_of(tables, s, rows) for s in sides)
                tables[variable] = left & right
                gates += 1
                need(gates <= MAX_GATES, "too many gates")
                work.pop()
        return tables


def table_of(tables, literal, rows):
    return tables[literal >> 1] ^ ((1 << rows) - 1) * (literal & 1)


def polynomial_of(table, leaves):
    """The polynomial over the leaves with these values, by the Möbius transform."""
    values = [table >> row & 1 for row in range(1 << len(leaves))]
    for at in range(len(leaves)):
        for row in range(len(values)):
            if row >> at & 1:
                values[row] -= values[row ^ 1 << at]
    return {
        frozenset(leaf for at, leaf in enumerate(leaves) if row >> at & 1): value
        for row, value in enumerate(values)
        if value
    }


def add_literal(polynomial, literal, coefficient):
    """Adds a literal: x, or 1 - x; the constant has variable 0."""
    if literal & 1:
        add(polynomial, frozenset(), coefficient)
        coefficient = -coefficient
    if literal >> 1:
        add(polynomial, frozenset({literal >> 1}), coefficient)


def add(polynomial, product, coefficient):
    polynomial[product] = polynomial.get(product, 0) + coefficient


class Proof:
    def __init__(self, circuit, claim):
        self.net, self.m, self.sum = Netlist(circuit), claim.m, {}
        for bit, place in enumerate(claim.outputs):
            add_literal(self.sum, self.net.outputs[place], 1 << bit)
        limit = 2**20 + 32 * (len(self.net.gates) + claim.m)
        for count, (product, coefficient) in enumerate(claim.products()):
            ask(count < limit, "too many products")
            add(self.sum, frozenset(place + 1 for place in product), -coefficient)

    def leaves(self, found):
        leaves = [self.net.variable(leaf) for leaf in found]
        need(len(leaves) <= MAX_LEAVES and len(set(leaves)) == len(leaves), "leaves")
        return leaves

    def add_scaled(self, column, coefficient, factor, expression):
        need(0 <= column < 2**32 and abs(coefficient) <= MAX_COEFFICIENT, "column or coefficient")
        factor = frozenset(map(self.net.variable, factor))
        need(len(factor) <= MAX_LEAVES, "a factor has at most 12 variables")
        for product, value in expression.items():
            need(-MAX_COEFFICIENT - 1 <= coefficient * value <= MAX_COEFFICIENT, "a coefficient overflows")
            if column < self.m:
                add(self.sum, product | factor, coefficient * value << column)

    def define(self, left, right):
        left, right = self.net.signal(left), self.net.signal(right)
        self.net.gates.append((left, right))

    def clause(self, literals, hints):
        clause = frozenset(map(self.net.signal, literals))
        need(propagate({s ^ 1 for s in clause}, hints, self.net.clause), "no conflict")
        ask(clause, "the empty clause follows from gates")
        self.net.derived.append(clause)

    def linear(self, column, coefficient, factor, leaves, terms, constant, given):
        leaves = self.leaves(leaves)
        need(sum(abs(c) for c, _ in terms) + abs(constant) <= MAX_COEFFICIENT, "coefficients overflow")
        terms = [(c, self.net.signal(literal)) for c, literal in terms]
        need(all(-MAX_COEFFICIENT - 1 <= coefficient * c <= MAX_COEFFICIENT for c, _ in terms), "a coefficient overflows")
        tables, rows = self.net.tables([s >> 1 for _, s in terms], leaves), 1 << len(leaves)
        clauses = [self.net.clause(number) for number in given]
        need(sum(map(len, clauses)) <= MAX_GIVEN, "too many literals are given")
        excluded = 0
        for clause in clauses:
            need(all(s >> 1 in tables for s in clause), "a literal outside of the cut")
            false = (1 << rows) - 1
            for s in clause:
                false &= ~table_of(tables, s, rows)
            excluded |= false
        columns = [(c, table_of(tables, s, rows)) for c, s in terms]
        for row in range(rows):
            value = constant + sum(c for c, table in columns if table >> row & 1)
            need(value == 0 or excluded >> row & 1, "the expression is", value, "on row", row)
        expression = {frozenset(): constant}
        for c, s in terms:
            add_literal(expression, s, c)
        self.add_scaled(column, coefficient, factor, expression)

    def polynomial(self, column, coefficient, factor, literal, leaves):
        leaves, literal = self.leaves(leaves), self.net.signal(literal)
        tables = self.net.tables([literal >> 1], leaves)
        expression = polynomial_of(table_of(tables, literal, 1 << len(leaves)), leaves)
        add_literal(expression, literal, -1)
        self.add_scaled(column, coefficient, factor, expression)

    def finish(self):
        """Replaces gates that stand alone by polynomials over inputs; all must vanish modulo 2^m."""
        modulus = 1 << self.m
        alone = [next(iter(product)) for product in self.sum if len(product) == 1]
        for variable in alone:
            coefficient = self.sum[frozenset({variable})]
            if variable > self.net.inputs and coefficient % modulus:
                inputs = self.inputs_of(variable)
                tables = self.net.tables([variable], inputs)
                del self.sum[frozenset({variable})]
                for product, value in polynomial_of(tables[variable], inputs).items():
                    add(self.sum, product, coefficient * value)
        need(all(value % modulus == 0 for value in self.sum.values()), "the sum is not 0")

    def inputs_of(self, variable):
        seen, work = set(), [variable]
        while work:
            one = work.pop()
            if one and one not in seen:
                seen.add(one)
                need(len(seen) <= MAX_GATES + MAX_LEAVES, "too many gates")
                if one > self.net.inputs:
                    work += [s >> 1 for s in self.net.gates[one - self.net.inputs - 1]]
        inputs = sorted(one for one in seen if one <= self.net.inputs)
        need(len(inputs) <= MAX_LEAVES, "too many inputs")
        return inputs


def check(file, data, options):
    """`file` is the circuit that the user gave, or None."""
    circuit = None if file is None else question(read_circuit, file)
    digest, words_of_claim, inside, cursor, binary = read_certificate(data)
    need(inside is not None or file is not None, "there is no circuit")
    need(inside is None or file is None or inside == file, "another circuit is inside")
    if file is None:
        circuit = question(read_circuit, inside)
    claim = Claim(circuit, options)
    check_digest(digest, inside if file is None else file)
    need(words_of_claim == claim.words().encode(), "another claim")
    proof = Proof(circuit, claim)
    gates = len(proof.net.gates)
    steps = binary_steps(cursor, 3 * gates + 1, proof.net.variables() + 1) if binary else text_steps(cursor)
    rules = {"d": proof.define, "r": proof.clause, "l": proof.linear, "p": proof.polynomial}
    defining = True
    for kind, *parts in steps:
        defining = defining and kind == "d"
        need(defining or kind != "d", "a definition behind other steps")
        rules[kind](*parts)
    proof.finish()
