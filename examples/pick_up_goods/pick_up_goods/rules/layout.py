"""The record of a position, and the numbers of the rulebook."""

from branchline.kernel import Layout, Row, i1

SEATS = 4
WAGONS = 20
"""PG 1.1.  Wagon 0 has the number 1."""

PILE, SIDING, GONE = 0, 1, 2
"""Places of a wagon.  Further places are the hand and the train of each seat."""
HAND = 3
TRAIN = HAND + SEATS

NOTHING = -1
"""The wagon in an empty siding, and the last wagon of a train without wagons."""


class Fields(Layout):
    """One position."""

    players: int = i1()
    hand_size: int = i1()
    turn: int = i1()
    drawing: int = i1()
    """1 if the seat `turn` is about to draw."""
    dealt: int = i1()
    """1 once all hands have been dealt."""
    siding: int = i1()
    held: Row = i1(SEATS)
    """Wagons in each hand: everybody may count them."""
    last: Row = i1(SEATS)
    """The last wagon of each train."""
    length: Row = i1(SEATS)
    place: Row = i1(WAGONS)
    """Where each wagon is.  This is what `hide` blanks."""
