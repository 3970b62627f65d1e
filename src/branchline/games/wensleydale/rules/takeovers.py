"""Phase 9: selling a path of own links to a company."""

from __future__ import annotations

from branchline.games.wensleydale.rules.board import (
    AREA_BIT,
    AREA_WORD,
    DONE,
    FIRST_WAY,
    LINK_COUNT,
    LINK_ENDS,
    PASS,
    SALE_ENDS,
    SELL,
    TOWN_AREAS,
    WAY_FROM,
    WAY_LINK,
    WAY_TO,
    WAYS,
)
from branchline.games.wensleydale.rules.building import enter, forget_path, touch
from branchline.games.wensleydale.rules.layout import (
    COMPANIES,
    COMPANY_LINKS,
    COMPANY_OWNER,
    LINKS,
    LINKS_TO_A_POINT,
    NO_AREA,
    NOBODY,
    WORDS,
    Fields,
)
from branchline.games.wensleydale.rules.markers import spend
from branchline.games.wensleydale.rules.paragraphs import PATH, PRICE, SALE_ASKED, SUPPLY
from branchline.games.wensleydale.rules.pieces import clean_up, holds, lowest
from branchline.kernel import rule
from branchline.kernel.contract import Ids


@rule
def begin_takeovers(state: Fields) -> None:
    """LW 9.0: the first player of the new player order is asked first."""
    state.place = -1
    ask_next_seller(state)


@rule
def ask_next_seller(state: Fields) -> None:
    """LW 9.0: every player is asked once, in the new player order."""
    state.place += 1
    if state.place == state.players:
        state.place = 0
        state.to_act = NOBODY
    else:
        state.to_act = state.order[state.place]


@rule
def influence_limit(state: Fields, seat: int, company: int) -> int:
    """LW 9.2: the number of links that the seat's influence pays for."""
    return LINKS_TO_A_POINT * state.marks[company, seat]


@rule
def supply_limit(state: Fields, company: int) -> int:
    """LW 9.4: the number of links that the company has left."""
    return COMPANY_LINKS - state.company_links[company]


@rule
def sale_limit(state: Fields, seat: int, company: int) -> int:
    """LW 9.2, 9.4: the longest path that the company can buy."""
    return min(influence_limit(state, seat, company), supply_limit(state, company))


@rule
def is_step(state: Fields, seat: int, way: int) -> bool:
    """LW 9.1: a path goes on by an own link to an area that it has not entered."""
    return state.owners[WAY_LINK[way]] == 1 + seat and not holds(state.entered, WAY_TO[way])


@rule
def leads_to_town(state: Fields, seat: int, start: int, came_from: int, steps: int) -> bool:
    """LW 9.1: whether a path can go on from `start` to a town with at most `steps` more links.

    A breadth-first search is exact: only the nearest town matters, and a shortest path never enters an area twice.
    """
    if steps < 0:
        return False
    if holds(SALE_ENDS, start):
        return True
    first, second = state.entered[0], state.entered[1]
    if AREA_WORD[came_from] == 0:
        first |= AREA_BIT[came_from]
    else:
        second |= AREA_BIT[came_from]
    now_first, now_second = 0, 0
    if AREA_WORD[start] == 0:
        now_first = AREA_BIT[start]
    else:
        now_second = AREA_BIT[start]
    for _step in range(steps):
        next_first, next_second = 0, 0
        while now_first != 0 or now_second != 0:
            if now_first != 0:
                area = lowest(0, now_first)
                now_first &= now_first - 1
                first |= AREA_BIT[area]
            else:
                area = lowest(1, now_second)
                now_second &= now_second - 1
                second |= AREA_BIT[area]
            for way in range(FIRST_WAY[area], FIRST_WAY[area + 1]):
                if state.owners[WAY_LINK[way]] == 1 + seat:
                    if AREA_WORD[WAY_TO[way]] == 0:
                        next_first |= AREA_BIT[WAY_TO[way]]
                    else:
                        next_second |= AREA_BIT[WAY_TO[way]]
        now_first = next_first & ~first
        now_second = next_second & ~second
        if (now_first & SALE_ENDS[0]) or (now_second & SALE_ENDS[1]):
            return True
    return False


@rule
def legal_sales(state: Fields, out: Ids) -> int:
    """LW 9.0, 9.1: first links and a pass; during a sale further links, and `done` if the path is complete."""
    seat = state.to_act
    if state.sale == 0:
        count = 0
        for company in range(COMPANIES):
            count = first_links(state, seat, company, out, count)
        out[count] = PASS
        return count + 1
    company = int(state.sale) - 1
    count = steps_from(state, seat, company, state.path_end, out, 0)
    if is_complete(state):
        out[count] = DONE
        count += 1
    return count


@rule
def first_links(state: Fields, seat: int, company: int, out: Ids, count: int) -> int:
    """LW 9.1: own links from the buyer's towns that can begin a complete path."""
    if sale_limit(state, seat, company) > 0:
        for word in range(WORDS):
            towns = state.company_towns[company, word] & state.touched[seat, word]
            while towns != 0:
                count = steps_from(state, seat, company, lowest(word, towns), out, count)
                towns &= towns - 1
    return count


@rule
def steps_from(state: Fields, seat: int, company: int, area: int, out: Ids, count: int) -> int:
    """LW 9.1: own links from an area after which the path can still be completed."""
    steps = sale_limit(state, seat, company) - state.path_links - 1
    for way in range(FIRST_WAY[area], FIRST_WAY[area + 1]):
        if is_step(state, seat, way) and leads_to_town(state, seat, WAY_TO[way], area, steps):
            out[count] = SELL + company * WAYS + way
            count += 1
    return count


@rule
def is_complete(state: Fields) -> bool:
    """LW 9.1: a complete path ends in a town other than The South; its price was checked link by link."""
    return state.path_links > 0 and holds(SALE_ENDS, state.path_end) == 1


@rule
def apply_takeover(state: Fields, action: int) -> None:
    """LW 9.0: an action is a pass, a link of the path, or the end of the sale."""
    if action == PASS:
        ask_next_seller(state)
    elif action == DONE:
        take_over(state, state.to_act, state.sale - 1)
        ask_next_seller(state)
    else:
        way = (action - SELL) % WAYS
        state.sale = 1 + (action - SELL) // WAYS
        enter(state, WAY_FROM[way])
        enter(state, WAY_TO[way])
        state.path[state.path_links] = WAY_LINK[way]
        state.path_links += 1


@rule
def sale_price(links: int) -> int:
    """LW 9.2: one point of the buyer's influence pays for two links, rounded up."""
    return (links + LINKS_TO_A_POINT - 1) // LINKS_TO_A_POINT


@rule
def take_over(state: Fields, seat: int, company: int) -> None:
    """LW 9.2, 9.3, 9.5: pay, exchange the links, give the towns to the company, and clean up the board."""
    spend(state, company, seat, sale_price(state.path_links))
    for step in range(state.path_links):
        link = state.path[step]
        state.path[step] = 0
        state.owners[link] = COMPANY_OWNER + company
        for end in range(2):
            area = LINK_ENDS[link, end]
            state.company_touched[AREA_WORD[area]] |= AREA_BIT[area]
    state.links[seat] -= state.path_links
    state.company_links[company] += state.path_links
    for word in range(WORDS):
        state.company_towns[company, word] |= state.entered[word] & TOWN_AREAS[word]
    state.path_links = 0
    state.sale = 0
    forget_path(state)
    retrace_network(state, seat)
    clean_up(state)


@rule
def retrace_network(state: Fields, seat: int) -> None:
    """LW 9.3: find the areas touched by the remaining own links."""
    for word in range(WORDS):
        state.touched[seat, word] = 0
    for link in range(LINK_COUNT):
        if state.owners[link] == 1 + seat:
            touch(state, seat, LINK_ENDS[link, 0])
            touch(state, seat, LINK_ENDS[link, 1])


@rule
def why_not_sale(state: Fields, action: int) -> int:
    """LW 9.0–9.4: check the kind of action, then the link, then whether the path can be completed."""
    if action == PASS:
        return SALE_ASKED if state.sale else 0
    if action == DONE:
        return 0 if is_complete(state) else (PATH if state.sale else SALE_ASKED)
    if action < SELL or action >= DONE:
        return SALE_ASKED
    company, way = (action - SELL) // WAYS, (action - SELL) % WAYS
    if not fits_path(state, state.to_act, company, way):
        return PATH
    return why_not_completed(state, state.to_act, company, way)


@rule
def fits_path(state: Fields, seat: int, company: int, way: int) -> bool:
    """LW 9.1: an own link continues the path for the same buyer; the first one starts in a town of the buyer."""
    if not is_step(state, seat, way):
        return False
    if state.path_end == NO_AREA:
        return holds(state.company_towns[company], WAY_FROM[way]) == 1
    return company == state.sale - 1 and WAY_FROM[way] == state.path_end


@rule
def why_not_completed(state: Fields, seat: int, company: int, way: int) -> int:
    """LW 9.1, 9.2, 9.4: no town can be reached, or the influence or the company's links are not enough to reach one."""
    steps = sale_limit(state, seat, company) - state.path_links - 1
    if leads_to_town(state, seat, WAY_TO[way], WAY_FROM[way], steps):
        return 0
    if not leads_to_town(state, seat, WAY_TO[way], WAY_FROM[way], LINKS):
        return PATH
    steps = influence_limit(state, seat, company) - state.path_links - 1
    return SUPPLY if leads_to_town(state, seat, WAY_TO[way], WAY_FROM[way], steps) else PRICE
