"""What the second checkers share: answers, numbers, varints, hinted unit propagation.

A literal or signal is an even number 2 v for variable v, and 2 v + 1 for its negation; 0 is false, 1 is true.
"""

import hashlib
import re
import sys

sys.set_int_max_str_digits(0)

NUMBER = rb"(?:0|[1-9][0-9]*)"
MAX_ID = 2**63 - 1


class Refused(Exception):
    """The certificate is wrong."""


class Undecided(Exception):
    """The question is none."""


def need(condition, *reason):
    if not condition:
        raise Refused(" ".join(map(str, reason)))


def ask(condition, *reason):
    if not condition:
        raise Undecided(" ".join(map(str, reason)))


def question(read, *arguments):
    """Reads a part of the question: what is wrong there makes the question none."""
    try:
        return read(*arguments)
    except Refused as refused:
        raise Undecided(*refused.args) from refused


def number(word, least=0, most=MAX_ID):
    need(re.fullmatch(NUMBER, word), "no number:", word)
    value = int(word)
    need(least <= value <= most, "out of range:", value)
    return value


def signed(word, most=MAX_ID):
    """A number, perhaps with a minus; there is no negative zero."""
    if word.startswith(b"-"):
        return -number(word[1:], 1, most)
    return number(word, 0, most)


def signal(literal):
    return 2 * literal if literal > 0 else -2 * literal + 1


def split_lines(data, last_needs_end):
    """The lines of a text without their ends, each LF or CR LF; a comment may hold other CRs."""
    lines = data.split(b"\n")
    last = lines.pop()
    lines = [line[:-1] if line.endswith(b"\r") else line for line in lines]
    if last:
        need(not last_needs_end, "the last line has no end")
        lines.append(last)
    return lines


def words(line):
    """The words of a line between blanks and tabs."""
    need(b"\r" not in line, "carriage return")
    return [word for word in re.split(rb"[ \t]+", line) if word]


def is_comment(line):
    return re.fullmatch(rb"[ \t]*c([ \t].*)?", line, re.DOTALL) is not None


class Bytes:
    """A cursor over bytes."""

    def __init__(self, data, at=0):
        self.data, self.at = data, at

    def ended(self):
        return self.at == len(self.data)

    def byte(self):
        need(not self.ended(), "the file ends too early")
        self.at += 1
        return self.data[self.at - 1]

    def rest(self):
        """All that is left."""
        at, self.at = self.at, len(self.data)
        return self.data[at:]

    def line(self):
        """A line that has its end; a carriage return stands only there."""
        end = self.data.find(b"\n", self.at)
        need(end >= 0, "the line has no end")
        line = self.data[self.at : end]
        self.at = end + 1
        line = line[:-1] if line.endswith(b"\r") else line
        need(b"\r" not in line, "carriage return")
        return line

    def varint(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                need(byte or shift == 7, "a number is not in its shortest form")
                return value
            need(shift < 200, "a number is too long")

    def zigzag(self):
        """A signed number: twice its magnitude, plus 1 if it is negative; no negative zero."""
        value = self.varint()
        need(value != 1, "negative zero")
        return -(value >> 1) if value & 1 else value >> 1


def header_line(cursor, prefix):
    line = cursor.line()
    need(line.startswith(prefix), "expected", prefix)
    return line[len(prefix) :]


def check_digest(found, data):
    need(re.fullmatch(rb"[0-9a-f]{64}", found), "no digest")
    need(found.decode() == hashlib.sha256(data).hexdigest(), "the digest is of another file")


def make_clause(signals):
    """The clause without false and equal literals, or None if it is a tautology."""
    clause = frozenset(s for s in signals if s != 0)
    if 1 in clause or any(s ^ 1 in clause for s in clause):
        return None
    return clause


def propagate(true, hints, lookup):
    """Applies hints; returns whether the last of them, and no other, is a conflict."""
    for place, hint in enumerate(hints):
        open_literals = [s for s in set(lookup(hint)) if s ^ 1 not in true]
        if not open_literals:
            need(place + 1 == len(hints), "a hint follows the conflict")
            return True
        need(len(open_literals) == 1, "hint", hint, "has two open literals")
        need(open_literals[0] not in true, "hint", hint, "is satisfied")
        true.add(open_literals[0])
    return False


def derive(clause, hints, lookup):
    """Hinted unit propagation (RUP): a tautology without hints, or hints that end in a conflict."""
    if any(s ^ 1 in clause for s in clause):
        need(not hints, "a tautology has hints")
    else:
        need(propagate({s ^ 1 for s in clause}, hints, lookup), "no conflict")
