"""Traces (docs/formats/trace.md): runs, differences, wrong products."""

import miter
import pac
from aiger import reset_order, value
from common import NUMBER, ask, need, number, re, split_lines

ANY = "any"


def read_trace(data):
    """Status, properties as (letter, number), initial state, lines of inputs."""
    lines = split_lines(data, True)
    lines = [line for line in lines if not line.startswith(b"c") and not re.fullmatch(rb"u%b" % NUMBER, line)]
    need(len(lines) >= 3 and lines[0] in (b"0", b"1", b"2"), "no status")
    need(re.fullmatch(rb"([bjop]%b)+" % NUMBER, lines[1]), "no properties")
    properties = [
        (letter.decode(), number(digits, 0, 2**32 - 1))
        for letter, digits in re.findall(rb"([bjop])(%b)" % NUMBER, lines[1])
    ]
    need(lines[-1] == b".", "no end")
    values = lines[2:-1]
    need(all(re.fullmatch(rb"[01x]*", line) for line in values), "no values")
    need(len(values) >= 2 if lines[0] == b"1" else not values, "lines of values")
    return lines[0], properties, values


def bits(line, count):
    need(len(line) == count and b"x" not in line, "values:", line[:20])
    return [byte - ord("0") for byte in line]


def one_input(properties, values, letter, circuit):
    """The property and the inputs of a trace about one time without latches."""
    need(len(properties) == 1 and properties[0][0] == letter, "one property of kind", letter)
    need(len(values) == 2 and values[0] == b"", "one line of inputs")
    return properties[0][1], bits(values[1], len(circuit.inputs))


def outputs(circuit, inputs):
    values = dict(zip(circuit.inputs, inputs))
    circuit.evaluate(values)
    return [value(values, output) for output in circuit.outputs]


def check_difference(first, second, data, by_names):
    _, to_first = miter.match(first, second, by_names)
    input_to_first, _ = miter.match(first, second, by_names)
    status, properties, values = read_trace(data)
    need(status == b"1", "the status is not 1")
    which, inputs = one_input(properties, values, "o", first)
    need(which < len(first.outputs), "no such output")
    other = outputs(second, [inputs[place] for place in input_to_first])
    need(outputs(first, inputs)[which] != other[to_first.index(which)], "the output does not differ")


def check_circuit(circuit, data, asked=None, product=None):
    """A run, or a wrong product; `product` are the options of the claim, if there are any."""
    ask(asked is None or product is None, "a property of a product")
    is_plain = not (circuit.latches or circuit.bads or circuit.constraints or circuit.justice or circuit.fairness)
    if asked is None and product is None and is_plain and len(circuit.outputs) > 1:
        status, properties, values = read_trace(data)
        need(all(letter == "p" for letter, _ in properties), "a product is asked for")
        product = {}
    if product is not None:
        check_product(circuit, data, product)
    else:
        check_run(circuit, data, asked)


def check_product(circuit, data, options):
    claim = pac.Claim(circuit, options)
    ask(claim.pairs() <= 2**26, "too many pairs of bits")
    status, properties, values = read_trace(data)
    need(status == b"1", "the status is not 1")
    which, inputs = one_input(properties, values, "p", circuit)
    need(which < len(circuit.outputs), "no such output")
    expected = claim.evaluate(inputs) >> claim.outputs.index(which) & 1
    need(outputs(circuit, inputs)[which] != expected, "the output is right")


def check_run(circuit, data, asked):
    bads = circuit.bads or ([] if circuit.justice else circuit.outputs)
    if asked not in (None, ANY):
        ask(asked < len(bads), "no such property")
    order = reset_order(circuit.latches, circuit.gates)
    ask(order is not None, "resets depend on themselves")
    status, properties, lines = read_trace(data)
    need(status == b"1", "the status is not 1")
    need(len(set(properties)) == len(properties), "a property twice")
    need(all(letter == "b" and which < len(bads) for letter, which in properties), "no such property")
    need(asked in (None, ANY) or ("b", asked) in properties, "another property was asked for")
    latches = [latch for latch, _, _ in circuit.latches]
    state = dict(zip(latches, bits(lines[0], len(latches))))
    for time, line in enumerate(lines[1:]):
        values = {**state, **dict(zip(circuit.inputs, bits(line, len(circuit.inputs))))}
        circuit.evaluate(values)
        if time == 0:
            for latch, _, reset in circuit.latches:
                need(values[latch] == value(values, reset), "no initial state")
        need(all(value(values, s) for s in circuit.constraints), "a constraint is false at time", time)
        state = {latch: value(values, following) for latch, following, _ in circuit.latches}
    need(all(value(values, bads[which]) for _, which in properties), "not bad at the last time")
