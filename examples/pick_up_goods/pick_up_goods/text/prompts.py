"""What the actor has to do now."""

from branchline.games.position import Position
from branchline.kernel import CHANCE, OVER


def prompt(position: Position) -> str:
    """One sentence."""
    if position.actor == OVER:
        return "The game is over."
    if position.actor == CHANCE:
        return "A wagon is drawn."
    return "Couple a wagon, or shunt one into the siding."
