"""Check a game from the command line: python -m branchline.testing GAME."""

from __future__ import annotations

import sys

from branchline.errors import UnknownGame
from branchline.testing import LawBroken, check_board, check_game, check_parts, left_out, settings
from branchline.testing.broken import loading

SETTINGS = 12
"""The most combinations of players and options that are checked, spread evenly over all of them."""


def main(name: str) -> int:
    """Check every law in every setting, then list the optional parts that the game lacks."""
    try:
        with loading(name):
            check_parts(name)
            games = settings(name, limit=SETTINGS)
        for game in games:
            check_game(game, games=2)
            check_board(game)
            print(f"{game!r}: all laws hold.")
    except (LawBroken, UnknownGame) as error:
        print(f"error: {error}", file=sys.stderr)
        if isinstance(error, LawBroken) and error.command:
            print(f"hint: the position is shown by `{error.command}`", file=sys.stderr)
        return 1
    for sentence in left_out(name):
        print(sentence)
    return 0


if __name__ == "__main__":
    if sys.argv[1:] in (["-h"], ["--help"]):
        print(f"{__doc__}\n\nIt plays random games with at most {SETTINGS} combinations of players and options.")
        sys.exit()
    if len(sys.argv) != 2:
        sys.exit("usage: python -m branchline.testing GAME")
    sys.exit(main(sys.argv[1]))
