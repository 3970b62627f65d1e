"""What can be done, and what it does."""

from branchline.kernel import CHANCE, OVER, rule
from branchline.kernel.contract import Ids, Numbers, Weights
from pick_up_goods.rules.board import COUPLE, SHUNT
from pick_up_goods.rules.layout import GONE, HAND, NOTHING, PILE, SIDING, TRAIN, WAGONS, Fields

NOT_IN_THE_PILE, ONE_OF_TWO, NOT_AT_HAND, TOO_LOW, DRAW_FIRST, GAME_OVER = 101, 201, 202, 203, 205, 301


@rule
def new(state: Fields, options: Numbers) -> None:
    """PG 1.1: all wagons lie in the pile, which is place 0."""
    state.players = options[0]
    state.hand_size = options[1]
    state.drawing = 1
    state.siding = NOTHING
    for seat in range(state.players):
        state.last[seat] = NOTHING


@rule
def actor(state: Fields) -> int:
    """PG 3.1: the game is over when the player whose turn it is has no wagon."""
    if state.drawing:
        return CHANCE
    if state.held[state.turn] == 0:
        return OVER
    return state.turn


@rule
def legal(state: Fields, out: Ids) -> int:
    """PG 2.1: every action that nothing forbids."""
    count = 0
    for action in range(SHUNT + WAGONS):
        if why_not(state, action) == 0:
            out[count] = action
            count += 1
    return count


@rule
def weights(state: Fields, out: Weights) -> int:
    """PG 1.1: each wagon of the pile is as likely as any other."""
    count = 0
    if state.drawing:
        for wagon in range(WAGONS):
            if state.place[wagon] == PILE:
                out[count] = 1
                count += 1
    return count


@rule
def why_not(state: Fields, action: int) -> int:
    """PG 2.1: the paragraph that forbids an action, or 0."""
    wagon = action % WAGONS
    if actor(state) == OVER:
        return GAME_OVER
    if action < COUPLE:
        if not state.drawing:
            return ONE_OF_TWO
        return 0 if state.place[wagon] == PILE else NOT_IN_THE_PILE
    if state.drawing:
        return DRAW_FIRST
    in_hand = state.place[wagon] == HAND + state.turn
    if action >= SHUNT:
        return 0 if in_hand else ONE_OF_TWO
    if not in_hand and wagon != state.siding:
        return NOT_AT_HAND
    return 0 if wagon > state.last[state.turn] else TOO_LOW


@rule
def apply(state: Fields, action: int) -> None:
    """PG 2.1: draw, couple or shunt."""
    wagon = action % WAGONS
    if action < COUPLE:
        draw(state, wagon)
    else:
        if state.place[wagon] != SIDING:
            state.held[state.turn] -= 1
        if action < SHUNT:
            couple(state, wagon)
        else:
            shunt(state, wagon)
        refill(state)


@rule
def draw(state: Fields, wagon: int) -> None:
    """PG 1.2, 2.5: a wagon comes into the hand; then the next player follows."""
    state.place[wagon] = HAND + state.turn
    state.held[state.turn] += 1
    state.turn = (state.turn + 1) % state.players
    if state.dealt:
        state.drawing = 0
    elif state.held[state.turn] == state.hand_size:
        state.dealt = 1
        state.drawing = 0


@rule
def couple(state: Fields, wagon: int) -> None:
    """PG 2.2, 2.3: the wagon becomes the last of the train."""
    if wagon == state.siding:
        state.siding = NOTHING
    state.place[wagon] = TRAIN + state.turn
    state.last[state.turn] = wagon
    state.length[state.turn] += 1


@rule
def shunt(state: Fields, wagon: int) -> None:
    """PG 2.4: the wagon takes the siding's only place."""
    if state.siding != NOTHING:
        state.place[state.siding] = GONE
    state.place[wagon] = SIDING
    state.siding = wagon


@rule
def refill(state: Fields) -> None:
    """PG 2.5: draw if the hand is not full and the pile is not empty, else the next player follows."""
    if state.held[state.turn] < state.hand_size and in_pile(state) > 0:
        state.drawing = 1
    else:
        state.turn = (state.turn + 1) % state.players


@rule
def in_pile(state: Fields) -> int:
    """PG 1.1: how many wagons lie in the pile."""
    count = 0
    for wagon in range(WAGONS):
        if state.place[wagon] == PILE:
            count += 1
    return count
