"""Reading the data files of games: maps and tile mixes, the package's own by name or a user's by path.

A user may name any path, so only ordinary files of limited size are read.  Every error is a sentence with the file and, if
there is one, the line.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

from branchline.errors import DataError
from branchline.texts import say, translated

MAX_FILE_BYTES = 2_000_000
"""The most bytes of a data file."""
MAX_SENTENCE_LENGTH = 500
MAX_NUMBER = 1e6
"""The largest number in a data file, so that drawings stay finite."""


def names_in(folder: Path) -> list[str]:
    """The data files that come with a game."""
    return sorted(path.stem for path in folder.iterdir() if path.suffix in (".toml", ".json"))


def find_file(name_or_path: str, folder: Path, what: str) -> Path:
    """The file with this name in the game's folder, or the path itself.  `what` is a marked text for errors, such as a map."""
    if not re.fullmatch(r"[\w-]*", name_or_path):
        return Path(name_or_path)
    for path in folder.iterdir():
        if path.stem == name_or_path and path.suffix in (".toml", ".json"):
            return path
    raise DataError(
        say(
            "There is no {what} named {name!r}. hint: known: {known}; or give the path of a file.",
            what=translated(what),
            name=name_or_path[:60],
            known=", ".join(names_in(folder)),
        )
    )


def readable(sentence: str) -> str:
    """A sentence that quotes a file: shortened if it is too long, with `?` for characters that cannot be shown."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in sentence[:MAX_SENTENCE_LENGTH])
    return f"{shown}…" if len(sentence) > MAX_SENTENCE_LENGTH else shown


def is_number(value: object) -> bool:
    """Whether a value of a file is a usable number: JSON and TOML also have infinity and NaN."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= MAX_NUMBER


def is_line(value: object, longest: int) -> bool:
    """Whether a value of a file is one line of text, not longer than `longest` and without blanks around it."""
    return isinstance(value, str) and value.isprintable() and value == value.strip() and len(value) <= longest


class DataFile:
    """A TOML or JSON file.  Its text is kept too, so that errors can name the line."""

    def __init__(self, path: Path, what: str) -> None:
        self.path = path
        self.text = _read_text(path, what)
        try:
            self.data: Any = json.loads(self.text) if self._is_json else tomllib.loads(self.text)
        except json.JSONDecodeError as error:
            raise DataError(f"{path}, line {error.lineno}: not valid JSON: {error.msg}.") from None
        except (ValueError, RecursionError) as error:  # ValueError also for a number with too many digits
            raise DataError(f"{path}: not valid {'JSON' if self._is_json else 'TOML'}: {error}.") from None
        if not isinstance(self.data, dict):
            raise DataError(f"{path}, line 1: a {what} is a JSON object.")

    @property
    def _is_json(self) -> bool:
        return self.path.suffix == ".json" or self.text.lstrip().startswith("{")

    def refuse(self, sentence: str, key: str = "", section: str | None = None) -> DataError:
        """The error with a sentence about a key."""
        return DataError(f"{self.path}, line {self.line(key, section)}: {readable(sentence)}")

    def line(self, key: str, section: str | None = None) -> int:
        """The line of a key in a section, or else the section's line, or else the first.  JSON has no sections."""
        if self._is_json:
            return self.line_of(rf'"{re.escape(key)}"\s*:')
        current, fallback = None, 1
        for number, text in enumerate(self.text.splitlines(), 1):
            if header := re.match(r"\s*\[+\s*([^\]]+?)\s*\]+", text):
                current = header.group(1)
                fallback = number if current == section else fallback
            elif current == section and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", text):
                return number
        return fallback

    def line_of(self, pattern: str) -> int:
        """The first line that matches a pattern, or else line 1."""
        found = re.search(pattern, self.text)
        return self.text.count("\n", 0, found.start()) + 1 if found else 1


def _read_text(path: Path, what: str) -> str:
    try:
        if not path.is_file():  # a device, for example, has no end
            raise DataError(f"There is no {what} file {str(path)!r:.200}.")
        if path.stat().st_size > MAX_FILE_BYTES:
            raise DataError(f"{path} is larger than {MAX_FILE_BYTES:,} bytes: no {what}.")
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise DataError(f"The {what} file {str(path)!r:.200} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise DataError(f"{path} is not a UTF-8 text.") from None
    except ValueError as error:
        if isinstance(error, DataError):
            raise
        raise DataError(f"{str(path)!r:.200} is no path: {error}.") from None
