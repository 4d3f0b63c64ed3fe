"""CNF formulas (docs/formats/dimacs.md) and their models (docs/formats/model.md)."""

from common import is_comment, need, number, re, signal, signed, split_lines, words

MAX_VARIABLE = 2**31 - 1


def tokens(data):
    """Words of a text with comments on lines of their own; each with whether it is the last of its line."""
    for line in split_lines(data, False):
        if not is_comment(line):
            line_words = words(line)
            yield from ((word, place + 1 == len(line_words)) for place, word in enumerate(line_words))


def literal(word, most):
    value = signed(word, MAX_VARIABLE)
    need(abs(value) <= most, "a variable above", most)
    return signal(value) if value else 0


def read_formula(data):
    """The number of variables, and the clauses as lists of literals."""
    stream = tokens(data)
    head = [next(stream, (b"", False)) for _ in range(4)]
    need([word for word, _ in head[:2]] == [b"p", b"cnf"], "no header")
    need([last for _, last in head] == [False, False, False, True], "the header is one line")
    variables, count = number(head[2][0], 0, MAX_VARIABLE), number(head[3][0])
    clauses, clause = [], []
    for word, _ in stream:
        need(len(clauses) < count, "more than the clauses promised")
        value = literal(word, variables)
        if value:
            clause.append(value)
        else:
            clauses.append(clause)
            clause = []
    need(not clause and len(clauses) == count, "clauses are missing")
    return variables, clauses


def check_model(formula, data):
    variables, clauses = formula
    lines = [line for line in split_lines(data, False) if not re.fullmatch(rb"[ \t]*|c([ \t].*)?", line, re.DOTALL)]
    need(lines and lines[0] == b"s SATISFIABLE", "no status")
    true, ended = set(), False
    for line in lines[1:]:
        need(not ended and re.match(rb"v([ \t]|$)", line), "no line of values")
        for word in words(line[1:]):
            need(not ended, "values after the 0")
            value = literal(word, variables)
            ended = value == 0
            need(value not in true and value ^ 1 not in true, "two values for a variable")
            if value:
                true.add(value)
    need(ended, "the model has no end")
    need(all(any(s in true for s in clause) for clause in clauses), "a clause is not true")
