"""Certificates about Horn clauses (docs/formats/horn.md)."""

import sys
from fractions import Fraction
from math import ceil, floor, gcd, lcm

import smtlib
from common import check_digest, derive, need, number, re, signal, signed, split_lines, words
from smtlib import TERMS, parts_of, reachable

sys.setrecursionlimit(10**7)
RATIONAL = re.compile(rb"(0|-?[1-9][0-9]*)(?:/([1-9][0-9]*))?")


def rational(word):
    found = RATIONAL.fullmatch(word)
    need(found and len(word) <= 10000, "no rational:", word[:40])
    above, below = int(found[1]), int(found[2] or 1)
    need(found[2] is None or below > 1 and gcd(above, below) == 1, "not in lowest terms:", word[:40])
    return Fraction(above, below)


def add_multiple(left, right, factor):
    """LEFT + FACTOR * RIGHT: linear expressions are maps from variables to coefficients, None to the constant."""
    result = dict(left)
    for variable, coefficient in right.items():
        result[variable] = result.get(variable, 0) + factor * coefficient
        if result[variable] == 0:
            del result[variable]
    return result


def normal(coefficients, bound, strict, all_int):
    """Coefficients without common divisor, and the bound rounded if all variables are Int."""
    scale = Fraction(1)
    if coefficients:
        divisor = gcd(*(value.numerator for value in coefficients.values()))
        scale = Fraction(lcm(*(value.denominator for value in coefficients.values())), divisor)
    coefficients = {variable: value * scale for variable, value in coefficients.items()}
    bound *= scale
    if all_int:
        bound, strict = Fraction(ceil(bound) - 1 if strict else floor(bound)), False
    return coefficients, bound, strict


class Obligation:
    """Variables, atoms and clauses of a block."""

    def __init__(self, sorts):
        self.sorts = list(sorts)  # of numeric variables; those of Bools stand for nothing
        self.booleans = 0
        self.atoms, self.atom_of = {}, {}
        self.gates, self.quotients = {}, {}
        self.clauses = [None]
        self.add([self.new_boolean()])

    def new_boolean(self):
        self.booleans += 1
        return self.booleans

    def new_number(self, sort):
        self.sorts.append(sort)
        return {len(self.sorts) - 1: Fraction(1)}

    def add(self, literals):
        self.clauses.append(frozenset(map(signal, literals)))

    def gate_and(self, literals):
        literals = sorted(set(literals), key=lambda literal: (abs(literal), literal < 0))
        if len(literals) < 2:
            return literals[0] if literals else 1
        key = tuple(literals)
        if key not in self.gates:
            gate = self.gates[key] = self.new_boolean()
            for literal in literals:
                self.add([-gate, literal])
            self.add([gate] + [-literal for literal in literals])
        return self.gates[key]

    def gate_or(self, literals):
        return -self.gate_and([-literal for literal in literals])

    def gate_iff(self, a, b):
        key = ("iff", frozenset((a, b)))
        if key not in self.gates:
            gate = self.gates[key] = self.new_boolean()
            for clause in ([-gate, -a, b], [-gate, a, -b], [gate, a, b], [gate, -a, -b]):
                self.add(clause)
        return self.gates[key]

    def is_int(self, coefficients):
        return all(self.sorts[variable] == "Int" for variable in coefficients)

    def rounded(self, coefficients, bound, strict):
        return normal(coefficients, bound, strict, self.is_int(coefficients))

    def compare(self, a, b, strict):
        """The literal of `a <= b` or `a < b`."""
        difference = add_multiple(a, b, -1)
        bound = -difference.pop(None, Fraction(0))
        if not difference:
            return 1 if (0 < bound if strict else 0 <= bound) else -1
        inequality = self.rounded(difference, bound, strict)
        if inequality[0][min(inequality[0])] > 0:
            return self.atom(inequality)
        return -self.atom(self.opposite(inequality))

    def opposite(self, inequality):
        coefficients, bound, strict = inequality
        coefficients = {variable: -value for variable, value in coefficients.items()}
        return self.rounded(coefficients, -bound, not strict)

    def key(self, inequality):
        return tuple(sorted(inequality[0].items())), inequality[1], inequality[2]

    def atom(self, inequality):
        key = self.key(inequality)
        if key not in self.atom_of:
            variable = self.atom_of[key] = self.new_boolean()
            self.atoms[variable] = inequality
        return self.atom_of[key]

    def quotient(self, a, divisor):
        key = tuple(sorted((-1 if v is None else v, c) for v, c in a.items())), divisor
        if key not in self.quotients:
            q = self.quotients[key] = self.new_number("Int")
            multiple = add_multiple({}, q, divisor)
            self.add([self.compare(multiple, a, False)])
            self.add([self.compare(a, add_multiple(multiple, {None: abs(divisor) - 1}, 1), False)])
        return self.quotients[key]

    def visit(self, root, become, parameters):
        """What a term becomes: a literal, or a linear expression. Parts come first."""
        open_terms = [(root, False)]
        while open_terms:
            place, parts_done = open_terms.pop()
            if place in become:
                continue
            key = TERMS[place]
            if parts_done:
                become[place] = self.become(key, [become[part] for part in parts_of(key)], parameters)
            else:
                open_terms.append((place, True))
                open_terms.extend((part, False) for part in reversed(parts_of(key)))
        return become[root]

    def become(self, key, parts, parameters):
        kind = key[0]
        if kind in ("true", "false"):
            return 1 if kind == "true" else -1
        if kind == "variable":
            return self.new_boolean() if key[2] == "Bool" else {key[1]: Fraction(1)}
        if kind == "number":
            return {None: key[1]} if key[1] else {}
        if kind == "parameter":
            return parameters[key[1]]
        if kind == "not":
            return -parts[0]
        if kind in ("and", "or"):
            return self.gate_and(parts) if kind == "and" else self.gate_or(parts)
        if kind == "iff":
            return self.gate_iff(*parts)
        if kind in ("<=", "<"):
            return self.compare(*parts, kind == "<")
        if kind == "=":
            return self.gate_and(self.equal(*parts))
        return self.become_number(key, parts)

    def equal(self, a, b):
        at_most = self.compare(a, b, False)
        return [at_most, self.compare(b, a, False)]

    def become_number(self, key, parts):
        kind = key[0]
        if kind == "ite":
            condition, a, b = parts
            if isinstance(a, int):
                first = self.gate_or([-condition, a])
                return self.gate_and([first, self.gate_or([condition, b])])
            x = self.new_number(smtlib.sort_of(key[2]))
            for guard, branch in ((-condition, a), (condition, b)):
                for literal in self.equal(x, branch):
                    self.add([guard, literal])
            return x
        if kind == "sum":
            total = {}
            for part in parts:
                total = add_multiple(total, part, 1)
            return total
        if kind == "times":
            return add_multiple({}, parts[0], key[1])
        if kind == "to_real":
            return parts[0]
        q = self.quotient(parts[0], key[2])
        return q if kind == "div" else add_multiple(parts[0], q, -key[2])


def obligation_of(clause, invariants):
    sorts, constraint, body, head = clause
    result, become = Obligation(sorts), {}
    result.add([result.visit(constraint, become, None)])
    for sign, atoms in ((1, body), (-1, [head] if head else [])):
        for predicate, arguments in atoms:
            values = [result.visit(argument, become, None) for argument in arguments]
            result.add([sign * result.visit(invariants[predicate], {}, values)])
    return result


class Block:
    def __init__(self, obligation):
        self.obligation = obligation
        self.last = len(obligation.clauses) - 1
        self.live = {i: clause for i, clause in enumerate(obligation.clauses) if clause is not None}
        self.derived = set()
        self.refuted = False

    def literal(self, word):
        value = signed(word)
        need(abs(value) <= self.obligation.booleans, "no variable:", value)
        return value

    def lookup(self, hint):
        need(hint in self.live, "clause", hint, "is not live")
        clause = self.live[hint]
        need(not any(s ^ 1 in clause for s in clause), "a hint names a tautology")
        return clause

    def line(self, line):
        letter, *rest = words(line)
        rest.reverse()
        if letter == b"a":
            return self.atom(rest)
        if letter == b"d":
            for name in until_zero(rest):
                need(name in self.derived, "not derived, or deleted:", name)
                self.derived.remove(name)
                del self.live[name]
            return need(not rest, "more on the line")
        need(letter in (b"l", b"t", b"p"), "unknown line:", letter)
        name = take_number(rest)
        need(name > self.last, "id", name, "is not larger")
        literals = []
        while True:
            need(rest, "the clause does not end")
            literal = self.literal(rest.pop())
            if literal == 0:
                break
            literals.append(literal)
        clause = frozenset(map(signal, literals))
        if letter == b"l":
            derive(clause, until_zero(rest), self.lookup)
            need(not rest, "more on the line")
        else:
            self.arithmetic(literals, self.sums(letter, literals, rest))
        self.last = name
        self.live[name] = clause
        self.derived.add(name)
        self.refuted = self.refuted or not clause
        return None

    def sums(self, letter, literals, rest):
        """Lists of pairs of the number of an inequality and a multiplier."""
        if letter == b"t":
            need(len(rest) == len(literals), "number of multipliers")
            return [[(i + 1, rational(word)) for i, word in enumerate(reversed(rest))]]
        sums = []
        while rest:
            pairs = []
            while (inequality := take_number(rest)) != 0:
                need(rest, "no multiplier")
                pairs.append((inequality, rational(rest.pop())))
            sums.append(pairs)
        return sums

    def arithmetic(self, literals, sums):
        obligation, known = self.obligation, []
        for literal in literals:
            need(abs(literal) in obligation.atoms, "no atom:", literal)
            inequality = obligation.atoms[abs(literal)]
            known.append(inequality if literal < 0 else obligation.opposite(inequality))
        need(sums, "no sums")
        for pairs in sums:
            coefficients, bound, strict = {}, Fraction(0), False
            for place, factor in pairs:
                need(1 <= place <= len(known), "no inequality", place)
                need(factor >= 0, "a negative multiplier")
                coefficients = add_multiple(coefficients, known[place - 1][0], factor)
                bound += factor * known[place - 1][1]
                strict = strict or known[place - 1][2] and factor > 0
            known.append(obligation.rounded(coefficients, bound, strict))
        need(not known[-1][0] and known[-1][1] < 0, "the last sum is no contradiction")

    def atom(self, rest):
        need(len(rest) >= 3, "an atom is cut")
        variable, relation, bound = number(rest.pop()), rest.pop(), rational(rest.pop())
        need(variable == self.obligation.booleans + 1, "not the next variable")
        need(relation in (b"<", b"<="), "no relation")
        coefficients, last = {}, -1
        while rest:
            coefficient, name = signed(rest.pop(), 10**10000), take_number(rest)
            sorts = self.obligation.sorts
            need(last < name < len(sorts) and sorts[name] != "Bool", "no numeric variable", name)
            need(coefficient != 0, "a coefficient of zero")
            coefficients[name], last = Fraction(coefficient), name
        need(coefficients, "an atom without variables")
        inequality = coefficients, bound, relation == b"<"
        need(coefficients[min(coefficients)] > 0, "not in normal form")
        need(self.obligation.rounded(*inequality) == inequality, "not in normal form")
        need(self.obligation.key(inequality) not in self.obligation.atom_of, "a known atom")
        self.obligation.atom(inequality)


def take_number(rest):
    need(rest, "the line is cut")
    return number(rest.pop())


def until_zero(rest):
    numbers = []
    while (value := take_number(rest)) != 0:
        numbers.append(value)
    return numbers


def check_safe(system, lines):
    invariants = []
    for i, sorts in enumerate(system.predicates):
        need(lines, "an invariant is missing")
        found = re.fullmatch(rb"[ \t]*invariant[ \t]+([0-9]+)[ \t]+(.*)", lines.pop(), re.DOTALL)
        need(found and number(found[1]) == i, "expected invariant", i)
        try:
            invariants.append(smtlib.read_formula(found[2].decode("utf-8"), sorts))
        except UnicodeDecodeError as error:
            need(False, error)
    for i, clause in enumerate(system.clauses):
        need(lines and words(lines.pop()) == [b"clause", str(i).encode()], "expected clause", i)
        block = Block(obligation_of(clause, invariants))
        while lines and words(lines[-1])[:1] != [b"clause"]:
            need(words(lines[-1]), "an empty line")
            block.line(lines.pop())
        need(block.refuted, "no empty clause in clause", i)
    need(not lines, "more lines")


def evaluate(root, values):
    """The value of a term."""
    found = {}
    for place in reachable(root):
        key = TERMS[place]
        parts = [found[part] for part in parts_of(key)]
        found[place] = value_of(key, parts, values)
    return found[root]


def value_of(key, parts, values):
    kind = key[0]
    if kind in ("true", "false"):
        return kind == "true"
    if kind in ("number", "variable"):
        return key[1] if kind == "number" else values[key[1]]
    operations = {
        "not": lambda: not parts[0],
        "and": lambda: all(parts),
        "or": lambda: any(parts),
        "iff": lambda: parts[0] == parts[1],
        "=": lambda: parts[0] == parts[1],
        "<=": lambda: parts[0] <= parts[1],
        "<": lambda: parts[0] < parts[1],
        "ite": lambda: parts[1] if parts[0] else parts[2],
        "sum": lambda: sum(parts),
        "times": lambda: key[1] * parts[0],
        "to_real": lambda: parts[0],
        "div": lambda: euclid(parts[0], key[2]),
        "mod": lambda: parts[0] - key[2] * euclid(parts[0], key[2]),
    }
    return operations[kind]()


def euclid(a, d):
    return Fraction(floor(a / d) if d > 0 else -floor(a / -d))


def read_value(word, sort):
    if sort == "Bool":
        need(word in (b"true", b"false"), "no Bool:", word)
        return word == b"true"
    value = rational(word)
    need(sort == "Real" or value.denominator == 1, "no integer:", word)
    return value


def check_unsafe(system, lines):
    facts = [None]  # predicate and values of the head, or None for false
    while lines:
        rest = words(lines.pop())
        rest.reverse()
        need(rest and rest.pop() == b"f", "no fact")
        place = take_number(rest)
        need(place < len(system.clauses), "no clause", place)
        sorts, constraint, body, head = system.clauses[place]
        steps = until_zero(rest)
        need(len(rest) == len(sorts), "number of values")
        values = [read_value(word, sort) for word, sort in zip(reversed(rest), sorts)]
        need(evaluate(constraint, values), "the constraint is false")
        need(len(steps) == len(body), "number of premises")
        for step, atom in zip(steps, body):
            need(1 <= step < len(facts), "no line before:", step)
            need(facts[step] == instance(atom, values), "another premise")
        facts.append(instance(head, values) if head else None)
    need(len(facts) > 1 and facts[-1] is None, "the last line is not false")


def instance(atom, values):
    return atom[0], [evaluate(argument, values) for argument in atom[1]]


def check(data, system, certificate, claim):
    lines = split_lines(certificate, True)
    lines.reverse()
    need(len(lines) >= 3 and words(lines.pop()) == [b"horn", b"1"], "no header")
    header = words(lines.pop())
    need(len(header) == 2 and header[0] == b"system", "no digest")
    check_digest(header[1], data)
    kind = words(lines.pop())
    need(kind in ([b"safe"], [b"unsafe"]), "neither safe nor unsafe")
    need(claim in (None, kind[0].decode()), "another claim")
    (check_safe if kind == [b"safe"] else check_unsafe)(system, lines)
