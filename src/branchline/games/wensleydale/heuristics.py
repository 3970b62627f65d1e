"""What bots know of Last Train to Wensleydale: what influence, track and loads are worth, and which moves are natural."""

from __future__ import annotations

import numpy as np

from branchline.games.wensleydale.rules.auction import least_bid, standing_bids
from branchline.games.wensleydale.rules.board import (
    BID,
    BOX_PRINTED,
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
"""The decisive lead in the last turn, and what every turn before it adds."""
WORTH = (0.5, 0.7, 0.2, 1.2)
"""Points that a point of Midland, North Eastern, Government and Train influence brings in later turns.

These and the numbers below follow regressions over games of the bots, rounded by hand; see bench/NOTES.md.
"""
BOX_WORTH = (0.7, 0.9, 0.6, 1.0)
"""The same for the points in a box, of which some are spent in this very turn."""
CUBE_WORTH = 0.12
REACH_WORTH, REACH_NOW, REACH_FULL = 0.9, 2.0, 7.0
"""A load within reach: its points before the auction, and before trains go; loads of which half will be carried."""
SLOT_WORTH = 1.4
SET_PART = 0.8
"""A kind in the pile of which there is more than of the scarcest one."""
HELD_A_TURN, SOLD_SHARE = 0.7, 0.75
"""What an own link costs in a later turn, and the share of links that influence could sell which is sold."""
JUMPS = 2
"""Bids higher than the least by more than this are left out."""
JUMP_LIKING = 0.35
ENOUGH_LINKS = 4


@rule
def evaluate(state: Fields, out: Reals) -> float:
    """LW 10.1: points so far, the settlement to come, and what pile, track and influence will bring."""
    left = state.turns - state.turn
    for seat in range(state.players):
        out[seat] = float(victory_points(state, seat))
        if state.to_act != OVER:
            if state.phase <= TRAINS:
                out[seat] += settlement(state, seat) + prospects(state, seat)
            out[seat] += set_hopes(state, seat) + assets(state, seat, left) - upkeep(state, seat, left)
    return SPREAD + SPREAD_A_TURN * left


@rule
def settlement(state: Fields, seat: int) -> float:
    """LW 1.2, 7.1: loads go to the pile and pay, links cost; beyond the end of the track nothing is gained."""
    profit, loads = float(state.marks[PROFIT, seat]), 0.0
    after = profit - state.links[seat]
    for piece in range(LOADS):
        loads += state.loaded[seat, piece]
        after += state.loaded[seat, piece] * PAYS[piece]
    return loads + min(float(PROFIT_MAX), max(float(PROFIT_MIN), after)) - profit


@rule
def prospects(state: Fields, seat: int) -> float:
    """LW 6.4: free slots and loads within reach."""
    reach = loads_near(state, seat)
    slots = state.slots[seat, PASSENGERS] + state.slots[seat, GOODS]
    worth = REACH_WORTH if state.phase <= AUCTION else REACH_NOW
    return worth * reach * REACH_FULL / (reach + REACH_FULL) + SLOT_WORTH * min(float(slots), reach)


@rule
def set_hopes(state: Fields, seat: int) -> float:
    """LW 10.1: sets that loads on trains complete, and kinds that wait for the others of their set."""
    fewest = 1000
    for piece in range(LOADS):
        fewest = min(fewest, int(state.piles[seat, piece] + state.loaded[seat, piece]))
    hopes = float(SET_BONUS * (fewest - sets(state, seat)))
    for piece in range(LOADS):
        if state.piles[seat, piece] + state.loaded[seat, piece] > fewest:
            hopes += SET_PART
    return hopes


@rule
def loads_near(state: Fields, seat: int) -> float:
    """LW 6.5–6.7: pieces in areas touched by own links, and stone beside touched towns, roughly."""
    total = 0.0
    for word in range(WORDS):
        areas = state.touched[seat, word]
        while areas != 0:
            area = lowest(word, areas)
            areas &= areas - 1
            for piece in range(CHEESE, LOADS):
                total += state.pieces[area, piece] * (1.0 if piece == CHEESE else 0.7)
            if holds(TOWN_AREAS, area):
                total += stone_beside(state, area)
    return total


@rule
def stone_beside(state: Fields, town: int) -> float:
    """LW 6.6: stone on the hills beside a town that is no company town."""
    if holds(state.company_towns[MIDLAND], town) or holds(state.company_towns[NER], town):
        return 0.0
    total = 0.0
    for word in range(WORDS):
        hills = HILLS_BESIDE[town, word]
        while hills != 0:
            total += state.pieces[lowest(word, hills), STONE]
            hills &= hills - 1
    return total


@rule
def assets(state: Fields, seat: int, left: int) -> float:
    """LW 3, 5.5, 6.3, 9.2: influence and cubes, as long as there is something to spend them on."""
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
    """LW 3.4: the influence in boxes where a seat has the standing bid."""
    total = 0.0
    for box in range(len(state.bidders)):
        if state.bidders[box] == 1 + seat:
            total += box_worth(state, box)
    return total


@rule
def box_worth(state: Fields, box: int) -> float:
    """LW 3.4: printed points and token of a box."""
    total = 0.0
    for kind in range(INFLUENCES):
        token = 1 if state.box_token[box] == 1 + kind else 0
        total += BOX_WORTH[kind] * (BOX_PRINTED[box, kind] + token)
    return total


@rule
def upkeep(state: Fields, seat: int, left: int) -> float:
    """LW 7.1, 9.2, 10.1: links cost at every settlement until they are sold; those counted in the score stay out."""
    links = float(state.links[seat])
    sellable = min(links, 2.0 * (state.marks[MIDLAND, seat] + state.marks[NER, seat])) * SOLD_SHARE
    back = sellable if state.phase <= TAKEOVERS or left > 0 else 0.0
    return (links - sellable) * HELD_A_TURN * min(left, 2) - back


@rule
def priors(state: Fields, ids: Ids, count: int, last: int, out: Reals) -> None:
    """What a hurried player would do, phase by phase."""
    if state.owed > 0:
        like_payments(state, ids, count, last, out)
    elif state.phase == AUCTION:
        like_bids(state, ids, count, out)
    elif state.phase == BUILDING:
        like_links(state, ids, count, out)
    elif state.phase == TRAINS:
        like_trains(state, ids, count, out)
    else:
        like_sales(state, ids, count, out)


@rule
def like_payments(state: Fields, ids: Ids, count: int, last: int, out: Reals) -> None:
    """LW 5.5, 6.3: rather what is plenty and worth little.

    Points paid in another order come to the same, so one order of kinds is searched: cubes first, then as the tracks stand.
    """
    seat, enough = state.to_act, 0
    begun = last - PAY if PAY <= last < PAY + INFLUENCES else NONE
    for index in range(count - 1, -1, -1):
        kind = ids[index] - PAY
        if kind == CUBE:
            plenty = (1.0 + state.cubes[seat]) / CUBE_WORTH if begun == NONE else 0.0
        else:
            # Whoever begins with this kind pays the rest with it and those after it.
            enough += state.marks[kind % INFLUENCES, seat]
            fits = kind >= begun and enough >= state.owed
            plenty = (1.0 + state.marks[kind % INFLUENCES, seat]) / WORTH[kind % INFLUENCES] if fits else 0.0
        out[index] = plenty * plenty


@rule
def like_bids(state: Fields, ids: Ids, count: int, out: Reals) -> None:
    """LW 3.2: the least bid or a little more, for boxes that bring much for their price; no pass without a bid."""
    for index in range(count):
        if ids[index] == PASS:
            out[index] = 0.15 + 0.5 * standing_bids(state, state.to_act)
            continue
        box = (ids[index] - BID) // INVESTMENT_CUBES
        cubes = (ids[index] - BID) % INVESTMENT_CUBES + 1
        jump = cubes - least_bid(state, box)
        out[index] = 0.0
        if jump <= JUMPS:
            liking = box_worth(state, box) / (2.0 + cubes)
            out[index] = 2.0 * liking * liking
            for _ in range(jump):
                out[index] *= JUMP_LIKING


@rule
def like_links(state: Fields, ids: Ids, count: int, out: Reals) -> None:
    """LW 5.1: towards loads, cheaply; the longer the network, the sooner enough is enough."""
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
def like_trains(state: Fields, ids: Ids, count: int, out: Reals) -> None:
    """LW 6.1: load what pays best, hire while loads are near, pass when there is nothing to do."""
    seat = state.to_act
    near = loads_near(state, seat)
    for index in range(count):
        if ids[index] == PASS:
            out[index] = 0.02
        elif ids[index] >= LOAD:
            piece = LOAD_PIECE[ids[index] - LOAD]
            out[index] = (3.0 if piece == STONE else 2.0) / (1.0 + state.piles[seat, piece])
        else:
            train = ids[index] - HIRE
            slots = TRAIN_SLOTS[train, PASSENGERS] + TRAIN_SLOTS[train, GOODS]
            out[index] = 0.02 + min(float(slots), near)


@rule
def like_sales(state: Fields, ids: Ids, count: int, out: Reals) -> None:
    """LW 9.0: sell, and rather a long path than a short one."""
    for index in range(count):
        out[index] = 1.0
        if ids[index] == PASS:
            out[index] = 0.3
        elif ids[index] == DONE:
            out[index] = 0.4


@rule
def stage(state: Fields) -> int:
    """LW 1.6: a turn; accounts and sales are behind it."""
    return int(state.turn)


HEURISTICS = Heuristics(evaluate, priors, stage, exploration=3.2, simulation_share=0.3)
