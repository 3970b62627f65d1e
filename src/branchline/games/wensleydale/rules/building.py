"""Phase 5: building a chain of links, with tolls, opposition and payments."""

from __future__ import annotations

from branchline.games.wensleydale.rules.board import (
    AREA_BIT,
    AREA_WORD,
    BUILD,
    DONE,
    FIRST_WAY,
    PAY,
    WAY_COST,
    WAY_FROM,
    WAY_LINK,
    WAY_OPEN,
    WAY_TO,
)
from branchline.games.wensleydale.rules.layout import (
    COMPANIES,
    GOVERNMENT,
    INFLUENCES,
    LINKS,
    MIDLAND,
    NER,
    NO_AREA,
    NOBODY,
    OPPOSITION,
    TRAIN,
    WORDS,
    Fields,
)
from branchline.games.wensleydale.rules.markers import spend
from branchline.games.wensleydale.rules.paragraphs import BORDERS, CHAIN, LINK_ASKED, PAYMENT, TOLLS
from branchline.games.wensleydale.rules.pieces import discard, holds, lowest
from branchline.kernel import rule
from branchline.kernel.contract import Ids


@rule
def begin_building(state: Fields) -> None:
    """LW 5.0: the first player of the build order is asked first."""
    state.place = -1
    ask_next_builder(state)


@rule
def ask_next_builder(state: Fields) -> None:
    """LW 5.0: ask the next player of the build order, who has no chain yet."""
    forget_path(state)
    state.place += 1
    if state.place == state.players:
        state.place = 0
        state.to_act = NOBODY
    else:
        state.to_act = state.build_order[state.place]


@rule
def forget_path(state: Fields) -> None:
    """LW 5.1, 9.1: end the current chain or sale."""
    state.path_end = NO_AREA
    for word in range(WORDS):
        state.entered[word] = 0


@rule
def enter(state: Fields, area: int) -> None:
    """LW 5.1, 9.1: the chain or sale enters an area, which it may not enter again."""
    state.path_end = area
    state.entered[AREA_WORD[area]] |= AREA_BIT[area]


@rule
def toll(state: Fields, company: int, way: int) -> int:
    """LW 5.4: one point for each end of the link that is a town of the company now."""
    return holds(state.company_towns[company], WAY_FROM[way]) + holds(state.company_towns[company], WAY_TO[way])


@rule
def opposition(state: Fields, way: int) -> int:
    """LW 5.4: one Government point for each opposition piece in the area entered."""
    return int(state.pieces[WAY_TO[way], OPPOSITION])


@rule
def cubes_for(state: Fields, seat: int, way: int) -> int:
    """LW 5.5: build points that the seat pays with cubes, which are used first."""
    return min(WAY_COST[way], int(state.cubes[seat]))


@rule
def influence_left(state: Fields, seat: int, way: int) -> int:
    """LW 5.4: all influence left after tolls and opposition, or −1 if one kind is not enough for them."""
    midland, ner = toll(state, MIDLAND, way), toll(state, NER, way)
    left_midland, left_ner = state.marks[MIDLAND, seat] - midland, state.marks[NER, seat] - ner
    left_government = state.marks[GOVERNMENT, seat] - opposition(state, way)
    if left_midland < 0 or left_ner < 0 or left_government < 0:
        return -1
    return left_midland + left_ner + left_government + state.marks[TRAIN, seat]


@rule
def can_pay(state: Fields, seat: int, way: int) -> bool:
    """LW 5.5: influence pays tolls and opposition; cubes and the influence left pay the build points."""
    left = influence_left(state, seat, way)
    return left >= 0 and WAY_COST[way] <= state.cubes[seat] + left


@rule
def legal_links(state: Fields, out: Ids) -> int:
    """LW 5.0, 5.1: links from the end of the chain, or from any start; `done` is always legal."""
    count = 0
    seat = state.to_act
    if state.links[seat] < LINKS:
        if state.path_end != NO_AREA:
            count = links_from(state, seat, state.path_end, out, 0)
        else:
            for word in range(WORDS):
                starts = start_areas(state, seat, word)
                while starts != 0:
                    count = links_from(state, seat, lowest(word, starts), out, count)
                    starts &= starts - 1
    out[count] = DONE
    return count + 1


@rule
def start_areas(state: Fields, seat: int, word: int) -> int:
    """LW 5.1: a chain starts in a company town or an area touched by an own link; one word of bits."""
    return state.touched[seat, word] | state.company_towns[MIDLAND, word] | state.company_towns[NER, word]


@rule
def links_from(state: Fields, seat: int, area: int, out: Ids, count: int) -> int:
    """LW 5.1, 5.2, 5.5: the free borders of an area that lead to areas not yet entered and can be paid."""
    for way in range(FIRST_WAY[area], FIRST_WAY[area + 1]):
        if is_free(state, way) and can_pay(state, seat, way):
            out[count] = BUILD + way
            count += 1
    return count


@rule
def is_free(state: Fields, way: int) -> bool:
    """LW 5.1, 5.2: the border has no link, does not lead into The South, and leads to an area not yet entered."""
    return state.owners[WAY_LINK[way]] == 0 and WAY_OPEN[way] and not holds(state.entered, WAY_TO[way])


@rule
def apply_building(state: Fields, action: int) -> None:
    """LW 5.0: an action is a link, a payment for it, or the end of the chain."""
    if action == DONE:
        ask_next_builder(state)
    elif action >= PAY:
        spend(state, action - PAY, state.to_act, 1)
        state.owed -= 1
    else:
        build(state, state.to_act, action - BUILD)


@rule
def build(state: Fields, seat: int, way: int) -> None:
    """LW 5.4, 5.5: pay tolls, opposition and cubes at once; the player chooses the points still owed one by one."""
    for company in range(COMPANIES):
        spend(state, company, seat, toll(state, company, way))
    spend(state, GOVERNMENT, seat, opposition(state, way))
    discard(state, OPPOSITION, WAY_TO[way])
    cubes = cubes_for(state, seat, way)
    state.cubes[seat] -= cubes
    state.owed = WAY_COST[way] - cubes
    state.owners[WAY_LINK[way]] = 1 + seat
    state.links[seat] += 1
    enter(state, WAY_FROM[way])
    enter(state, WAY_TO[way])
    touch(state, seat, WAY_FROM[way])
    touch(state, seat, WAY_TO[way])


@rule
def touch(state: Fields, seat: int, area: int) -> None:
    """LW 5.1: an own link touches an area."""
    state.touched[seat, AREA_WORD[area]] |= AREA_BIT[area]


@rule
def legal_points(state: Fields, out: Ids) -> int:
    """LW 5.5: pay a point of any kind of influence; all cubes are already spent."""
    count = 0
    for kind in range(INFLUENCES):
        if state.marks[kind, state.to_act] > 0:
            out[count] = PAY + kind
            count += 1
    return count


@rule
def why_not_point(state: Fields, action: int) -> int:
    """LW 5.5: build points still owed are paid with influence that the player has."""
    kind = action - PAY
    if kind < 0 or kind >= INFLUENCES:
        return PAYMENT
    return 0 if state.marks[kind, state.to_act] > 0 else PAYMENT


@rule
def why_not_build(state: Fields, action: int) -> int:
    """LW 5.1–5.5: check the border, then the chain, then the price."""
    if state.owed > 0:
        return why_not_point(state, action)
    if action == DONE:
        return 0
    if action < BUILD or action >= PAY:
        return LINK_ASKED
    seat, way = state.to_act, action - BUILD
    if not WAY_OPEN[way] or state.owners[WAY_LINK[way]] != 0 or state.links[seat] >= LINKS:
        return BORDERS
    if not can_leave(state, seat, WAY_FROM[way]) or holds(state.entered, WAY_TO[way]):
        return CHAIN
    if influence_left(state, seat, way) < 0:
        return TOLLS
    return 0 if can_pay(state, seat, way) else PAYMENT


@rule
def can_leave(state: Fields, seat: int, area: int) -> bool:
    """LW 5.1: a link leaves the end of the chain; the first link leaves any start."""
    if state.path_end != NO_AREA:
        return area == state.path_end
    return (start_areas(state, seat, AREA_WORD[area]) & AREA_BIT[area]) != 0
