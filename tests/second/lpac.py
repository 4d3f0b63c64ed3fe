"""PAC and LPAC proofs in three files (docs/formats/lpac.md)."""

from common import ask, need, re

TOKEN = re.compile(rb"[ \t\r\n]*([0-9]+|[A-Za-z][A-Za-z0-9_]*|[-+*^,;()%=])")
MAX_NUMBER, MAX_DIGITS = 2**64 - 1, 10000


class Tokens:
    def __init__(self, data):
        self.tokens, at = [], 0
        data = data.rstrip(b" \t\r\n")
        while at < len(data):
            found = TOKEN.match(data, at)
            need(found, "no token at byte", at)
            self.tokens.append(found[1])
            at = found.end()
        self.tokens.reverse()
        self.variables = set()

    def peek(self):
        return self.tokens[-1] if self.tokens else b""

    def take(self, *wanted):
        need(self.tokens and (not wanted or self.tokens[-1] in wanted), "expected", wanted, "found", self.peek())
        return self.tokens.pop()

    def number(self, most=MAX_NUMBER):
        word = self.take()
        need(re.fullmatch(rb"[1-9][0-9]*", word) and int(word) <= most, "no number:", word)
        return int(word)

    def polynomial(self):
        """A polynomial: sets of variables with coefficients that are not 0."""
        terms, sign = {}, 1
        if self.peek() == b"-":
            self.take()
            sign = -1
        while True:
            product, coefficient = self.term()
            need(sign == 1 or coefficient != 0, "a zero behind a minus")
            terms[product] = terms.get(product, 0) + sign * coefficient
            if self.peek() not in (b"+", b"-"):
                return {product: value for product, value in terms.items() if value}
            sign = 1 if self.take() == b"+" else -1

    def term(self):
        coefficient, powers = 1, []
        if self.peek()[:1].isdigit():
            word = self.take()
            need(re.fullmatch(rb"0|[1-9][0-9]*", word), "no coefficient")
            ask(len(word) <= MAX_DIGITS, "a coefficient is too long")
            coefficient = int(word)
        else:
            powers.append(self.power())
        while self.peek() == b"*":
            self.take()
            powers.append(self.power())
        return frozenset(powers), coefficient

    def power(self):
        variable = self.variable()
        if self.peek() == b"^":
            self.take()
            self.number(10**MAX_DIGITS)
        return variable

    def variable(self):
        word = self.take()
        need(word[:1].isalpha(), "no variable:", word)
        self.variables.add(word)
        return word


def multiply(left, right, limit=2**20):
    product = {}
    for a, x in left.items():
        ask(len(product) <= limit, "too many monomials")
        for b, y in right.items():
            product[a | b] = product.get(a | b, 0) + x * y
    return {monomial: value for monomial, value in product.items() if value}


def add(left, right):
    total = {monomial: left.get(monomial, 0) + right.get(monomial, 0) for monomial in left | right}
    return {monomial: value for monomial, value in total.items() if value}


def read_question(polynomials, target):
    """The given polynomials by number, the target, and the variables of both."""
    tokens, given = Tokens(polynomials), {}
    while tokens.tokens:
        number = tokens.number()
        need(number not in given, "a number twice")
        given[number] = tokens.polynomial()
        tokens.take(b";")
    goal = Tokens(target)
    polynomial = goal.polynomial()
    goal.take(b";")
    need(not goal.tokens, "more than one target")
    return given, polynomial, tokens.variables | goal.variables


def check(question, data):
    given, target, variables = question
    live, numbers, tokens = dict(given), set(given), Tokens(data)
    limit = 2**20 + 16 * (len(data) + sum(map(len, given.values())))
    tokens.variables = set(variables)
    reached = target in list(given.values())

    def polynomial_of(number):
        need(number in live, "polynomial", number, "is not live")
        return live[number]

    def conclude(found):
        tokens.take(b",")
        need(tokens.polynomial() == found, "another conclusion")
        return found

    while tokens.tokens:
        number, rule = tokens.number(), tokens.take(b"%", b"+", b"*", b"=", b"d")
        if rule == b"d":
            polynomial_of(number)
            del live[number]
            tokens.take(b";")
            continue
        need(number not in numbers, "a number twice")
        if rule == b"%":
            found = conclude(linear(tokens, polynomial_of, limit))
        elif rule == b"+":
            left = polynomial_of(tokens.number())
            tokens.take(b",")
            found = conclude(add(left, polynomial_of(tokens.number())))
        elif rule == b"*":
            left = polynomial_of(tokens.number())
            tokens.take(b",")
            found = conclude(multiply(left, tokens.polynomial(), limit))
        else:
            found = extension(tokens)
        tokens.take(b";")
        numbers.add(number)
        live[number] = found
        reached = reached or found == target
    need(reached, "the target was not reached")


def linear(tokens, polynomial_of, limit):
    total = {}
    while True:
        operand = polynomial_of(tokens.number())
        if tokens.peek() == b"*":
            tokens.take()
            tokens.take(b"(")
            operand = multiply(operand, tokens.polynomial(), limit)
            tokens.take(b")")
        total = add(total, operand)
        if tokens.peek() != b"+":
            return total
        tokens.take()


def extension(tokens):
    before = set(tokens.variables)
    variable = tokens.variable()
    need(variable not in before, "the variable is not new")
    tokens.take(b",")
    tokens.variables = before
    value = tokens.polynomial()
    need(variable not in tokens.variables, "the variable is in its own value")
    need(multiply(value, value) == value, "the value is not its own square")
    tokens.variables.add(variable)
    return add(value, {frozenset({variable}): -1})
