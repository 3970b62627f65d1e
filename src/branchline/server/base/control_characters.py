"""Characters that no text from outside may hold: PostgreSQL cannot store NUL, and the others can disturb a terminal."""

from __future__ import annotations

import re
from typing import Any

from pydantic import AfterValidator

from branchline.texts import noted

_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters other than tab and line ends, and halves of surrogate pairs."""


def has_control_characters(text: str) -> bool:
    r"""Whether a text holds characters that cannot be stored or shown.

    >>> has_control_characters("a\x00b"), has_control_characters("two\r\nlines")
    (True, False)
    """
    return _CONTROLS.search(text) is not None


def check_texts(value: Any) -> Any:
    """The value itself; ValueError if any text in it, at any depth, has control characters."""
    if isinstance(value, str):
        if has_control_characters(value):
            raise ValueError(noted("A text without control characters is needed here."))
    elif isinstance(value, dict):
        for name, inner in value.items():
            check_texts(name)
            check_texts(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            check_texts(inner)
    return value


Plain = AfterValidator(check_texts)
"""A check for form parameters: `Annotated[str, Form(...), Plain]`.  Requests of the API check all their fields anyway."""
