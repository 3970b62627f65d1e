"""Sentences about malformed requests.  Pydantic's own messages are English only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from branchline.texts import noted, say, translated

_TEXT = noted("A text is needed here.")
_WHOLE = noted("A whole number is needed here.")
_NUMBER = noted("A number is needed here.")
_FLAG = noted("True or false is needed here.")
_LIST = noted("A list is needed here.")
_OBJECT = noted("An object is needed here.")

MESSAGES = {
    "missing": noted("This is missing."),
    "extra_forbidden": noted("There is no such field."),
    "string_type": _TEXT,
    "string_unicode": _TEXT,
    "string_too_short": noted("This text is too short: {min_length} characters are the least."),
    "string_too_long": noted("This text is too long: {max_length} characters are the most."),
    "string_pattern_mismatch": noted("This text does not fit the pattern {pattern}."),
    "int_type": _WHOLE,
    "int_parsing": _WHOLE,
    "int_parsing_size": _WHOLE,
    "int_from_float": _WHOLE,
    "float_type": _NUMBER,
    "float_parsing": _NUMBER,
    "finite_number": _NUMBER,
    "bool_type": _FLAG,
    "bool_parsing": _FLAG,
    "list_type": _LIST,
    "dict_type": _OBJECT,
    "model_attributes_type": _OBJECT,
    "model_type": _OBJECT,
    "greater_than_equal": noted("This number is too small: {ge} is the least."),
    "less_than_equal": noted("This number is too large: {le} is the most."),
    "too_short": noted("This list is too short: {min_length} is the least."),
    "too_long": noted("This list is too long: {max_length} is the most."),
    "literal_error": noted("This is none of {expected}."),
}
"""The sentences by pydantic's names of the errors."""


def message_of(error: Mapping[str, Any]) -> str:
    """One of pydantic's errors as a sentence in the current language."""
    facts = dict(error.get("ctx", {}))
    if error["type"] == "value_error":
        return translated(str(facts["error"]))
    if error["type"] not in MESSAGES:
        return f"{error['msg']}."
    if "expected" in facts:
        facts["expected"] = str(facts["expected"]).replace(" or ", say(" or "))
    return translated(MESSAGES[error["type"]]).format(**facts)
