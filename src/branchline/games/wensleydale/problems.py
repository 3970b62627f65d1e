"""What is impossible in a position: the laws of conservation, and fields that must agree with each other."""

from __future__ import annotations

from typing import Any

from branchline.games.wensleydale import board as tables
from branchline.games.wensleydale.mapdata import Map
from branchline.games.wensleydale.state import (
    BOXES,
    CHEESE,
    COMPANIES,
    COMPANY_LINKS,
    COMPANY_OWNER,
    IN_BAG,
    INFLUENCE,
    INFLUENCES,
    INVESTMENT_CUBES,
    LINKS,
    LINKS_MAX,
    LOADS,
    NO_AREA,
    PIECES,
    PROFIT,
    PROFIT_MAX,
    PROFIT_MIN,
    SEATS,
    SET_UP,
    STONE,
    TAKEOVERS,
    TOKENS_EACH,
    TRACKS,
    TRAINS,
    TRAINS_IN_ROW,
    TRAINS_MAX,
    TURN_END,
    TURNS,
    WORD_BITS,
)
from branchline.kernel import CHANCE, OVER, Board


def problems(state: Any, board: Board) -> list[str]:
    """Sentences on what is impossible, so that a damaged position never reaches compiled rules."""
    players = int(state.players)
    if players not in (3, 4) or state.turns != TURNS[players]:
        return [f"{players} players with {state.turns} turns do not make a game."]
    map_: Map = board.data
    if found := _course(state, map_):
        return found  # the rest relies on a seat that exists
    return [
        *_orders(state, players),
        *_tracks(state, players),
        *_cubes(state, players),
        *_links(state, map_),
        *_towns(state, map_),
        *_pieces(state, map_),
        *_trains(state, players),
        *_path(state, map_),
    ]


def _areas(words: Any) -> set[int]:
    return {WORD_BITS * word + bit for word, bits in enumerate(words) for bit in range(WORD_BITS) if int(bits) >> bit & 1}


def _course(state: Any, map_: Map) -> list[str]:
    found = []
    if not (1 <= state.turn <= state.turns and SET_UP <= state.phase <= TURN_END and state.bottom in (0, 1)):
        found.append(f"Turn {state.turn}, phase {state.phase} or stacking {state.bottom} is out of range.")
    if state.to_act not in (CHANCE, OVER, *range(state.players)):
        found.append(f"There is no seat {state.to_act} to act.")
    if (state.to_act == CHANCE) != (state.phase in (SET_UP, INFLUENCE)):
        found.append("Chance acts in the set-up and in phase 2 only.")
    if (state.to_act == OVER) != (state.phase == TURN_END):
        found.append("The game is over exactly after the last turn's last phase.")
    if not 0 <= state.place < state.players:
        found.append(f"There is no place {state.place} in the order.")
    if state.to_act >= 0 and state.phase not in (3, 5, TRAINS, TAKEOVERS):
        found.append(f"Nobody is asked anything in phase {state.phase}.")
    draws = 1 + 2 * sum(bool(area.goods) for area in map_.areas) + sum(area.pieces for area in map_.areas)
    if not 0 <= state.drawn < {SET_UP: draws, INFLUENCE: BOXES}.get(int(state.phase), 1):
        found.append(f"{state.drawn} draws are too many for phase {state.phase}.")
    return found


def _orders(state: Any, players: int) -> list[str]:
    found = []
    for name in ("order", "build_order", "train_order"):
        seats = sorted(int(seat) for seat in getattr(state, name)[:players])
        if seats != list(range(players)) and (name == "order" or any(seats)):
            found.append(f"{name} is no order of {players} seats.")
    return found


def _tracks(state: Any, players: int) -> list[str]:
    found = []
    for track in range(TRACKS):
        stack = [int(seat) for seat in state.stacks[track][:players]]
        if sorted(stack) != list(range(players)):
            return [f"The markers of track {track} are not those of {players} seats."]
        marks = [int(state.marks[track][seat]) for seat in stack]
        if marks != sorted(marks, reverse=True):
            found.append(f"The stacks of track {track} do not follow its marks.")
        low, high = (PROFIT_MIN, PROFIT_MAX) if track == PROFIT else (0, 10_000)
        if min(marks) < low or max(marks) > high:
            found.append(f"A marker of track {track} is beyond its end.")
    return found


def _cubes(state: Any, players: int) -> list[str]:
    found = []
    for seat in range(players):
        bids = [int(state.bids[box]) for box in range(BOXES) if state.bidders[box] == 1 + seat]
        if state.cubes[seat] < 0 or state.cubes[seat] + sum(bids) > INVESTMENT_CUBES or len(bids) > 2:
            found.append(f"The investment cubes of seat {seat} do not add up.")
    for box in range(BOXES):
        if not 0 <= state.bidders[box] <= players or (state.bids[box] > 0) != (state.bidders[box] > 0) or state.bids[box] < 0:
            found.append(f"Box {box + 1} has a bid without bidder or a bidder without bid.")
        if not 0 <= state.box_token[box] <= INFLUENCES:
            found.append(f"Box {box + 1} has an unknown token.")
    for kind in range(INFLUENCES):
        lying = sum(state.box_token[box] == 1 + kind for box in range(BOXES))
        if state.tokens[kind] < 0 or state.tokens[kind] + lying != TOKENS_EACH:
            found.append(f"The tokens of kind {kind} are not {TOKENS_EACH}.")
    return found


def _links(state: Any, map_: Map) -> list[str]:
    found = []
    owners = [int(owner) for owner in state.owners]
    if any(owners[len(map_.links) :]) or not all(0 <= owner < COMPANY_OWNER + COMPANIES for owner in owners[:LINKS_MAX]):
        return ["A link lies where no border is, or belongs to nobody."]
    ends = [(border.a, border.b) for border in map_.links]
    for seat in range(SEATS):
        own = [link for link, owner in enumerate(owners) if owner == 1 + seat]
        if len(own) != state.links[seat] or len(own) > LINKS or (own and seat >= state.players):
            found.append(f"The links of seat {seat} do not add up: {len(own)} on the board, {state.links[seat]} counted.")
        if _areas(state.touched[seat]) != {area for link in own for area in ends[link]}:
            found.append(f"The areas touched by seat {seat} are not those of its links.")
    touched = set()
    for company in range(COMPANIES):
        own = [link for link, owner in enumerate(owners) if owner == COMPANY_OWNER + company]
        touched |= {area for link in own for area in ends[link]}
        if len(own) != state.company_links[company] or len(own) > COMPANY_LINKS:
            found.append(f"The links of company {company} do not add up.")
    if _areas(state.company_touched) != touched:
        found.append("The areas touched by company links are wrong.")
    return found


def _towns(state: Any, map_: Map) -> list[str]:
    found = []
    for company in range(COMPANIES):
        towns = _areas(state.company_towns[company])
        if any(area >= len(map_.areas) or not map_.areas[area].town for area in towns):
            return ["A company owns a town that does not exist."]
        printed = {number for number, area in enumerate(map_.areas) if company in area.companies}
        if not printed <= towns:
            found.append(f"Company {company} has lost a printed town.")
    return found


def _pieces(state: Any, map_: Map) -> list[str]:
    found = []
    for piece in range(PIECES):
        on_board = sum(int(area[piece]) for area in state.pieces)
        carried = 0
        if piece < LOADS:
            carried = sum(int(state.loaded[seat][piece]) + int(state.piles[seat][piece]) for seat in range(SEATS))
        total = on_board + carried + int(state.bag[piece]) + int(state.removed[piece])
        if total != IN_BAG[piece]:
            found.append(f"There are {total} pieces of {tables.PIECE_NAMES[piece]}, not {IN_BAG[piece]}.")
        if piece < LOADS and _areas(state.stocked[piece]) != {n for n, area in enumerate(state.pieces) if area[piece] > 0}:
            found.append(f"The areas with {tables.PIECE_NAMES[piece]} are wrongly noted.")
    for counts in (state.pieces, state.bag, state.removed, state.loaded, state.piles):
        if (counts < 0).any():
            found.append("There is a negative number of pieces somewhere.")
    for number, counts in enumerate(state.pieces):
        area = map_.areas[number] if number < len(map_.areas) else None
        goods = int(counts[STONE]) + int(counts[CHEESE])
        rest = sum(int(count) for count in counts) - goods
        if goods > (2 if area and area.goods else 0) or rest > (area.pieces if area else 0):
            found.append(f"Area {number} holds more pieces than it can have.")
        if state.phase != SET_UP and area and area.goods and goods != counts[tables.PIECE_NAMES.index(area.goods)]:
            found.append(f"{area.name} holds goods of the wrong kind.")
    return found


def _trains(state: Any, players: int) -> list[str]:
    found = []
    owners = [int(owner) for owner in state.train_owner[:TRAINS_MAX]]
    if not all(0 <= owner <= players for owner in owners):
        return ["A train belongs to a seat that does not exist."]
    for seat in range(SEATS):
        rows = [train // TRAINS_IN_ROW for train, owner in enumerate(owners) if owner == 1 + seat]
        if len(set(rows)) != len(rows) or state.rows_hired[seat] != sum(1 << row for row in rows):
            found.append(f"Seat {seat} has two trains of a row, or its rows are wrongly noted.")
        if (state.slots[seat] < 0).any() or (state.loaded[seat].any() and not rows):
            found.append(f"Seat {seat} has loads without slots.")
    if state.phase != TRAINS and (any(owners) or state.passed or state.loaded.any() or state.within_reach.any()):
        found.append("Trains, loads and passes belong to phase 6.")
    return found


def _path(state: Any, map_: Map) -> list[str]:
    found = []
    end, entered = int(state.path_end), _areas(state.entered)
    if not NO_AREA <= end < len(map_.areas) or (end == NO_AREA) != (not entered) or (entered and end not in entered):
        found.append("The chain or sale under way does not end in an area it has entered.")
    if not (0 <= state.sale <= COMPANIES and 0 <= state.path_links <= LINKS) or (state.sale > 0) != (state.path_links > 0):
        found.append("The sale under way has no links, or links have no sale.")
    elif any(not 0 <= link < len(map_.links) for link in state.path):
        found.append("The sale under way names a link that does not exist.")
    elif any(state.owners[link] != 1 + state.to_act for link in state.path[: state.path_links]):
        found.append("The sale under way names links of others.")
    if not 0 <= state.owed <= 9 or (state.owed > 0 and state.to_act < 0):
        found.append(f"{state.owed} payments cannot be owed.")
    elif state.owed > 0:
        seat = int(state.to_act)
        purse = int(state.cubes[seat]) + sum(int(state.marks[kind][seat]) for kind in range(INFLUENCES))
        if state.owed > purse - (int(state.marks[3][seat]) if state.phase == TRAINS else 0):
            found.append(f"Seat {seat} cannot pay what it owes.")
    return found
