"""The necessary tiles of a line: the smallest part of it that still joins all its cities (CP 6.2).

This is a minimum Steiner tree with cities only as ends.  Dead ends are cut off first.  If no way is left to choose, the
rest is the answer.  Otherwise there are two methods with the same answers: `steiner_tree` is the quicker one for the few
cities that most lines have, but its work triples with every city; the work of `frontier.fewest_tiles` does not depend on them.
"""

from __future__ import annotations

import numpy as np

from branchline.games.central_pacific.rules.board import OPPOSITE
from branchline.games.central_pacific.rules.claiming import joined
from branchline.games.central_pacific.rules.frontier import fewest_tiles
from branchline.games.central_pacific.rules.layout import SQUARES
from branchline.kernel import rule
from branchline.kernel.contract import Matrix, Numbers

FAR = SQUARES + 1
"""More tiles than a line can have; twice as many still fit a byte."""
FEW_CITIES = 7
"""Up to this many cities `steiner_tree` is quicker."""


@rule
def shortest_tree(ways: Numbers, cities: Numbers, line: Numbers, tiles: int) -> int:
    """CP 6.2: the tiles of the smallest part of a line that joins all its cities, cities only as ends."""
    index = np.full(SQUARES, -1, np.int64)
    left = cut_dead_ends(ways, cities, line, tiles, index)
    ends = number_cities(ways, cities, line, left, index)
    if ends < 2:
        return 0
    # Tiles have the numbers before `left`, cities those after.
    beside = np.full((left + ends, 4), -1, np.int64)
    joints, contacts = 0, 0
    for place in range(left):
        for arm in range(4):
            other = joined(ways, line[place], arm)
            if other < 0 or index[other] < 0:
                continue
            beside[place, arm] = index[other]
            if cities[other]:
                beside[index[other], OPPOSITE[arm]] = place
                contacts += 1
            else:
                joints += 1
    if joints // 2 == left - 1 and contacts == ends:
        return left
    if ends <= FEW_CITIES:
        return steiner_tree(beside, left, ends)
    return fewest_tiles(beside, left, index)


@rule
def cut_dead_ends(ways: Numbers, cities: Numbers, line: Numbers, tiles: int, index: Numbers) -> int:
    """CP 6.2: drop tiles with one joint and no city until there are none; number the tiles left and return how many."""
    for place in range(tiles):
        index[line[place]] = place
    left, changed = tiles, True
    while changed:
        changed = False
        for place in range(left - 1, -1, -1):
            square = line[place]
            joints = 0
            for arm in range(4):
                other = joined(ways, square, arm)
                if other >= 0 and (cities[other] or index[other] >= 0):
                    joints += 1 + cities[other]
            if joints <= 1:
                left -= 1
                index[square] = -1
                line[place] = line[left]
                if place < left:
                    index[line[place]] = place
                changed = True
    return left


@rule
def number_cities(ways: Numbers, cities: Numbers, line: Numbers, tiles: int, index: Numbers) -> int:
    """Give the cities of a line the numbers after its tiles; returns how many there are."""
    ends = 0
    for place in range(tiles):
        for arm in range(4):
            city = joined(ways, line[place], arm)
            if city >= 0 and cities[city] and index[city] < 0:
                index[city] = tiles + ends
                ends += 1
    return ends


@rule
def steiner_tree(beside: Matrix, tiles: int, ends: int) -> int:
    """CP 6.2: the method of Dreyfus and Wagner: the fewest tiles of a tree that holds a tile and joins a set of cities."""
    subsets = 1 << (ends - 1)
    least = np.full((subsets, tiles), FAR, np.uint8)
    for subset in range(1, subsets):
        best = least[subset]
        if subset & (subset - 1) == 0:
            for place in range(tiles):
                for arm in range(4):
                    if beside[place, arm] >= tiles and subset >> (beside[place, arm] - tiles) == 1:
                        best[place] = 1
        part = (subset - 1) & subset
        while part > subset - part:
            for place in range(tiles):
                both = int(least[part, place]) + int(least[subset - part, place]) - 1
                if both < best[place]:
                    best[place] = both
            part = (part - 1) & subset
        spread(beside, tiles, best)
    answer = FAR
    for place in range(tiles):
        for arm in range(4):
            if beside[place, arm] == tiles + ends - 1:
                answer = min(answer, int(least[subsets - 1, place]))
    return answer


@rule
def spread(beside: Matrix, tiles: int, best: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> None:
    """Extend trees from each tile to the tiles beside it, for one tile more."""
    changed = True
    while changed:
        changed = False
        for place in range(tiles):
            for arm in range(4):
                other = beside[place, arm]
                if 0 <= other < tiles and best[other] + 1 < best[place]:
                    best[place] = best[other] + 1
                    changed = True
