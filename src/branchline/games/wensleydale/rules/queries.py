"""What texts ask the rules beside the contract: prices for the acting seat, as `Position.ask` gets them.

Every query takes the bytes of a position, like the functions of `branchline.kernel.calls`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from branchline.games.wensleydale.rules.auction import box_points, least_bid, place_bid
from branchline.games.wensleydale.rules.board import WAY_COST
from branchline.games.wensleydale.rules.building import cubes_for, opposition, toll
from branchline.games.wensleydale.rules.layout import AUCTION, GOVERNMENT, MIDLAND, NER, TRAIN, TRAINS
from branchline.games.wensleydale.rules.scoring import earnings
from branchline.games.wensleydale.rules.takeovers import is_complete
from branchline.games.wensleydale.rules.trains import apply_trains, exchange_for, is_offered, points_for, train_cost
from branchline.kernel import rule
from branchline.kernel.calls import STATE
from branchline.kernel.contract import Bytes
from branchline.kernel.loops import copy_position


class LinkPrice(NamedTuple):
    """LW 5.3–5.5: the price of a link.  The influence and the cubes are paid at once; the other build points are owed."""

    midland: int
    ner: int
    government: int
    build_points: int
    cubes: int


class TrainPrice(NamedTuple):
    """LW 6.2, 6.3: what a train costs, the Train points paid at once, and the payments for missing points."""

    cost: int
    points: int
    exchange: int


@rule
def query_link_price(raw: Bytes, way: int) -> LinkPrice:
    """LW 5.3–5.5: the price of a link for the acting seat."""
    state = raw.view(STATE)[0]
    midland, ner = int(toll(state, MIDLAND, way)), int(toll(state, NER, way))
    cubes = int(cubes_for(state, state.to_act, way))
    return LinkPrice(midland, ner, int(opposition(state, way)), int(WAY_COST[way]), cubes)


@rule
def query_train_price(raw: Bytes, train: int) -> TrainPrice:
    """LW 6.2, 6.3: the price of a train for the acting seat."""
    state = raw.view(STATE)[0]
    points = int(points_for(state, state.to_act, train))
    return TrainPrice(int(train_cost(train)), points, int(exchange_for(state, state.to_act, train)))


@rule
def query_least_bid(raw: Bytes, box: int) -> int:
    """LW 3.2: the lowest bid that a box takes now."""
    return int(least_bid(raw.view(STATE)[0], box))


@rule
def query_box_points(raw: Bytes, box: int) -> tuple[int, int, int, int]:
    """LW 2.2, 3.4: the points in a box, by kind of influence."""
    state = raw.view(STATE)[0]
    midland, ner = int(box_points(state, box, MIDLAND)), int(box_points(state, box, NER))
    return midland, ner, int(box_points(state, box, GOVERNMENT)), int(box_points(state, box, TRAIN))


@rule
def query_sale_is_complete(raw: Bytes) -> int:
    """LW 9.1: 1 if the current sale could end now, else 0."""
    return 1 if is_complete(raw.view(STATE)[0]) else 0


@rule
def query_on_offer(raw: Bytes, train: int) -> int:
    """LW 6.2: 1 if a train is used with this many players, hired or not; else 0."""
    return 1 if is_offered(raw.view(STATE)[0], train) else 0


@rule
def query_earnings(raw: Bytes, seat: int) -> int:
    """LW 7.1: what the loads on the trains of a seat earn."""
    return int(earnings(raw.view(STATE)[0], seat))


@rule
def query_unsettled(raw: Bytes, action: int, out: Bytes) -> None:
    """LW 3.4, 7.1: write the position after a bid, a hire or a load, as it is before boxes or trains are settled."""
    copy_position(raw, out)
    state = out.view(STATE)[0]
    if state.phase == AUCTION:
        place_bid(state, action)
    elif state.phase == TRAINS:
        apply_trains(state, action)


QUERIES: Mapping[str, Callable[..., Any]] = {
    "link_price": query_link_price,
    "train_price": query_train_price,
    "least_bid": query_least_bid,
    "box_points": query_box_points,
    "sale_is_complete": query_sale_is_complete,
    "on_offer": query_on_offer,
    "earnings": query_earnings,
    "unsettled": query_unsettled,
}
