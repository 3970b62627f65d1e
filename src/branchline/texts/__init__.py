"""Sentences for people, in the language of the reader.

English stands in the code, where it can be read beside what it says; every other language has a catalogue in a folder of its
name, TOML files that map the English template to its own.  A test finds every template in the code and in the pages and fails
where a catalogue lacks one.
"""

from branchline.texts.speech import (
    LANGUAGES,
    count,
    language,
    naming,
    noted,
    say,
    seat,
    sentence,
    speaking,
    templates,
    translated,
)

__all__ = [
    "LANGUAGES",
    "count",
    "language",
    "naming",
    "noted",
    "say",
    "seat",
    "sentence",
    "speaking",
    "templates",
    "translated",
]
