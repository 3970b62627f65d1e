"""Strict checks of JSON data.  Every error is a sentence that names the field."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping
from typing import Any

from branchline.errors import BadSetup
from branchline.texts import say

NAME_LENGTH = 40
"""The most characters a person's name may have.  `check_name` has the whole rule; nothing else repeats it."""
LEVEL, LEVEL_LENGTH = re.compile("[a-z][a-z0-9-]*"), 30
"""What the name of a bot looks like, and its most characters.  This package does not know which bots there are."""


def check_object(data: Any, what: str, fields: Collection[str]) -> dict[str, Any]:
    """The data as an object that has no other fields than these."""
    if not isinstance(data, Mapping):
        raise BadSetup(say("{what} is an object, not {data!r:.60}.", what=what, data=data))
    for name in data:
        if name not in fields:
            known = ", ".join(fields)
            raise BadSetup(say("{what} has no field {name!r:.60}. hint: fields: {known}.", what=what, name=name, known=known))
    return dict(data)


def check_choice(value: Any, what: str, values: Collection[str]) -> str:
    """One of some words."""
    if isinstance(value, str) and value in values:
        return value
    known = ", ".join(values)
    raise BadSetup(say("{what} is {value!r:.60}. hint: it is one of {known}.", what=what, value=value, known=known))


def check_number(value: Any, what: str, low: float, high: float) -> float:
    """A number within limits."""
    if isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value) and low <= value <= high:
        return value
    raise BadSetup(
        say(
            "{what} is {value!r:.60}. hint: it is a number from {low:g} to {high:g}.",
            what=what,
            value=value,
            low=low,
            high=high,
        )
    )


def check_flag(value: Any, what: str) -> bool:
    """True or false."""
    if isinstance(value, bool):
        return value
    raise BadSetup(say("{what} is true or false, not {value!r:.60}.", what=what, value=value))


def is_line(text: str) -> bool:
    """Whether a text is one line that a record can hold and a page can show: not blank, no control characters."""
    return text.isprintable() and bool(text.strip())


def is_name(text: str) -> bool:
    """Whether a text can be the name of a person."""
    return is_line(text) and len(text.strip()) <= NAME_LENGTH


def check_name(value: Any, what: str = "") -> str:
    """A person's name without blanks around it: one printable line of 1 to NAME_LENGTH characters."""
    what = what or say("A name")
    if not isinstance(value, str) or not is_line(value):
        raise BadSetup(
            say("{what} is a text without line breaks and control characters, not {text!r:.60}.", what=what, text=value)
        )
    name = value.strip()
    if len(name) > NAME_LENGTH:
        raise BadSetup(
            say("{what} has at most {most} characters; this one has {found}.", what=what, most=NAME_LENGTH, found=len(name))
        )
    return name


def check_level(value: Any, what: str = "") -> str:
    """A word that may name a bot."""
    if isinstance(value, str) and len(value) <= LEVEL_LENGTH and LEVEL.fullmatch(value):
        return value
    what = what or say("A bot's level")
    raise BadSetup(say("{what} is a word such as 'medium', not {value!r:.60}.", what=what, value=value))
