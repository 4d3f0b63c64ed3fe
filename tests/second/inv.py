"""Invariant certificates (docs/formats/inv.md)."""

from math import isqrt

from aiger import gate_clause, reset_order
from common import (
    Bytes,
    ask,
    check_digest,
    derive,
    header_line,
    is_comment,
    make_clause,
    need,
    number,
    signal,
    signed,
    split_lines,
    words,
)

LETTERS = {"i": "init", "s": "step", "p": "property", "b": "base", "k": "k-step"}
ORDER = ["init", "step", "property", "base", "k-step"]


class Model:
    """A circuit in the numbers of a frame: inputs, latches, gates."""

    def __init__(self, circuit):
        ask(not circuit.justice and not circuit.fairness, "justice is not judged")
        ask(circuit.properties(), "no property")
        named = 2 * (len(circuit.gates) + len(circuit.latches)) + len(circuit.properties()) + len(circuit.constraints)
        ask(len(circuit.inputs) <= max(2**20, named), "too many inputs")
        ask(reset_order(circuit.latches, circuit.gates) is not None, "resets depend on themselves")
        variables = [*circuit.inputs, *(latch for latch, _, _ in circuit.latches), *sorted(circuit.gates)]
        place = {0: 0, **{variable: 2 * at for at, variable in enumerate(variables, 1)}}

        def to(literal):
            return place[literal >> 1] ^ (literal & 1)

        self.inputs, self.size = len(circuit.inputs), len(variables)
        self.latches = [(place[latch] >> 1, to(following), to(reset)) for latch, following, reset in circuit.latches]
        self.gates = [(place[gate] >> 1, *map(to, circuit.gates[gate])) for gate in sorted(circuit.gates)]
        self.constraints = list(map(to, circuit.constraints))
        self.properties = list(map(to, circuit.properties()))


class Text:
    """The parts of a certificate, as text."""

    def __init__(self, cursor):
        self.lines = []
        for line in split_lines(cursor.rest(), False):
            if not is_comment(line) and words(line):
                self.lines.append(words(line))
        self.lines.reverse()

    def take(self, word=None):
        need(self.lines, "the file ends too early")
        line = self.lines.pop()
        if word is not None:
            need(line[0] == word, "expected", word)
            line = line[1:]
        return line

    def counted(self, word):
        line = self.take(word)
        need(len(line) == 1, "one count")
        return number(line[0])

    def pair(self):
        line = self.take()
        need(len(line) == 2, "a pair")
        return tuple(map(number, line))

    def clause(self):
        literals = list(map(signed, self.take()))
        need(literals[-1] == 0 and 0 not in literals[:-1], "a clause ends with 0")
        return list(map(signal, literals[:-1]))

    def induction(self):
        return list(map(number, self.take(b"induction")))

    def sections(self):
        """Sections as (name, stage, lines); a line as (kind, head, ids)."""
        while self.lines:
            name, *rest = self.take()
            name = name.decode(errors="replace")
            need(name in ORDER and len(rest) == (name == "base"), "no section:", name)
            yield name, number(rest[0]) if rest else 0, self.section_lines()

    def section_lines(self):
        while self.lines and self.lines[-1][0] in (b"a", b"g", b"d"):
            kind, *rest = self.take()
            head, kind = None, kind.decode()
            numbers = list(map(signed, rest))
            if kind == "a":
                need(0 in numbers, "no 0")
                end = numbers.index(0)
                head, numbers = list(map(signal, numbers[:end])), numbers[end + 1 :]
            elif kind == "g":
                need(rest, "no goal")
                head, numbers = number(rest[0]), numbers[1:]
            need(numbers and numbers[-1] == 0 and 0 not in numbers[:-1], "a line ends with 0")
            yield kind, head, lambda _, __, ids=numbers[:-1]: ids


class Binary:
    """The parts of a certificate, in binary."""

    def __init__(self, cursor):
        self.cursor = cursor

    def counted(self, _):
        return self.cursor.varint()

    def pair(self):
        return self.cursor.varint(), self.cursor.varint()

    def until_zero(self):
        values = []
        while value := self.cursor.varint():
            values.append(value)
        return values

    def clause(self):
        return self.until_zero()

    def induction(self):
        depth = self.cursor.varint()
        if depth == 0:
            return [0]
        simple, count = self.pair()
        return [depth, simple, count] + [self.cursor.varint() for _ in range(min(count, len(self.cursor.data) + 1))]

    def sections(self):
        while not self.cursor.ended():
            letter = chr(self.cursor.byte())
            need(letter in LETTERS, "no section")
            yield LETTERS[letter], self.cursor.varint() if letter == "b" else 0, self.section_lines()

    def section_lines(self):
        while not self.cursor.ended() and chr(self.cursor.data[self.cursor.at]) in "agd":
            kind = chr(self.cursor.byte())
            head = {"a": self.until_zero, "g": self.cursor.varint, "d": lambda: None}[kind]()
            ids = self.until_zero()
            yield kind, head, lambda following, first, ids=ids: [plain(i, following, first) for i in ids]


def plain(code, following, first):
    """An id: odd numbers are axioms, even ones go back from the next derived clause."""
    number = code >> 1 if code & 1 else following - (code >> 1)
    need((number < first) == (code & 1 == 1), "an id in the other way:", number)
    return number


class Certificate:
    """The model with what a certificate adds, and its axioms."""

    def __init__(self, model, parts):
        self.model = model
        first = model.size + 1
        added_latches = [parts.pair() for _ in range(parts.counted(b"latches"))]
        added_gates = [parts.pair() for _ in range(parts.counted(b"gates"))]
        self.size = model.size + len(added_latches) + len(added_gates)
        self.latches = model.latches + [(first + at, *pair) for at, pair in enumerate(added_latches)]
        first += len(added_latches)
        self.gates = model.gates + [(first + at, *pair) for at, pair in enumerate(added_gates)]
        need(all(s <= 2 * self.size + 1 for pair in added_latches for s in pair), "a signal beyond the frame")
        need(all(s >> 1 < gate for gate, *sides in self.gates[len(model.gates) :] for s in sides), "gate too early")
        gates = {gate: sides for gate, *sides in self.gates}
        need(reset_order(self.latches, gates) is not None, "resets depend on themselves")
        self.invariant = [parts.clause() for _ in range(parts.counted(b"invariant"))]
        need(all(2 <= s <= 2 * self.size + 1 for clause in self.invariant for s in clause), "beyond the frame")
        self.read_induction(parts.induction())
        self.block = 3 * len(self.gates) + len(model.constraints) + len(self.invariant)
        self.block += 2 * len(self.latches) + len(model.properties)
        pairs = self.frames * (self.frames - 1) // 2 if self.simple else 0
        self.first_derived = 2 * len(self.latches) + self.frames * self.block + 1
        self.first_derived += pairs * (4 * len(model.latches) + 1)
        self.pair_variables = pairs * len(model.latches)
        need(self.frames * self.size + self.pair_variables <= 2**30, "too many variables")

    def read_induction(self, words):
        need(words, "no depth of induction")
        self.depth, *rest = words
        self.simple, self.together = 0, []
        if self.depth == 0:
            need(not rest, "there is no induction")
        else:
            need(len(rest) >= 2 and rest[0] in (0, 1) and rest[1] == len(rest) - 2, "no induction")
            self.simple, self.together = rest[0], rest[2:]
            need(all(p < len(self.model.properties) for p in self.together), "no such property")
            need(len(set(self.together)) == len(self.together), "a property twice")
        if self.simple:
            need(not self.resets_read_inputs(), "a reset reads an input")
        self.frames = self.depth + 1 if self.depth else 2

    def resets_read_inputs(self):
        gates = {gate: sides for gate, *sides in self.model.gates}
        seen, work = set(), [reset >> 1 for _, _, reset in self.model.latches]
        while work:
            variable = work.pop()
            if variable not in seen:
                seen.add(variable)
                work += [s >> 1 for s in gates.get(variable, [])]
        return any(1 <= variable <= self.model.inputs for variable in seen)

    def at(self, literal, frame):
        return literal if literal < 2 else literal + 2 * frame * self.size

    def goal(self, section, which, frame):
        """The clause of a goal; None if it is a tautology."""
        if section in ("init", "step"):
            return make_clause(self.at(s, frame) for s in self.invariant[which])
        return make_clause([self.at(self.model.properties[which], frame) ^ 1])

    def axiom(self, number):
        """Kind, frame and clause of an axiom."""
        latches, gates, at = self.latches, self.gates, self.at
        rest = number - 1
        if rest < 2 * len(latches):
            latch, _, reset = latches[rest // 2]
            return "reset", 0, make_clause([2 * latch ^ 1 ^ rest % 2, reset ^ rest % 2])
        frame, rest = divmod(rest - 2 * len(latches), self.block)
        if frame >= self.frames:
            return self.pair(number - 1 - 2 * len(latches) - self.frames * self.block)
        if rest < 3 * len(gates):
            gate, left, right = gates[rest // 3]
            return "gate", frame, gate_clause(rest % 3, at(2 * gate, frame), at(left, frame), at(right, frame))
        rest -= 3 * len(gates)
        if rest < len(self.model.constraints):
            return "constraint", frame, make_clause([at(self.model.constraints[rest], frame)])
        rest -= len(self.model.constraints)
        if rest < len(self.invariant):
            return "invariant", frame, make_clause(at(s, frame) for s in self.invariant[rest])
        rest -= len(self.invariant)
        if rest < 2 * len(latches):
            latch, following, _ = latches[rest // 2]
            link = [at(2 * latch, frame + 1) ^ 1 ^ rest % 2, at(following, frame) ^ rest % 2]
            return "link", frame, make_clause(link)
        which = rest - 2 * len(latches)
        kind = "bad" if which in self.together else "other bad"
        return kind, frame, make_clause([at(self.model.properties[which], frame) ^ 1])

    def pair(self, number):
        latches = len(self.model.latches)
        which, rest = divmod(number, 4 * latches + 1)
        j = (1 + isqrt(1 + 8 * which)) // 2
        i = which - j * (j - 1) // 2
        differences = [2 * (self.frames * self.size + which * latches + at + 1) for at in range(latches)]
        if rest == 4 * latches:
            return "pair", j, make_clause(differences)
        d, latch = differences[rest // 4], 2 * self.model.latches[rest // 4][0]
        x, y = self.at(latch, i), self.at(latch, j)
        forms = [d ^ 1, x, y], [d ^ 1, x ^ 1, y ^ 1], [d, x ^ 1, y], [d, x, y ^ 1]
        return "pair", j, make_clause(forms[rest % 4])

    def is_admissible(self, section, stage, kind, frame):
        last = {"init": 0, "step": 1, "property": 0, "base": stage, "k-step": self.depth}[section]
        if kind in ("gate", "constraint"):
            return frame <= last
        if kind == "reset":
            return section in ("init", "base")
        if kind == "invariant":
            return section != "init" and frame <= (0 if section == "step" else last)
        if kind == "link":
            return section not in ("init", "property") and frame < last
        if kind == "bad":
            return section in ("base", "k-step") and frame < last
        return kind == "pair" and section == "k-step"

    def variables(self, section, stage):
        frames = {"init": 1, "step": 2, "property": 1, "base": stage + 1, "k-step": self.frames}[section]
        return frames * self.size + (self.pair_variables if section == "k-step" else 0)

    def holds_at_reset(self, clause):
        constant = {2 * latch ^ 1 ^ reset for latch, _, reset in self.latches if reset < 2}
        return any(s in constant for s in clause)


def check_section(certificate, section, stage, lines, derived, following):
    """Checks the lines; returns the goals that were derived and the next id."""
    reached = set()

    def lookup(hint):
        need(hint > 0, "no clause:", hint)
        if hint >= certificate.first_derived:
            need(hint in derived, "hint", hint, "is not derived, or deleted")
            clause = derived[hint]
        else:
            kind, frame, clause = certificate.axiom(hint)
            need(certificate.is_admissible(section, stage, kind, frame), "axiom", hint, "is not of this section")
        need(clause is not None and not any(s ^ 1 in clause for s in clause), "hint is a tautology")
        return clause

    for kind, head, ids in lines:
        ids = ids(following, certificate.first_derived)
        if kind == "d":
            for number in ids:
                need(derived.pop(number, None) is not None, "deletion of", number)
            continue
        if kind == "g":
            clause = goal_of(certificate, section, stage, head)
            reached.add(head)
        else:
            clause = frozenset(head)
            most = certificate.variables(section, stage)
            need(all(2 <= s and s >> 1 <= most for s in clause), "a variable beyond the section")
        derive(clause, ids, lookup)
        if not clause and not certificate.model.constraints:
            ask(section != "init", "no initial state")
            ask(section not in ("step", "property") or certificate.invariant, "contradiction of gates")
        derived[following] = clause
        following += 1
    return reached, following


def goal_of(certificate, section, stage, which):
    if section in ("init", "step"):
        need(which < len(certificate.invariant), "no such goal")
    elif section == "property":
        need(which < len(certificate.model.properties), "no such goal")
    else:
        need(which in certificate.together, "no goal of the induction")
    clause = certificate.goal(section, which, goal_frame(certificate, section, stage))
    need(clause is not None, "the goal is a tautology")
    return clause


def goal_frame(certificate, section, stage):
    return {"init": 0, "step": 1, "property": 0, "base": stage, "k-step": certificate.depth}[section]


def check(file, circuit, data, asked=None):
    model = Model(circuit)
    if asked is not None:
        ask(all(p < len(model.properties) for p in asked), "no such property")
    cursor = Bytes(data)
    need(cursor.line() == b"inv 1", "no invariant certificate")
    check_digest(header_line(cursor, b"model "), file)
    encoding = header_line(cursor, b"sections ")
    need(encoding in (b"text", b"binary"), "no encoding")
    parts = Text(cursor) if encoding == b"text" else Binary(cursor)
    certificate = Certificate(model, parts)
    proved = check_sections(certificate, parts)
    for which in range(len(model.properties)) if asked is None else asked:
        need(which in proved, "property", which, "is not proved")


def check_sections(certificate, parts):
    """Checks all sections; returns the properties that are proved."""
    reached, last = {}, (-1, -1)
    derived, following = {}, certificate.first_derived
    for section, stage, lines in parts.sections():
        place = ORDER.index(section), stage
        need(place > last, "sections out of order")
        if section in ("base", "k-step"):
            need(certificate.depth, "there is no induction")
        if section == "base":
            need(stage < certificate.depth and stage == (last[1] + 1 if last[0] == place[0] else 0), "stage")
        if not (section == "base" and stage > 0):
            derived, following = {}, certificate.first_derived
        last = place
        goals, following = check_section(certificate, section, stage, lines, derived, following)
        reached[section, stage] = goals

    def open_goals(section, stage, goals):
        frame = goal_frame(certificate, section, stage)
        found = reached.get((section, stage), set())
        return {g for g in goals if g not in found and certificate.goal(section, g, frame) is not None}

    clauses = range(len(certificate.invariant))
    for which in open_goals("init", 0, clauses):
        need(certificate.holds_at_reset(certificate.invariant[which]), "clause", which, "at time 0")
    need(not open_goals("step", 0, clauses), "not all clauses were derived at time 1")
    properties = set(range(len(certificate.model.properties)))
    proved = properties - open_goals("property", 0, properties)
    rest = set(certificate.together) - proved
    if certificate.depth and rest:
        is_proved = not open_goals("k-step", 0, rest)
        if is_proved and not any(open_goals("base", stage, rest) for stage in range(certificate.depth)):
            proved |= rest
    return proved
