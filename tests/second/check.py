"""Second checkers: `check.py PROGRAM ARGUMENTS` judges as PROGRAM does, by the shortest way.

Written from docs/formats alone, with other data structures than the programs. Exit codes are theirs: 0 verified,
1 refused, 2 undecided. `check.py --cases` reads folders of cases from standard input, one a line, and prints for
each its exit code and the reason; the folder's file `args` has the command line.
"""

import os
import sys

import aiger
import dimacs
import drat
import horn
import inv
import lpac
import lrat
import miter
import pac
import smtlib
import trace
from common import Refused, Undecided, ask, question, re

FLAGS = {"json", "text", "binary", "signed", "accumulate", "square"}
CLAIM = {"signed", "accumulate", "square", "shape", "truncate", "constant", "order"}
VALUES = {"variables", "deletion", "match", "property", "lrat", "lrat-text", "claim"} | CLAIM - FLAGS


def parse(arguments):
    """Options by name, and files."""
    options, files, rest = {}, [], list(arguments)
    while rest:
        word = rest.pop(0)
        if word == "--":
            return options, files + rest
        if not word.startswith("--"):
            files.append(word)
            continue
        name, equals, value = word[2:].partition("=")
        ask(name in FLAGS | VALUES and name not in options, "option", word)
        ask(name in VALUES or not equals, "a value of", word)
        if name in VALUES and not equals:
            ask(rest, "option without value")
            value = rest.pop(0)
        options[name] = value
    if "shape" in options:
        shape = re.fullmatch(r"([1-9][0-9]*)x([1-9][0-9]*)", options["shape"])
        ask(shape, "no shape")
        options["shape"] = int(shape[1]), int(shape[2])
    return options, files


def binary_or_text(options):
    ask(not ("text" in options and "binary" in options), "text and binary")
    return True if "binary" in options else False if "text" in options else None


def read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise Undecided(str(error)) from error


def run_lratcheck(options, files):
    formula = question(dimacs.read_formula, files[0])
    lrat.check(formula, files[1], natural(options.get("variables", "0")), binary_or_text(options))


def run_dratcheck(options, files):
    formula = question(dimacs.read_formula, files[0])
    ask(options.get("deletion", "operational") in ("operational", "specified"), "deletion")
    specified = options.get("deletion") == "specified"
    drat.check(formula, files[1], natural(options.get("variables", "0")), binary_or_text(options), specified)


def natural(word):
    ask(re.fullmatch(r"0|[1-9][0-9]*", word) and int(word) < 2**31, "no number:", word)
    return int(word)


def by_names(options):
    ask(options.get("match", "position") in ("position", "names"), "matching")
    return options.get("match") == "names"


def run_mitercheck(options, files):
    *circuits, proof = files
    ask(len(circuits) in (1, 2), "one or two circuits")
    miter.check(circuits, [question(aiger.read_circuit, file) for file in circuits], proof, by_names(options))


def run_invcheck(options, files):
    asked = options.get("property", "all")
    asked = None if asked == "all" else list(map(natural, asked.split(",")))
    inv.check(files[0], question(aiger.read_circuit, files[0]), files[1], asked)


def run_pacheck(options, files):
    claim = {name: value for name, value in options.items() if name in CLAIM}
    if len(files) == 3:
        ask(not claim, "options of circuits")
        lpac.check(question(lpac.read_question, files[0], files[2]), files[1])
    else:
        pac.check(files[0] if len(files) == 2 else None, files[-1], claim)


def run_tracecheck(options, files):
    claim = {name: value for name, value in options.items() if name in CLAIM} or None
    asked = options.get("property")
    if len(files) == 3:
        ask(claim is None and asked is None, "options of one circuit")
        circuits = [question(aiger.read_circuit, file) for file in files[:2]]
        trace.check_difference(*circuits, files[2], by_names(options))
    elif files[0].startswith(b"a"):
        ask("match" not in options, "nothing to match")
        if asked is not None:
            asked = trace.ANY if asked == "all" else natural(asked)
        trace.check_circuit(question(aiger.read_circuit, files[0]), files[1], asked, claim)
    else:
        ask(claim is None and asked is None, "options of circuits")
        dimacs.check_model(question(dimacs.read_formula, files[0]), files[1])


def run_horncheck(options, files):
    ask(options.get("claim", "safe") in ("safe", "unsafe"), "claim")
    horn.check(files[0], question(smtlib.read_system, files[0]), files[1], options.get("claim"))


PROGRAMS = {
    "lratcheck": (run_lratcheck, 2, 2),
    "dratcheck": (run_dratcheck, 2, 2),
    "mitercheck": (run_mitercheck, 2, 3),
    "invcheck": (run_invcheck, 2, 2),
    "pacheck": (run_pacheck, 1, 3),
    "tracecheck": (run_tracecheck, 2, 3),
    "horncheck": (run_horncheck, 2, 2),
}


def judge(program, arguments, folder="."):
    """Exit code and reason."""
    try:
        ask(program in PROGRAMS, "no second checker for", program)
        run, least, most = PROGRAMS[program]
        options, files = parse(arguments)
        ask(least <= len(files) <= most and files.count("-") < 2, "number of files")
        run(options, [sys.stdin.buffer.read() if file == "-" else read(os.path.join(folder, file)) for file in files])
    except Refused as refused:
        return 1, str(refused)
    except Undecided as undecided:
        return 2, str(undecided)
    return 0, "verified"


def main():
    if sys.argv[1:] == ["--cases"]:
        for line in sys.stdin:
            folder = line.rstrip("\n")
            with open(os.path.join(folder, "args"), encoding="utf-8") as file:
                program, *arguments = file.readline().split()
                standard_input = file.readline().removeprefix("stdin: ").strip()
            if arguments.count("-") == 1:
                arguments = [standard_input if word == "-" else word for word in arguments]
            code, reason = judge(program, arguments, folder)
            print(folder, code, reason.replace("\n", " "), sep="\t", flush=True)
        return 0
    code, reason = judge(sys.argv[1], sys.argv[2:])
    print(["verified", "refused: ", "undecided: "][code] + (reason if code else ""))
    return code


if __name__ == "__main__":
    sys.exit(main())
