"""What happens at `done` after laying: the Golden Spike, take-backs, claims (section 4)."""

from __future__ import annotations

import numpy as np

from branchline.games.central_pacific.rules.board import NEIGHBOUR, OPPOSITE
from branchline.games.central_pacific.rules.fitting import number_at
from branchline.games.central_pacific.rules.layout import CLAIM, LAST_TRAIN, SEATS, SQUARES, Fields
from branchline.games.central_pacific.rules.sides import side_count, side_of
from branchline.kernel import rule
from branchline.kernel.contract import Matrix, Numbers

CITIES_SHIFT = 8
"""`follow` returns tiles | cities << CITIES_SHIFT."""


@rule
def copy_board(state: Fields, ways: Numbers, cities: Numbers) -> None:
    """CP 4.2: write the exits and city numbers of the board as it is now."""
    for square in range(SQUARES):
        ways[square] = state.exits[square]
        cities[square] = number_at(state, square)


@rule
def remove_new(state: Fields, ways: Numbers, cities: Numbers) -> None:
    """CP 4.5, 6.6: go back to the board as it was at the start of the turn."""
    for place in range(state.new_count):
        ways[state.new[place] - 1] = 0
        cities[state.new[place] - 1] = 0


@rule
def joined(ways: Numbers, square: int, arm: int) -> int:
    """CP 2.3: the square that the rail on one side is joined with, or −1."""
    if not (ways[square] >> arm) & 1:
        return -1
    beside = NEIGHBOUR[square, arm]
    if beside < 0 or not (ways[beside] >> OPPOSITE[arm]) & 1:
        return -1
    return beside


@rule
def follow(ways: Numbers, cities: Numbers, start: int, seen: Numbers, line: Numbers) -> int:
    """CP 4.2: the track connected with a track square without passing a city.

    Writes its squares into `line`.  Marks them and the cities they touch in `seen` with 1 + the start square, so that
    several lines can touch one city.  Returns the number of squares and of cities.
    """
    stamp = start + 1
    seen[start] = stamp
    line[0] = start
    tiles, done, touched = 1, 0, 0
    while done < tiles:
        square = line[done]
        done += 1
        for arm in range(4):
            beside = joined(ways, square, arm)
            if beside < 0 or seen[beside] == stamp:
                continue
            seen[beside] = stamp
            if cities[beside]:
                touched += 1
            else:
                line[tiles] = beside
                tiles += 1
    return tiles | touched << CITIES_SHIFT


@rule
def take_spike(state: Fields) -> None:
    """CP 4.1: the mover takes the spike if their home is joined with another one."""
    side = side_of(state, state.turn)
    if state.spike == 0 and state.member[state.homes[side]] != 1 << side:
        state.spike = side + 1
        state.spike_new = 1


@rule
def settle_lines(state: Fields) -> None:
    """CP 4: the spike, then take-backs on every line that the turn changed, then the claims."""
    may_steal = state.spike > 0
    take_spike(state)
    if state.new_count == 0:
        return
    for square in range(SQUARES):
        state.marks_before[square] = state.marks[square]
    state.settled = 1
    # Rows: exits and cities now; exits and cities at the start of the turn; line and seen, twice; tiles.
    memory = np.zeros((9, SQUARES), np.int64)
    copy_board(state, memory[0], memory[1])
    copy_board(state, memory[2], memory[3])
    remove_new(state, memory[2], memory[3])
    for place in range(state.new_count):
        for arm in range(5):
            square = state.new[place] - 1
            start = square if arm == 4 else joined(memory[0], square, arm)
            if start >= 0 and memory[1, start] == 0 and memory[5, start] == 0:
                settle_line(state, start, may_steal, memory)
    claim_all_or_choose(state)


@rule
def settle_line(state: Fields, start: int, may_steal: bool, memory: Matrix) -> None:
    """CP 4.3–4.6: find the owner of a changed line and take back all markers but one; without any, it can be claimed."""
    line, seen = memory[4], memory[5]
    found = follow(memory[0], memory[1], start, seen, line)
    tiles, touched = found & 255, found >> CITIES_SHIFT
    if touched < 2:
        return
    mover = side_of(state, state.turn)
    own, foreign, first = 0, 0, SQUARES
    for place in range(tiles):
        first = min(first, line[place])
        mark = state.marks[line[place]]
        own += mark == mover + 1
        foreign += mark > 0 and mark != mover + 1
    owner = mover
    if foreign:
        merged, further = survey(state, tiles, memory)
        if not may_steal:
            owner = keeper(state, memory[8])
        elif not merged and not further:
            return
    if not keep_one_marker(state, owner, tiles, line):
        state.claims[state.claim_count] = first + 1
        state.claim_count += 1


@rule
def sides_met(ways: Numbers, cities: Numbers, line: Numbers, tiles: int) -> int:
    """CP 4.5: how many sides of cities a line meets."""
    count = 0
    for place in range(tiles):
        for arm in range(4):
            beside = joined(ways, line[place], arm)
            if beside >= 0 and cities[beside]:
                count += 1
    return count


@rule
def survey(state: Fields, tiles: int, memory: Matrix) -> tuple[bool, bool]:
    """CP 4.5, 4.6: look at the lines that stood in a line at the start of the turn.

    Returns whether there were several lines, and whether an opponent's line meets a further side of a city now.
    `memory[8]` gets the track tiles in the lines of each side.
    """
    mover = side_of(state, state.turn)
    met = sides_met(memory[0], memory[1], memory[4], tiles)
    lines, further = 0, False
    for side in range(SEATS):
        memory[8, side] = 0
    for place in range(tiles):
        start = memory[4, place]
        if memory[2, start] == 0 or memory[7, start]:
            continue
        found = follow(memory[2], memory[3], start, memory[7], memory[6])
        if found >> CITIES_SHIFT < 2:
            continue
        lines += 1
        more = met > sides_met(memory[2], memory[3], memory[6], found & 255)
        for tile in range(found & 255):
            side = state.marks[memory[6, tile]] - 1
            if side >= 0:
                memory[8, side] += found & 255
                further = further or (side != mover and more)
    return lines > 1, further


@rule
def keeper(state: Fields, tiles: Numbers) -> int:
    """CP 4.6: the opponent with most track in their old lines; among equals the first one clockwise after the mover."""
    mover = side_of(state, state.turn)
    best = mover
    for step in range(1, side_count(state)):
        side = (mover + step) % side_count(state)
        if best == mover or tiles[side] > tiles[best]:
            best = side
    return best


@rule
def keep_one_marker(state: Fields, owner: int, tiles: int, line: Numbers) -> bool:
    """CP 4.4–4.7: the owner's first marker in reading order stays, all others go home; false if the owner has none."""
    stays = SQUARES
    for place in range(tiles):
        if state.marks[line[place]] == owner + 1:
            stays = min(stays, line[place])
    for place in range(tiles):
        mark = state.marks[line[place]]
        if mark and line[place] != stays:
            state.trains[mark - 1] += 1
            state.marks[line[place]] = 0
    return stays < SQUARES


@rule
def claim_all_or_choose(state: Fields) -> None:
    """CP 4.7: claims are automatic unless the lines outnumber the trains."""
    if state.claim_count > state.trains[side_of(state, state.turn)]:
        state.phase = CLAIM
        return
    while state.claim_count > 0 and not state.over:
        claim(state, state.claims[state.claim_count - 1] - 1)


@rule
def claim(state: Fields, square: int) -> None:
    """CP 4.3, 4.7: a train goes on the line's first square; the last train ends the game at once."""
    side = side_of(state, state.turn)
    state.marks[square] = side + 1
    state.trains[side] -= 1
    if state.trains[side] == 0:
        state.over = LAST_TRAIN
        clear_claims(state)
        return
    kept = 0
    for place in range(state.claim_count):
        if state.claims[place] != square + 1:
            state.claims[kept] = state.claims[place]
            kept += 1
    state.claims[kept] = 0
    state.claim_count = kept


@rule
def clear_claims(state: Fields) -> None:
    """CP 4.7: lines left over carry no marker."""
    for place in range(state.claim_count):
        state.claims[place] = 0
    state.claim_count = 0


@rule
def is_claimable(state: Fields, square: int) -> bool:
    """CP 4.7: whether a square names a line that can be claimed now."""
    for place in range(state.claim_count):
        if state.claims[place] == square + 1:
            return True
    return False
