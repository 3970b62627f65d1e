"""Sentences for people, in the language of the reader.

English stands in the code, where it can be read beside what it says.  Every other language has a catalogue: TOML files that
map the English template to its own, in a folder of its name here and in the folder `text` of each game.  A test finds every
template in the code and in the pages and fails if a catalogue lacks one.

Why not gettext with Babel: the language and the names of the people at the table belong to a moment, not to a process, so a
wrapper like `say` would be needed all the same.  A game in its own package would have to ship compiled `.mo` files.  Two
languages with simple plurals need no plural expressions; a third with more forms would be the time to change.
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
