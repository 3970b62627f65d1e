"""The fewest tiles that join all cities of a line, however many there are (CP 6.2), with work that has a bound.

Tiles and cities are taken one after the other; each tile is used or not.  The frontier is what has been taken and is joined
with something that has not.  Two choices with the same frontier can be continued in the same ways, so only the one with
fewer tiles is kept.  A state is such a frontier, packed into one number.  It says of every tile in it whether it is used and
which others it is joined with so far, and of every city whether a used tile has reached it.

The work is the number of states, and that depends on the width of the frontier, not on the number of cities.  The width
depends on the order: `plan` looks for a good one.  In reading order, the worst it can take, the frontier has a place for
each of the ten columns.  With the standard tiles 16 tiles have three or four exits, and the frontier of a good order has
no more than about five places: the hardest lines that a search for such lines has found take 1,400 states.
"""

from __future__ import annotations

import numpy as np

from branchline.games.central_pacific.rules.layout import SQUARES
from branchline.kernel import rule
from branchline.kernel.contract import Matrix, Numbers

FAR = SQUARES + 1
"""More tiles than a line can have."""
BITS, PLACE, PLACES = 4, 15, 15
"""A place of the frontier takes four bits of a state, so that 15 fit a number."""
NOTHING, FRESH, WAITING = 0, 14, 15
"""What a place can hold: `NOTHING` for an unused tile or a city that was reached, `FRESH` for the tile used just now, `WAITING`
for a city not reached yet.

Any other number stands for a used tile; joined tiles have the same number.
"""
LOST, FINISHED = -1, -2
"""In place of a state: `LOST` if it can no longer join all cities, `FINISHED` if it joins them all and nothing can be added."""
AHEAD, PAST = -1, -2
"""In place of a place: `AHEAD` if not taken yet, `PAST` if taken and joined with nothing that is still to be taken."""
MAX_WIDTH = 12
"""No order with a wider frontier is used; reading order has ten places, and one more while a tile is taken."""
TRIALS = 8
"""Orders tried besides reading order."""
GROWTH = 3
"""The states grow by about this factor with each place of the frontier."""
ROOM = 2
"""An array of states has this many rows for each state that could be written into it."""


@rule
def fewest_tiles(beside: Matrix, tiles: int, index: Numbers) -> int:
    """CP 6.2: the fewest tiles that join all cities.

    `beside` has the neighbours of every tile and then of every city, `index` the number of the tile or city on each square.
    An array of states has two columns: 1 + the state (0: none) and the fewest tiles used.
    """
    order, places, open_ = np.zeros((3, len(beside)), np.int64)
    plan(beside, index, order, places, open_)
    lay_out(beside, places, open_)
    answer, free, cities = FAR, -1, len(beside) - tiles
    count, states = 1, np.ones((1, 2), np.int64)
    states[0, 1] = 0
    for node in order:
        free = enter(beside, node, places, open_, free)
        if node >= tiles:
            cities -= 1
        after = np.zeros((2 * ROOM * count + 1, 2), np.int64)
        count = 0
        for row in range(len(states)):
            if states[row, 0] == 0:
                continue
            for use in range(1 if node >= tiles else 2):
                used = states[row, 1] + use
                found = take(beside, tiles, places, open_, states[row, 0] - 1, node, use, cities == 0)
                if found == FINISHED:
                    answer = min(answer, used)
                elif found != LOST:
                    count += remember(after, renumber(found), used)
        states = after
        free = leave(beside, node, places, open_, free)
    return answer


@rule
def plan(beside: Matrix, index: Numbers, order: Numbers, places: Numbers, open_: Numbers) -> None:
    """Choose an order with a narrow frontier: reading order, or a better one among some with different first nodes."""
    count = 0
    for square in range(SQUARES):
        if index[square] >= 0:
            order[count] = index[square]
            count += 1
    least = cost(beside, order, places, open_)
    tried = np.zeros(count, np.int64)
    for trial in range(TRIALS):
        arrange(beside, trial * count // TRIALS, tried, places, open_)
        found = cost(beside, tried, places, open_)
        if found < least:
            least = found
            for place in range(count):
                order[place] = tried[place]


@rule
def arrange(beside: Matrix, first: int, order: Numbers, places: Numbers, open_: Numbers) -> None:
    """Write an order that begins with `first` and goes on with the neighbour after which the frontier is narrowest."""
    lay_out(beside, places, open_)
    chosen = first
    for taken in range(1, len(order) + 1):
        order[taken - 1] = chosen
        enter(beside, chosen, places, open_, -1)
        leave(beside, chosen, places, open_, -1)
        least = FAR
        for before in order[:taken]:
            if places[before] == PAST:
                continue
            for arm in range(4):
                other = beside[before, arm]
                if other >= 0 and places[other] == AHEAD and widening(beside, other, places, open_) < least:
                    least = widening(beside, other, places, open_)
                    chosen = other


@rule
def cost(beside: Matrix, order: Numbers, places: Numbers, open_: Numbers) -> int:
    """About how many states an order will take."""
    lay_out(beside, places, open_)
    total, width, too_wide = 0, 0, False
    for taken in range(len(order)):
        node = order[taken]
        width += widening(beside, node, places, open_)
        enter(beside, node, places, open_, -1)
        leave(beside, node, places, open_, -1)
        too_wide = too_wide or width > MAX_WIDTH
        total += GROWTH ** min(width, MAX_WIDTH)
    return GROWTH**MAX_WIDTH * len(order) + 1 if too_wide else total


@rule
def widening(beside: Matrix, node: int, places: Numbers, open_: Numbers) -> int:
    """How much wider the frontier is after a node has been taken."""
    more = 1 if open_[node] else 0
    for arm in range(4):
        other = beside[node, arm]
        if other >= 0 and places[other] >= 0 and open_[other] == 1:
            more -= 1
    return more


@rule
def lay_out(beside: Matrix, places: Numbers, open_: Numbers) -> None:
    """Begin with nothing taken: count the neighbours of every node."""
    for node in range(len(beside)):
        places[node] = AHEAD
        open_[node] = 0
        for arm in range(4):
            if beside[node, arm] >= 0:
                open_[node] += 1


@rule
def enter(beside: Matrix, node: int, places: Numbers, open_: Numbers, free: int) -> int:
    """Give a node the first free place; its neighbours have one less to be taken.  Returns the places left, as bits."""
    places[node] = 0
    while not (free >> places[node]) & 1:
        places[node] += 1
    for arm in range(4):
        if beside[node, arm] >= 0:
            open_[beside[node, arm]] -= 1
    return free & ~(1 << places[node])


@rule
def leave(beside: Matrix, node: int, places: Numbers, open_: Numbers, free: int) -> int:
    """Free the places of a node and of its neighbours, if they are joined with nothing that is still to be taken."""
    for arm in range(5):
        other = node if arm == 4 else beside[node, arm]
        if other >= 0 and places[other] >= 0 and open_[other] == 0:
            free |= 1 << places[other]
            places[other] = PAST
    return free


@rule
def take(beside: Matrix, tiles: int, places: Numbers, open_: Numbers, state: int, node: int, use: int, last: bool) -> int:
    """CP 6.2: the state after one more tile, used or not, or one more city; a city is reached but joins nothing.

    `last` says that no city is still to be taken.
    """
    label = WAITING if node >= tiles else FRESH if use else NOTHING
    for arm in range(4):
        other = beside[node, arm]
        if other < 0 or places[other] < 0:
            continue
        found = label_at(state, places[other])
        if found == NOTHING:
            continue
        if node >= tiles:
            label = NOTHING
        elif use and found == WAITING:
            state = labelled(state, places[other], NOTHING)
        elif use:
            state = rename(state, found, FRESH)
    state = labelled(state, places[node], label)
    for arm in range(5):
        other = node if arm == 4 else beside[node, arm]
        if other >= 0 and places[other] >= 0 and open_[other] == 0:
            state = give_up(state, places[other], last)
    return state


@rule
def give_up(state: int, place: int, last: bool) -> int:
    """The state without one place of the frontier.

    It is lost if a city there was not reached, or if no other place is joined with the tile there while others or
    cities are still to be joined.
    """
    if state < 0:
        return state
    label = label_at(state, place)
    if label == NOTHING:
        return state
    if label == WAITING:
        return LOST
    state = labelled(state, place, NOTHING)
    for other in range(PLACES):
        if label_at(state, other) == label:
            return state
    return FINISHED if state == 0 and last else LOST


@rule
def label_at(state: int, place: int) -> int:
    """What a state has in a place."""
    return (state >> (BITS * place)) & PLACE


@rule
def labelled(state: int, place: int, label: int) -> int:
    """The state with another label in a place."""
    return (state & ~(PLACE << (BITS * place))) | (label << (BITS * place))


@rule
def rename(state: int, label: int, other: int) -> int:
    """The state with another label for all tiles that have one."""
    for place in range(PLACES):
        if label_at(state, place) == label:
            state = labelled(state, place, other)
    return state


@rule
def renumber(state: int) -> int:
    """The state with its labels counted from the first place, so that equal frontiers are equal numbers."""
    names, parts = 0, 0
    for place in range(PLACES):
        label = label_at(state, place)
        if label in (NOTHING, WAITING):
            continue
        if label_at(names, label) == NOTHING:
            parts += 1
            names = labelled(names, label, parts)
        state = labelled(state, place, label_at(names, label))
    return state


@rule
def remember(states: Matrix, state: int, used: int) -> int:
    """Write a state with the tiles it uses into an array, or fewer tiles for a known one; returns 1 if it is new."""
    row = state % len(states)
    while states[row, 0] != 0 and states[row, 0] != state + 1:
        row = (row + 1) % len(states)
    if states[row, 0] == 0:
        states[row, 0] = state + 1
        states[row, 1] = used
        return 1
    states[row, 1] = min(states[row, 1], used)
    return 0
