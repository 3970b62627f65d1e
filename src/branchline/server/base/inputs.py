"""What texts and numbers of requests may be.  The API and the forms of the pages share these limits."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, Field

from branchline.match.validation import LEVEL, LEVEL_LENGTH, NAME_LENGTH, is_line
from branchline.texts import noted

MOVE_LENGTH = 200
"""The most characters in the name of a move, or of something that can be picked."""
RECORD_LENGTH = 400_000
PASSWORD_SHORTEST, PASSWORD_LONGEST = 8, 200
ID: dict[str, Any] = {"min_length": 4, "max_length": 32, "pattern": "^[a-z0-9]+$"}
"""The names of tables, tournaments and persons in their links."""
MAX_OPTIONS = 40


def _line(text: str) -> str:
    """One line that a page can show and a record can hold."""
    text = text.strip()
    if not is_line(text):
        raise ValueError(noted("A text of one line without control characters is needed here."))
    return text


def _words(text: str) -> str:
    """Some lines of text."""
    text = text.strip()
    if not text or not all(letter.isprintable() or letter == "\n" for letter in text):
        raise ValueError(noted("A text without control characters is needed here."))
    return text


Name = Annotated[str, Field(min_length=1, max_length=NAME_LENGTH, examples=["Ann"]), AfterValidator(_line)]
Words = Annotated[str, Field(min_length=1, max_length=500, examples=["Well played!"]), AfterValidator(_words)]
Password = Annotated[
    str, Field(min_length=PASSWORD_SHORTEST, max_length=PASSWORD_LONGEST, examples=["correct horse battery staple"])
]
MoveText = Annotated[str, Field(min_length=1, max_length=MOVE_LENGTH, examples=["extend Fargo"]), AfterValidator(_line)]
MoveName = Annotated[str, Field(max_length=MOVE_LENGTH)]
"""The name of a move or of something that can be picked, as a page sends it back; it may be empty."""
SecretText = Annotated[str, Field(min_length=10, max_length=100, pattern=r"^(seat|invite)_[A-Za-z0-9_-]+$")]
Ply = Annotated[int, Field(ge=0, le=1_000_000, strict=True)]
Version = Annotated[int, Field(ge=0, le=10_000_000, strict=True)]
SeatNumber = Annotated[int, Field(ge=0, le=19, strict=True)]
Level = Annotated[str, Field(min_length=1, max_length=LEVEL_LENGTH, pattern=f"^{LEVEL.pattern}$", examples=["medium"])]
GameName = Annotated[str, Field(min_length=1, max_length=60, examples=["northern-pacific"])]
Options = dict[Annotated[str, Field(max_length=40)], Annotated[str, Field(max_length=60)] | Annotated[int, Field(strict=True)]]
