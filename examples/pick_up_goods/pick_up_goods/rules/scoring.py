"""Points and ranks."""

from branchline.kernel import rule
from branchline.kernel.contract import Numbers
from pick_up_goods.rules.layout import Fields


@rule
def score(state: Fields, out: Numbers) -> None:
    """PG 3.2: a point for every wagon of the train."""
    for seat in range(state.players):
        out[seat] = state.length[seat]


@rule
def rank(state: Fields, out: Numbers) -> None:
    """PG 3.3: one more than the number of players who are ahead."""
    for seat in range(state.players):
        out[seat] = 1
        for other in range(state.players):
            if is_ahead(state, other, seat):
                out[seat] += 1


@rule
def is_ahead(state: Fields, one: int, other: int) -> bool:
    """PG 3.2, 3.3: more wagons, or as many and a lower last one."""
    if state.length[one] != state.length[other]:
        return state.length[one] > state.length[other]
    return state.last[one] < state.last[other]
