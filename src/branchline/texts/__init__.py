"""Sentences for people, in the language of the reader.

The English texts are in the code.  Every other language has a catalogue: TOML files that map the English template to its
translation.  They are in a folder with the language's name, here and in the folder `text` of each game.  A test finds every
template in the code and in the pages, and fails if a catalogue lacks one.

A reader without a name of their own is addressed: `you extend the line`, not `Guest extends the line`.  The files
`you.<language>.toml` have the forms for that.

Why not gettext with Babel: the language and the names of the players differ from request to request within one process, so a
wrapper like `say` would be needed all the same.  A game in its own package would have to ship compiled `.mo` files.  Two
languages with simple plurals need no plural expressions.  If a language with more plural forms comes, this should change.
"""

from branchline.texts.speech import (
    LANGUAGES,
    You,
    addressing,
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
    you,
)

__all__ = [
    "LANGUAGES",
    "You",
    "addressing",
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
    "you",
]
