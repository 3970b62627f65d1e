"""What bots are told beside the rules: the worth of influence, links and loads, and priors for moves."""

from __future__ import annotations

import numpy as np

from branchline.games.wensleydale.rules.auction import box_points, least_bid, standing_bids
from branchline.games.wensleydale.rules.board import (
    BID,
    BUILD,
    DONE,
    HILLS_BESIDE,
    HIRE,
    LOAD,
    LOAD_PIECE,
    PASS,
    PAY,
    TOWN_AREAS,
    TRAIN_SLOTS,
    WAY_COST,
    WAY_TO,
)
from branchline.games.wensleydale.rules.layout import (
    AUCTION,
    BUILDING,
    CHEESE,
    COMPANIES,
    CUBE,
    GOODS,
    GREEN,
    INFLUENCES,
    INVESTMENT_CUBES,
    LOADS,
    MIDLAND,
    NER,
    OPPOSITION,
    PASSENGERS,
    PAYS,
    PROFIT,
    PROFIT_MAX,
    PROFIT_MIN,
    RED,
    SET_BONUS,
    STONE,
    TAKEOVERS,
    TRAINS,
    WORDS,
    Fields,
)
from branchline.games.wensleydale.rules.pieces import holds, lowest
from branchline.games.wensleydale.rules.scoring import sets, victory_points
from branchline.kernel import OVER, Heuristics, rule
from branchline.kernel.contract import Ids
from branchline.kernel.heuristics import NONE, Reals

SPREAD, SPREAD_A_TURN = 2.4, 0.5
"""The lead that decides the game in the last turn, and what every earlier turn adds to it."""
WORTH = (0.5, 0.7, 0.2, 1.2)
"""Victory points that a point of Midland, North Eastern, Government and Train influence brings in later turns.

These and the numbers below come from regressions over games of bots, rounded by hand; see bench/NOTES.md.
"""
BOX_WORTH = (0.7, 0.9, 0.6, 1.0)
"""The same for the points in a box, some of which are spent in this turn."""
CUBE_WORTH = 0.12
REACH_WORTH, REACH_NOW, REACH_FULL = 0.9, 2.0, 7.0
"""The worth of a load within reach, up to the auction and after it.  Of `REACH_FULL` loads within reach, half are carried."""
SLOT_WORTH = 1.4
SET_PART = 0.8
"""The worth of every kind in the pile that is not the scarcest."""
HELD_A_TURN, SOLD_SHARE = 0.7, 0.75
"""The cost of an own link in a later turn, and the share of sellable links that is sold."""
JUMPS = 2
"""Bids that exceed the least bid by more than this get no prior."""
JUMP_FACTOR = 0.35
"""Each cube above the least bid multiplies the prior of a bid by this."""
ENOUGH_LINKS = 4
"""With this many links `done` is a likely move."""


@rule
def evaluate(state: Fields, out: Reals) -> float:
    """LW 10.1: points so far, the profit of this turn, and the worth of piles, links and influence."""
    left = state.turns - state.turn
    for seat in range(state.players):
        out[seat] = float(victory_points(state, seat))
        if state.to_act != OVER:
            if state.phase <= TRAINS:
                out[seat] += settlement(state, seat) + prospects(state, seat)
            out[seat] += future_sets(state, seat) + assets(state, seat, left) - upkeep(state, seat, left)
    return SPREAD + SPREAD_A_TURN * left


@rule
def settlement(state: Fields, seat: int) -> float:
    """LW 1.2, 7.1: loads go to the pile and pay, links cost, and the profit track has ends."""
    profit, loads = float(state.marks[PROFIT, seat]), 0.0
    after = profit - state.links[seat]
    for piece in range(LOADS):
        loads += state.loaded[seat, piece]
        after += state.loaded[seat, piece] * PAYS[piece]
    return loads + min(float(PROFIT_MAX), max(float(PROFIT_MIN), after)) - profit


@rule
def prospects(state: Fields, seat: int) -> float:
    """LW 6.4: the worth of free slots and of loads within reach."""
    reach = loads_near(state, seat)
    slots = state.slots[seat, PASSENGERS] + state.slots[seat, GOODS]
    worth = REACH_WORTH if state.phase <= AUCTION else REACH_NOW
    return worth * reach * REACH_FULL / (reach + REACH_FULL) + SLOT_WORTH * min(float(slots), reach)


@rule
def future_sets(state: Fields, seat: int) -> float:
    """LW 10.1: sets completed by loads on trains, and kinds collected for a later set."""
    fewest = 1000
    for piece in range(LOADS):
        fewest = min(fewest, int(state.piles[seat, piece] + state.loaded[seat, piece]))
    worth = float(SET_BONUS * (fewest - sets(state, seat)))
    for piece in range(LOADS):
        if state.piles[seat, piece] + state.loaded[seat, piece] > fewest:
            worth += SET_PART
    return worth


@rule
def loads_near(state: Fields, seat: int) -> float:
    """LW 6.5–6.7: roughly the pieces in areas touched by own links, and the stone beside touched towns."""
    total = 0.0
    for word in range(WORDS):
        stocked = state.stocked[CHEESE, word] | state.stocked[RED, word] | state.stocked[GREEN, word]
        areas = state.touched[seat, word] & (stocked | free_towns(state, word))
        while areas != 0:
            area = lowest(word, areas)
            areas &= areas - 1
            for piece in range(CHEESE, LOADS):
                total += state.pieces[area, piece] * (1.0 if piece == CHEESE else 0.7)
            if holds(TOWN_AREAS, area):
                total += stone_beside(state, area)
    return total


@rule
def free_towns(state: Fields, word: int) -> int:
    """LW 6.6: the towns that are no company towns; one word of bits."""
    return TOWN_AREAS[word] & ~(state.company_towns[MIDLAND, word] | state.company_towns[NER, word])


@rule
def stone_beside(state: Fields, town: int) -> float:
    """LW 6.6: stone on the hills beside a town that is no company town."""
    if holds(state.company_towns[MIDLAND], town) or holds(state.company_towns[NER], town):
        return 0.0
    total = 0.0
    for word in range(WORDS):
        hills = HILLS_BESIDE[town, word] & state.stocked[STONE, word]
        while hills != 0:
            total += state.pieces[lowest(word, hills), STONE]
            hills &= hills - 1
    return total


@rule
def assets(state: Fields, seat: int, left: int) -> float:
    """LW 3, 5.5, 6.3, 9.2: the worth of influence and cubes while they can be spent."""
    late = 1.0 if left > 0 else 0.5
    total = CUBE_WORTH * state.cubes[seat] if state.phase <= TRAINS else 0.0
    for kind in range(INFLUENCES):
        if left > 0 or state.phase <= (TAKEOVERS if kind < COMPANIES else TRAINS):
            # Two points are worth less than twice one point.
            total += late * WORTH[kind] * 4.0 * np.log(1.0 + state.marks[kind, seat] / 4.0)
    if state.phase == AUCTION:
        total += late * promised(state, seat)
    return total


@rule
def promised(state: Fields, seat: int) -> float:
    """LW 3.4: the worth of the boxes where a seat has the standing bid."""
    total = 0.0
    for box in range(len(state.bidders)):
        if state.bidders[box] == 1 + seat:
            total += box_worth(state, box)
    return total


@rule
def box_worth(state: Fields, box: int) -> float:
    """LW 3.4: the worth of the points in a box."""
    total = 0.0
    for kind in range(INFLUENCES):
        total += BOX_WORTH[kind] * box_points(state, box, kind)
    return total


@rule
def upkeep(state: Fields, seat: int, left: int) -> float:
    """LW 7.1, 9.2, 10.1: links cost profit in every turn until they are sold, beside what the score counts already."""
    links = float(state.links[seat])
    sellable = min(links, 2.0 * (state.marks[MIDLAND, seat] + state.marks[NER, seat])) * SOLD_SHARE
    back = sellable if state.phase <= TAKEOVERS or left > 0 else 0.0
    return (links - sellable) * HELD_A_TURN * min(left, 2) - back


@rule
def priors(state: Fields, ids: Ids, count: int, last: int, out: Reals) -> None:
    """Priors for the legal actions, phase by phase."""
    if state.owed > 0:
        payment_priors(state, ids, count, last, out)
    elif state.phase == AUCTION:
        bid_priors(state, ids, count, out)
    elif state.phase == BUILDING:
        link_priors(state, ids, count, out)
    elif state.phase == TRAINS:
        train_priors(state, ids, count, out)
    else:
        sale_priors(state, ids, count, out)


@rule
def payment_priors(state: Fields, ids: Ids, count: int, last: int, out: Reals) -> None:
    """LW 5.5, 6.3: prefer to pay with what the player has most of and what is worth least.

    The order of payments does not matter, so only one order of kinds is searched: cubes first, then by track.
    """
    seat, enough = state.to_act, 0
    begun = last - PAY if PAY <= last < PAY + INFLUENCES else NONE
    for index in range(count - 1, -1, -1):
        kind = ids[index] - PAY
        if kind == CUBE:
            weight = (1.0 + state.cubes[seat]) / CUBE_WORTH if begun == NONE else 0.0
        else:
            # A player who begins with this kind pays the rest with it and the kinds after it.
            enough += state.marks[kind % INFLUENCES, seat]
            fits = kind >= begun and enough >= state.owed
            weight = (1.0 + state.marks[kind % INFLUENCES, seat]) / WORTH[kind % INFLUENCES] if fits else 0.0
        out[index] = weight * weight


@rule
def bid_priors(state: Fields, ids: Ids, count: int, out: Reals) -> None:
    """LW 3.2: prefer the least bid or a little more on boxes worth their price; a pass is unlikely without a bid."""
    index = 0
    while ids[index] != PASS:
        box = (ids[index] - BID) // INVESTMENT_CUBES
        least, worth = least_bid(state, box), box_worth(state, box)
        for jump in range(state.cubes[state.to_act] + 1 - least):  # the bids on a box follow one another
            out[index] = bid_prior(least, jump, worth) if jump <= JUMPS else 0.0
            index += 1
    out[index] = 0.15 + 0.5 * standing_bids(state, state.to_act)


@rule
def bid_prior(least: int, jump: int, worth: float) -> float:
    """LW 3.2: the prior of a bid that exceeds the least one by a jump, on a box with this worth."""
    ratio = worth / (2.0 + (least + jump))
    prior = 2.0 * ratio * ratio
    for _ in range(jump):
        prior *= JUMP_FACTOR
    return prior


@rule
def link_priors(state: Fields, ids: Ids, count: int, out: Reals) -> None:
    """LW 5.1: prefer cheap links to areas with loads; the longer the network, the likelier `done`."""
    seat = state.to_act
    for index in range(count):
        if ids[index] == DONE:
            out[index] = 0.05 + 0.5 * state.links[seat] / ENOUGH_LINKS
            continue
        way = ids[index] - BUILD
        area = WAY_TO[way]
        out[index] = 0.05
        if not holds(state.touched[seat], area):
            loads = float(state.pieces[area, CHEESE] + state.pieces[area, RED] + state.pieces[area, RED + 1])
            if holds(TOWN_AREAS, area):
                loads += 0.7 * stone_beside(state, area)
            price = 1.0 + WAY_COST[way] + 2.0 * state.pieces[area, OPPOSITION]
            out[index] += (0.2 + loads) * (0.2 + loads) / price


@rule
def train_priors(state: Fields, ids: Ids, count: int, out: Reals) -> None:
    """LW 6.1: prefer loads that pay well, hire while loads are near, and pass only if nothing else is left."""
    seat, piece, prior = state.to_act, NONE, 0.0
    near = loads_near(state, seat) if ids[0] < LOAD else 0.0  # only hires ask for it, and they come first
    for index in range(count):
        if ids[index] == PASS:
            out[index] = 0.02
        elif ids[index] >= LOAD:
            if LOAD_PIECE[ids[index] - LOAD] != piece:
                piece = LOAD_PIECE[ids[index] - LOAD]
                prior = (3.0 if piece == STONE else 2.0) / (1.0 + state.piles[seat, piece])
            out[index] = prior
        else:
            train = ids[index] - HIRE
            slots = TRAIN_SLOTS[train, PASSENGERS] + TRAIN_SLOTS[train, GOODS]
            out[index] = 0.02 + min(float(slots), near)


@rule
def sale_priors(state: Fields, ids: Ids, count: int, out: Reals) -> None:
    """LW 9.0: prefer to sell, and prefer long paths."""
    for index in range(count):
        out[index] = 1.0
        if ids[index] == PASS:
            out[index] = 0.3
        elif ids[index] == DONE:
            out[index] = 0.4


@rule
def stage(state: Fields) -> int:
    """LW 1.6: the stage of the game is its turn."""
    return int(state.turn)


HEURISTICS = Heuristics(evaluate, priors, stage, exploration=3.2, simulation_share=0.3)
