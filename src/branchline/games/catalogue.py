"""The list of games."""

from __future__ import annotations

import difflib

from branchline.games.central_pacific import CENTRAL_PACIFIC
from branchline.games.northern_pacific import NORTHERN_PACIFIC
from branchline.kernel import Title

TITLES: tuple[Title, ...] = (NORTHERN_PACIFIC, CENTRAL_PACIFIC)


def find_title(name: str) -> Title:
    """The game of that name or alias, in any case, with `_` or `-` or blanks.

    >>> find_title("Northern_Pacific").title
    'Northern Pacific'
    """
    wanted = "-".join(name.casefold().replace("_", " ").replace("-", " ").split())
    names = {spelling: title for title in TITLES for spelling in (title.name, *title.aliases)}
    if wanted in names:
        return names[wanted]
    near = difflib.get_close_matches(wanted, names, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]}?" if near else f"known games: {', '.join(title.name for title in TITLES)}."
    raise ValueError(f"There is no game named {name!r}. hint: {hint}")
