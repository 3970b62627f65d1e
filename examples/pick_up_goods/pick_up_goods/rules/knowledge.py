"""What a seat may know: hiding, guessing, and numbers for learning."""

from branchline.kernel import Board, Rng, rule
from branchline.kernel.contract import Floats
from branchline.kernel.rng import below
from pick_up_goods.rules.board import COUPLE
from pick_up_goods.rules.layout import HAND, PILE, SEATS, TRAIN, WAGONS, Fields


@rule
def sees(state: Fields, action: int, seat: int) -> int:
    """PG 1.2: only its owner sees which wagon is drawn."""
    return 1 if action >= COUPLE or seat == state.turn else 0


@rule
def in_other_hand(state: Fields, wagon: int, seat: int) -> bool:
    """PG 1.2: whether a wagon is in the hand of somebody else."""
    place = state.place[wagon]
    return HAND <= place < TRAIN and place != HAND + seat


@rule
def hide(state: Fields, seat: int) -> None:
    """PG 1.2: wagons in other hands look like wagons of the pile; `held` still counts them."""
    for wagon in range(WAGONS):
        if in_other_hand(state, wagon, seat):
            state.place[wagon] = PILE


@rule
def resample(state: Fields, seat: int, rng: Rng) -> None:
    """PG 1.2: other hands get wagons at random from those that the seat has not seen."""
    hide(state, seat)
    unseen = 0
    for wagon in range(WAGONS):
        if state.place[wagon] == PILE:
            unseen += 1
    for other in range(state.players):
        if other != seat:
            for _ in range(state.held[other]):
                give(state, other, below(rng, unseen))
                unseen -= 1


@rule
def give(state: Fields, seat: int, number: int) -> None:
    """PG 1.2: the wagon of this number in the pile goes into a hand."""
    for wagon in range(WAGONS):
        if state.place[wagon] == PILE:
            if number == 0:
                state.place[wagon] = HAND + seat
                return
            number -= 1


@rule
def encode(state: Fields, seat: int, out: Floats) -> None:
    """PG 1.1, 3.2: where each wagon is, then points and last wagon of each seat, starting with the one that looks."""
    for wagon in range(WAGONS):
        out[wagon] = state.place[wagon]
    for step in range(state.players):
        other = (seat + step) % state.players
        out[WAGONS + step] = state.length[other]
        out[WAGONS + SEATS + step] = state.last[other]


def encoding(board: Board) -> dict[str, tuple[int, int]]:
    """The parts of what `encode` writes: start and stop."""
    lengths, lasts = WAGONS, WAGONS + SEATS
    return {"place": (0, lengths), "length": (lengths, lasts), "last": (lasts, lasts + SEATS)}
