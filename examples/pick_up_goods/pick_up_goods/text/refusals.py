"""Why an action is refused."""

from branchline.games.position import Position
from pick_up_goods.rules.actions import DRAW_FIRST, GAME_OVER, NOT_AT_HAND, NOT_IN_THE_PILE, ONE_OF_TWO, TOO_LOW
from pick_up_goods.rules.layout import WAGONS

SENTENCES = {
    NOT_IN_THE_PILE: "Wagon {wagon} is not in the pile",
    ONE_OF_TWO: "You couple a wagon, or shunt one from your hand; wagon {wagon} cannot be shunted or drawn now",
    NOT_AT_HAND: "Wagon {wagon} is neither in your hand nor in the siding",
    TOO_LOW: "Wagon {wagon} is lower than the last wagon of your train",
    DRAW_FIRST: "A wagon is drawn first",
    GAME_OVER: "The game is over",
}


def refusal(position: Position, action: int, paragraph: int) -> str:
    """The sentence for a paragraph, without its number."""
    return SENTENCES[paragraph].format(wagon=action % WAGONS + 1)
