"""The figures of each game on its pages.  A game without a row is measured by the defaults, so none has to be added here."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figures:
    """What the pages of a game may need, and how its board is measured."""

    first_visit: int = 100_000
    """The most bytes of a first visit, without the heads of the answers."""
    plies: tuple[int, ...] = (0, 60)
    """After so many random moves the words on the board are measured."""
    rim: float = 0.0
    """From the edge of the picture to the frame of the map, as a share of the width."""
    beside_cards: str = ".plain text:not(.mark)"
    """A selector of texts that stand beside the first card of their group, not on it: a plain sheet has marks of seats."""
    stacked: str = ""
    """A selector of things that lie on others, or others on them: their words may overlap."""


FIGURES = {
    "northern-pacific": Figures(43_000, (0, 12), 12 / 1410, stacked=".np-cube, .np-land, .np-paid"),
    "central-pacific": Figures(37_000, (150,)),  # some hands offer more than others
    "last-train-to-wensleydale": Figures(72_000, (195, 260), 12 / 1600, beside_cards=".lw-figure"),
}


def figures_of(name: str) -> Figures:
    """The figures of a game, or the defaults."""
    return FIGURES.get(name, Figures())
