"""Systems of Horn clauses in SMT-LIB (docs/formats/smtlib.md).

A term is a number: its place in TERMS, where equal terms stand once and parts stand before what they are part of.
"""

from fractions import Fraction

from common import need, re

TERMS, PLACES = [], {}
TOKEN = re.compile(
    r"""[ \t\r\n]+ | ;[^\r\n]*(?:\r?(?=\n)|$)
    | (?P<bracket>[()])
    | (?P<token>\|[^|\\]*\| | "(?:[^"]|"")*" | [^ \t\r\n();"|]+) (?=[ \t\r\n();]|$)""",
    re.VERBOSE,
)
SYMBOL = re.compile(r"[A-Za-z~!@$%^&*_\-+=<>.?/][A-Za-z0-9~!@$%^&*_\-+=<>.?/]*")
RESERVED = set(
    """true false not and or xor => = distinct ite let forall exists ! _ as par match BINARY DECIMAL HEXADECIMAL
    NUMERAL STRING + - * / div mod abs < <= > >= to_real to_int is_int divisible""".split()
)
SORTS = ("Bool", "Int", "Real")
NUMERIC = ("Int", "Real")


def term(*key):
    if key not in PLACES:
        PLACES[key] = len(TERMS)
        TERMS.append(key)
    return PLACES[key]


def make_number(value, sort):
    return term("number", Fraction(value), sort)


TRUE, FALSE = term("true"), term("false")


def sort_of(place):
    seen = place
    while True:
        key = TERMS[seen]
        if key[0] in ("number", "variable", "parameter"):
            return key[2]
        if key[0] == "ite":
            seen = key[2]
        elif key[0] in ("sum", "times"):
            seen = key[-1]
        else:
            return {"div": "Int", "mod": "Int", "to_real": "Real"}.get(key[0], "Bool")


def is_number(place):
    return TERMS[place][0] == "number"


def parts_of(key):
    """The terms that a term is made of."""
    if key[0] in ("number", "variable", "parameter", "true", "false"):
        return ()
    if key[0] in ("div", "mod"):
        return key[1:2]
    return key[2:] if key[0] == "times" else key[1:]


def reachable(root):
    """The terms in a term, parts first."""
    found, open_terms = {root}, [root]
    while open_terms:
        for part in parts_of(TERMS[open_terms.pop()]):
            if part not in found:
                found.add(part)
                open_terms.append(part)
    return sorted(found)


def negation(a):
    return term("not", a)


def total(parts):
    if all(map(is_number, parts)):
        return make_number(sum(TERMS[part][1] for part in parts), TERMS[parts[0]][2])
    return parts[0] if len(parts) == 1 else term("sum", *parts)


def times(factor, a):
    if is_number(a):
        return make_number(factor * TERMS[a][1], TERMS[a][2])
    return term("times", factor, a)


def substitute(root, values):
    """The term with parameters replaced at once."""
    become = {}
    for place in reachable(root):
        key = TERMS[place]
        if key[0] == "parameter":
            become[place] = values[key[1]]
        elif parts_of(key):
            first = key[1:2] if key[0] == "times" else ()
            last = key[2:] if key[0] in ("div", "mod") else ()
            become[place] = term(key[0], *first, *(become[part] for part in parts_of(key)), *last)
        else:
            become[place] = place
    return become[root]


class Body:
    """Terms and predicates with arguments, in order."""

    def __init__(self, parts):
        self.parts = parts


class Clause:
    """A body, and a head that is a predicate with arguments or None for false."""

    def __init__(self, body, head):
        self.body, self.head = body, head


class System:
    def __init__(self):
        self.predicates = []  # sorts of arguments
        self.clauses = []  # sorts of variables, constraint, predicates of the body, head


def read_tokens(text):
    """Nested lists of tokens; a token is a string, with its bars and quotes."""
    outer, lists, at = [], [], 0
    while at < len(text):
        found = TOKEN.match(text, at)
        need(found, "no token at letter", at)
        at = found.end()
        if found["bracket"] == "(":
            lists.append(outer)
            outer = []
        elif found["bracket"]:
            need(lists, "a bracket is closed twice")
            inner, outer = outer, lists.pop()
            outer.append(inner)
        elif found["token"]:
            outer.append(checked(found["token"]))
    need(not lists, "a bracket is open")
    return outer


def checked(token):
    """A token that is a symbol without its bars, a keyword, a string or a number."""
    for quote in '|"':
        if token.startswith(quote):
            ok = all(letter >= " " and letter != "\x7f" or letter in "\t\r\n" for letter in token)
            need(ok, "a letter that is none")
            return token[1:-1] if quote == "|" and SYMBOL.fullmatch(token[1:-1]) else token
    known = re.fullmatch(r"(?:0|[1-9][0-9]*)(?:\.[0-9]+)?|#x[0-9A-Fa-f]+|#b[01]+", token)
    need(known or SYMBOL.fullmatch(token.removeprefix(":")), "no token:", token)
    return token


def is_symbol(token):
    return isinstance(token, str) and (token.startswith("|") or SYMBOL.fullmatch(token) is not None)


def is_keyword(token):
    return isinstance(token, str) and token.startswith(":")


def check_new(name):
    need(is_symbol(name), "no name:", name)
    need(name not in RESERVED and name not in SORTS, "a name with a meaning:", name)


def read_sort(sort):
    need(sort in SORTS, "no sort:", sort)
    return sort


def read_binders(binders):
    need(isinstance(binders, list), "no binders")
    names = []
    for binder in binders:
        need(isinstance(binder, list) and len(binder) == 2, "no binder")
        check_new(binder[0])
        names.append((binder[0], read_sort(binder[1])))
    need(len(dict(names)) == len(names), "a name is bound twice")
    return names


class Reader:
    """Names: predicates, definitions and variables of rules by their kind; LOCAL ones hide them."""

    def __init__(self):
        self.system = System()
        self.names = {}
        self.variables = None  # sorts of the clause's variables
        self.in_rule = False
        self.of_rule = {}

    # Terms, bodies and clauses

    def read(self, text, local):
        if isinstance(text, str):
            return self.read_name(text, local)
        need(text and isinstance(text[0], str), "no term")
        operator, *operands = text
        if operator == "let":
            return self.read_let(operands, local)
        if operator == "!":
            need(len(operands) >= 2 and is_keyword(operands[1]), "no annotation")
            return self.read(operands[0], local)
        need(operands or operator in ("and", "or"), "brackets without operands")
        need(operator not in local, "applied:", operator)
        if operator in self.names:
            return self.apply(self.names[operator], [self.read(operand, local) for operand in operands])
        need(operator in OPERATORS, "unknown:", operator)
        return OPERATORS[operator]([self.read(operand, local) for operand in operands])

    def read_name(self, name, local):
        if name in ("true", "false"):
            return TRUE if name == "true" else FALSE
        if re.match(r"[0-9]", name):
            need(len(name) <= 10000, "a long number")
            return make_number(Fraction(name), "Real" if "." in name else "Int")
        need(is_symbol(name), "no term:", name)
        if name in local:
            return local[name]
        need(name in self.names, "unknown:", name)
        return self.apply(self.names[name], [])

    def apply(self, meaning, operands):
        kind, *rest = meaning
        if kind == "variable":
            need(self.in_rule and not operands, "a variable of rules")
            name, sort = rest
            if name not in self.of_rule:
                self.of_rule[name] = self.new_variable(sort)
            return self.of_rule[name]
        sorts, value = rest
        need(len(operands) == len(sorts), "number of operands")
        operands = [converted(operand, sort) for operand, sort in zip(operands, sorts)]
        if kind == "definition":
            return substitute(value, operands)
        return Body([(value, tuple(operands))])

    def new_variable(self, sort):
        self.variables.append(sort)
        return term("variable", len(self.variables) - 1, sort)

    def read_let(self, operands, local):
        need(len(operands) == 2 and isinstance(operands[0], list) and operands[0], "no let")
        inner = dict(local)
        bound = set()
        for binding in operands[0]:
            need(isinstance(binding, list) and len(binding) == 2, "no binding")
            check_new(binding[0])
            need(binding[0] not in bound, "a name is bound twice")
            bound.add(binding[0])
            inner[binding[0]] = self.read(binding[1], local)
        return self.read(operands[1], inner)

    # Clauses with quantifiers

    def read_clause(self, text, local, is_query):
        """A Clause; below `(not (exists` and in `query` the formula is a body."""
        head = text[0] if isinstance(text, list) and text else None
        if head == ("exists" if is_query else "forall"):
            need(len(text) == 3, "no quantifier")
            inner = dict(local)
            for name, sort in read_binders(text[1]):
                inner[name] = self.new_variable(sort)
            return self.read_clause(text[2], inner, is_query)
        if head == "!":
            need(len(text) >= 3 and is_keyword(text[2]), "no annotation")
            return self.read_clause(text[1], local, is_query)
        if head == "not" and not is_query and len(text) == 2 and begins_exists(text[1]):
            return self.read_clause(text[1], local, True)
        formula = self.read(text, local)
        if is_query:
            need(not isinstance(formula, Clause), "a clause in a query")
            return Clause(body_of(formula), None)
        return conclusion([], formula)

    def add_clause(self, text, is_rule, is_query):
        self.variables, self.of_rule, self.in_rule = [], {}, is_rule
        clause = self.read_clause(text, {}, is_query)
        need(not is_rule or is_query or clause.head is not None, "a rule without head")
        terms = [part for part in clause.body if not isinstance(part, tuple)]
        constraint = TRUE if not terms else terms[0] if len(terms) == 1 else term("and", *terms)
        body = [part for part in clause.body if isinstance(part, tuple)]
        self.system.clauses.append((self.variables, constraint, body, clause.head))
        self.in_rule = False

    # Commands

    def declare(self, name, *meaning):
        check_new(name)
        need(name not in self.names, "declared twice:", name)
        self.names[name] = meaning

    def declare_predicate(self, name, sorts):
        need(isinstance(sorts, list), "no sorts")
        sorts = [read_sort(sort) for sort in sorts]
        self.declare(name, "predicate", sorts, len(self.system.predicates))
        self.system.predicates.append(sorts)

    def define(self, name, binders, sort, text):
        binders = read_binders(binders)
        local = {bound: term("parameter", i, of) for i, (bound, of) in enumerate(binders)}
        value = converted(self.read(text, local), read_sort(sort))
        self.declare(name, "definition", [of for _, of in binders], value)


def begins_exists(text):
    while isinstance(text, list) and len(text) >= 3 and text[0] == "!":
        text = text[1]
    return isinstance(text, list) and text[:1] == ["exists"]


def body_of(formula):
    """The parts of a body or term."""
    need(not isinstance(formula, Clause), "a clause in a body")
    if isinstance(formula, Body):
        return list(formula.parts)
    need(sort_of(formula) == "Bool", "no Bool in a body")
    return [formula]


def conclusion(body, formula):
    """The clause "if BODY, then FORMULA"."""
    if isinstance(formula, Clause):
        return Clause(body + formula.body, formula.head)
    if isinstance(formula, Body):
        need(len(formula.parts) == 1 and isinstance(formula.parts[0], tuple), "more than one head")
        return Clause(body, formula.parts[0])
    need(sort_of(formula) == "Bool", "a head that is no Bool")
    return Clause(body + ([] if formula == FALSE else [negation(formula)]), None)


def converted(operand, sort):
    """A term of that sort, or a number that can be read so."""
    need(isinstance(operand, int), "a predicate in a term")
    if sort == "Real" and is_number(operand) and sort_of(operand) == "Int":
        return make_number(TERMS[operand][1], "Real")
    need(sort_of(operand) == sort, "expected", sort)
    return operand


def alike(operands, least, sorts=SORTS):
    """Operands of one sort."""
    need(len(operands) >= least, "too few operands")
    need(all(isinstance(operand, int) for operand in operands), "a predicate in a term")
    found = [sort_of(operand) for operand in operands]
    sort = "Real" if "Real" in found else found[0]
    need(sort in sorts, "sort", sort)
    return [converted(operand, sort) for operand in operands]


def op_and(operands):
    if all(isinstance(operand, int) for operand in operands):
        return term("and", *(converted(operand, "Bool") for operand in operands))
    return Body([part for operand in operands for part in body_of(operand)])


def op_not(operands):
    need(len(operands) == 1, "operands of not")
    if isinstance(operands[0], Body):
        return Clause(body_of(operands[0]), None)
    return negation(converted(operands[0], "Bool"))


def op_implies(operands):
    need(len(operands) >= 2, "too few operands")
    if all(isinstance(operand, int) for operand in operands):
        *left, right = alike(operands, 2, ("Bool",))
        return term("or", *map(negation, left), right)
    return conclusion([part for operand in operands[:-1] for part in body_of(operand)], operands[-1])


def equal(a, b):
    return term("iff" if sort_of(a) == "Bool" else "=", a, b)


def chain(compare, sorts, turned=False):
    def op(operands):
        operands = alike(operands, 2, sorts)
        pairs = [compare(b, a) if turned else compare(a, b) for a, b in zip(operands, operands[1:])]
        return pairs[0] if len(pairs) == 1 else term("and", *pairs)

    return op


def at_most(a, b):
    return term("<=", a, b)


def below(a, b):
    return term("<", a, b)


def op_distinct(operands):
    operands = alike(operands, 2)
    pairs = [negation(equal(a, b)) for i, a in enumerate(operands) for b in operands[i + 1 :]]
    return pairs[0] if len(pairs) == 1 else term("and", *pairs)


def op_xor(operands):
    result, *rest = alike(operands, 2, ("Bool",))
    for operand in rest:
        result = negation(term("iff", result, operand))
    return result


def op_ite(operands):
    need(len(operands) == 3, "operands of ite")
    return term("ite", converted(operands[0], "Bool"), *alike(operands[1:], 2))


def op_minus(operands):
    first, *rest = alike(operands, 1, NUMERIC)
    return total([first] + [times(Fraction(-1), part) for part in rest]) if rest else times(Fraction(-1), first)


def op_times(operands):
    result, *rest = alike(operands, 2, NUMERIC)
    for operand in rest:
        if not is_number(operand):
            need(is_number(result), "two variables are multiplied")
            result, operand = operand, result
        result = times(TERMS[operand][1], result)
    return result


def op_divided(operands):
    need(len(operands) >= 2, "too few operands")
    result, *rest = [converted(operand, "Real") for operand in operands]
    for operand in rest:
        need(is_number(operand) and TERMS[operand][1] != 0, "divided by no number, or 0")
        result = times(1 / TERMS[operand][1], result)
    return result


def op_div(kind):
    def op(operands):
        result, *rest = alike(operands, 2, ("Int",))
        need(kind == "div" or len(rest) == 1, "operands of mod")
        for operand in rest:
            need(is_number(operand) and TERMS[operand][1] != 0, "divided by no number, or 0")
            result = term(kind, result, TERMS[operand][1])
        return result

    return op


def op_to_real(operands):
    need(len(operands) == 1, "operands of to_real")
    operand = converted(operands[0], "Int")
    return make_number(TERMS[operand][1], "Real") if is_number(operand) else term("to_real", operand)


OPERATORS = {
    "and": op_and,
    "or": lambda operands: term("or", *(converted(operand, "Bool") for operand in operands)),
    "not": op_not,
    "=>": op_implies,
    "xor": op_xor,
    "=": chain(equal, SORTS),
    "distinct": op_distinct,
    "ite": op_ite,
    "<=": chain(at_most, NUMERIC),
    "<": chain(below, NUMERIC),
    ">=": chain(at_most, NUMERIC, True),
    ">": chain(below, NUMERIC, True),
    "+": lambda operands: total(alike(operands, 1, NUMERIC)),
    "-": op_minus,
    "*": op_times,
    "/": op_divided,
    "div": op_div("div"),
    "mod": op_div("mod"),
    "to_real": op_to_real,
}


def read_system(data):
    """The system in a file."""
    try:
        commands = read_tokens(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        need(False, error)
    reader, style, ended = Reader(), None, None
    for command in commands:
        need(isinstance(command, list) and command and isinstance(command[0], str), "no command")
        name, *rest = command
        need(ended != "exit", "a command behind exit")
        if name in ("set-info", "get-info", "get-model", "get-proof", "echo"):
            continue
        if name == "exit":
            need(not rest, "operands of exit")
            ended = "exit"
            continue
        need(ended is None, "behind the clauses:", name)
        if name == "check-sat":
            need(not rest, "operands of check-sat")
            ended = name
        elif name in ("assert", "rule", "query"):
            style = style or ("assert" if name == "assert" else "rule")
            need((style == "assert") == (name == "assert"), "assert and rule in one file")
            need(rest, "no clause")
            notes = rest[1:]
            if name == "query":
                need(not notes or is_keyword(notes[0]), "no annotation")
                ended = name
            else:
                need(not notes or name == "rule" and len(notes) == 1 and is_symbol(notes[0]), "more than a clause")
            reader.add_clause(rest[0], name != "assert", name == "query")
        else:
            read_declaration(reader, name, rest)
    return reader.system


def read_declaration(reader, name, rest):
    lengths = {"set-logic": 1, "declare-rel": 2, "declare-const": 2, "declare-var": 2}
    lengths |= {"declare-fun": 3, "define-fun": 4}
    if name == "set-option":
        return
    need(lengths.get(name) == len(rest), "command", name)
    if name == "set-logic":
        need(rest == ["HORN"], "another logic")
    elif name == "declare-rel":
        reader.declare_predicate(*rest)
    elif name == "declare-var":
        reader.declare(rest[0], "variable", rest[0], read_sort(rest[1]))
    elif name == "define-fun":
        reader.define(*rest)
    else:
        need(rest[-1] == "Bool", "a function that is no predicate")
        reader.declare_predicate(rest[0], rest[1] if name == "declare-fun" else [])


def read_formula(text, sorts):
    """A formula over p0, p1, ... of these sorts."""
    terms = read_tokens(text)
    need(len(terms) == 1, "more or less than one term")
    local = {f"p{i}": term("parameter", i, sort) for i, sort in enumerate(sorts)}
    return converted(Reader().read(terms[0], local), "Bool")
