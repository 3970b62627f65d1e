"""Why a rule cannot be compiled, in a sentence that names the rule, its file and its line.

Numba's own message has some lines for every rule on the way to the wrong one.  For a field that does not exist it is a KeyError
with nothing but the name.
"""

from __future__ import annotations

import difflib
import dis
import re
from collections.abc import Collection, Iterator
from types import FunctionType

LONGEST = 300
"""The most characters of Numba's message that are quoted."""
PLACE = re.compile(r"(?:at|from) (?P<file>\S+\.py) \((?P<line>\d+)\)")
CALLEE = re.compile(r"<function (?P<name>\w+)_\w+ at ")
INFERENCE = "During: Pass "
"""After this line of the message the rule that was being compiled is named as a callee."""
UNCOUNTED = re.compile("NRT required|_array_allocate")
"""In the message where a rule makes an array in a way that `jit` does not expect."""
RECORD = re.compile(r"Record\(\[.*?\], \d+, \w+\)")


def told(error: Exception, rules: Collection[FunctionType], fields: Collection[str]) -> str:
    """A sentence on an error of the compiler, for the rules that were compiled and the fields of their record."""
    if isinstance(error, KeyError):
        name = str(error.args[0])
        for rule, line in _uses(rules, name):
            near = difflib.get_close_matches(name, fields, n=1)
            hint = f" hint: did you mean {near[0]}?" if near else ""
            return f"{_place(rule, line)} uses the field `{name}`, which the layout does not have.{hint}"
    fact, lines = _fact(str(error))
    found = _located(lines, rules)
    hint = " hint: make new arrays with np.empty or np.zeros." if UNCOUNTED.search(fact) else ""
    return f"{found or 'A rule'} cannot be compiled: {fact}{hint}"


def _uses(rules: Collection[FunctionType], name: str) -> Iterator[tuple[FunctionType, int]]:
    """The rules that read or write an attribute, each with the line."""
    for rule in rules:
        for step in dis.get_instructions(rule):
            if step.opname in ("LOAD_ATTR", "STORE_ATTR") and step.argval == name:
                yield rule, (step.positions and step.positions.lineno) or rule.__code__.co_firstlineno


def _fact(message: str) -> tuple[str, list[str]]:
    """What is wrong, in Numba's words, and the lines of the message from there on."""
    lines = [line.strip(" -") for line in message.splitlines()]
    lines = [line for line in lines if line and not line.startswith("Failed in nopython mode")]
    fact = PLACE.sub("", lines[0]).removesuffix("Raised ").strip() if lines else "the compiler gives no reason"
    signature = next((line.removeprefix(">>> ") for line in lines if line.startswith(">>> ")), "")
    if fact.endswith(":") and signature:
        fact = f"{fact} {signature}"
    fact = RECORD.sub("position", re.sub(r"Function\(<\S+ \S+ (\S+)>\)", r"\1", fact))
    return (fact if len(fact) <= LONGEST else fact[: LONGEST - 1] + "…").rstrip(".") + ".", lines


def _located(lines: list[str], rules: Collection[FunctionType]) -> str:
    """The rule that is wrong: the first that the message mentions, by its file and line or as being compiled."""
    is_callee = False
    for line in lines:
        is_callee = is_callee or line.startswith(INFERENCE)
        if is_callee and (callee := CALLEE.search(line)):
            for rule in rules:
                if rule.__name__ == callee["name"]:
                    return _place(rule, rule.__code__.co_firstlineno)
        for place in PLACE.finditer(line):
            number = int(place["line"])
            above = [
                rule for rule in rules if rule.__code__.co_filename == place["file"] and rule.__code__.co_firstlineno <= number
            ]
            if above:
                return _place(max(above, key=lambda rule: rule.__code__.co_firstlineno), number)
    return ""


def _place(rule: FunctionType, line: int) -> str:
    return f"The rule {rule.__name__} in {rule.__module__.replace('.', '/')}.py, line {line},"
