"""Phase 6: hiring trains and loading them."""

from __future__ import annotations

from branchline.games.wensleydale.rules.board import (
    AREA_BIT,
    AREA_WORD,
    FIRST_WAY,
    HILLS_BESIDE,
    HIRE,
    LOAD,
    LOAD_AREA,
    LOAD_AT,
    LOAD_PIECE,
    PASS,
    PAY,
    SELL,
    TOWN_AREAS,
    TRAIN_OFFERED,
    TRAIN_SLOTS,
    WAY_LINK,
    WAY_TO,
)
from branchline.games.wensleydale.rules.layout import (
    CHEESE,
    COMPANIES,
    CUBE,
    EXCHANGE,
    GOODS,
    GOVERNMENT,
    LOADS,
    MIDLAND,
    NER,
    NOBODY,
    PASSENGERS,
    PAYMENTS,
    RED,
    ROWS,
    STONE,
    TRAIN,
    TRAINS_IN_ROW,
    WORDS,
    Fields,
)
from branchline.games.wensleydale.rules.markers import spend
from branchline.games.wensleydale.rules.paragraphs import (
    CHEESE_RULE,
    EXCHANGES,
    OFFER,
    PASSENGER_RULE,
    SLOTS,
    STONE_RULE,
    TRAIN_ASKED,
)
from branchline.games.wensleydale.rules.pieces import holds, lift_piece, lowest
from branchline.kernel import rule
from branchline.kernel.contract import Ids


@rule
def begin_trains(state: Fields) -> None:
    """LW 6.1: find what every network reaches, then ask the first player of the train order."""
    for seat in range(state.players):
        find_cheese_and_stone(state, seat)
        for company in range(COMPANIES):
            find_passengers(state, seat, company)
    state.place = -1
    ask_next_hirer(state)


@rule
def find_cheese_and_stone(state: Fields, seat: int) -> None:
    """LW 6.5, 6.6: cheese in areas touched by own links; stone on hills beside a touched town that is no company town."""
    for word in range(WORDS):
        state.within_reach[seat, CHEESE, word] = state.touched[seat, word]
        towns = state.touched[seat, word] & TOWN_AREAS[word]
        towns &= ~(state.company_towns[MIDLAND, word] | state.company_towns[NER, word])
        while towns != 0:
            town = lowest(word, towns)
            for hills in range(WORDS):
                state.within_reach[seat, STONE, hills] |= HILLS_BESIDE[town, hills]
            towns &= towns - 1


@rule
def find_passengers(state: Fields, seat: int, company: int) -> None:
    """LW 6.7: passengers in all areas that own links connect with a company town of their colour."""
    colour = RED + company
    first, second = state.touched[seat, 0], state.touched[seat, 1]
    first &= state.company_towns[company, 0]
    second &= state.company_towns[company, 1]
    while first != 0 or second != 0:
        if first != 0:
            area = lowest(0, first)
            first &= first - 1
        else:
            area = lowest(1, second)
            second &= second - 1
        state.within_reach[seat, colour, AREA_WORD[area]] |= AREA_BIT[area]
        for way in range(FIRST_WAY[area], FIRST_WAY[area + 1]):
            if state.owners[WAY_LINK[way]] == 1 + seat and not holds(state.within_reach[seat, colour], WAY_TO[way]):
                if AREA_WORD[WAY_TO[way]] == 0:
                    first |= AREA_BIT[WAY_TO[way]]
                else:
                    second |= AREA_BIT[WAY_TO[way]]


@rule
def ask_next_hirer(state: Fields) -> None:
    """LW 6.1: ask the next player of the train order who can act; a player who cannot act is out without being asked."""
    for _step in range(state.players):
        state.place = (state.place + 1) % state.players
        seat = state.train_order[state.place]
        if (state.passed >> seat) & 1:
            continue
        if can_act(state, seat):
            state.to_act = seat
            return
        state.passed |= 1 << seat
    end_trains(state)


@rule
def end_trains(state: Fields) -> None:
    """LW 6.1: everybody is out; trains and loads stay until the profit and loss phase."""
    for seat in range(state.players):
        for piece in range(LOADS):
            for word in range(WORDS):
                state.within_reach[seat, piece, word] = 0
    state.passed = 0
    state.place = 0
    state.to_act = NOBODY


@rule
def can_act(state: Fields, seat: int) -> bool:
    """LW 6.1: a player can act with a legal hire or load."""
    for piece in range(LOADS):
        if has_slot(state, seat, piece):
            for word in range(WORDS):
                if state.stocked[piece, word] & state.within_reach[seat, piece, word]:
                    return True
    for row in range(ROWS):
        if may_hire_from(state, seat, row):
            for train in range(row * TRAINS_IN_ROW, (row + 1) * TRAINS_IN_ROW):
                if is_free(state, train):
                    return True
    return False


@rule
def slot_kind(piece: int) -> int:
    """LW 6.4: passengers and goods have slots of their own."""
    return PASSENGERS if piece >= RED else GOODS


@rule
def has_slot(state: Fields, seat: int, piece: int) -> bool:
    """LW 6.4: the seat has a free slot for this kind of piece."""
    return state.slots[seat, slot_kind(piece)] > 0


@rule
def is_on_offer(state: Fields, seat: int, train: int) -> bool:
    """LW 6.2: the train is used with this many players, not hired yet, and the seat has none of its row."""
    return is_free(state, train) and not has_hired_from(state, seat, train // TRAINS_IN_ROW)


@rule
def is_free(state: Fields, train: int) -> bool:
    """LW 6.2: the train is used with this many players and not hired yet."""
    return state.train_owner[train] == 0 and is_offered(state, train)


@rule
def is_offered(state: Fields, train: int) -> bool:
    """LW 6.2: the train is used with this many players, hired or not."""
    return TRAIN_OFFERED[train, state.players] == 1


@rule
def has_hired_from(state: Fields, seat: int, row: int) -> bool:
    """LW 6.2: the seat has a train of a row."""
    return (state.rows_hired[seat] >> row) & 1 == 1


@rule
def train_cost(train: int) -> int:
    """LW 6.2: a train costs as many Train points as its row says."""
    return ROWS - train // TRAINS_IN_ROW


@rule
def points_for(state: Fields, seat: int, train: int) -> int:
    """LW 6.2: Train points that the seat pays for a train."""
    return min(train_cost(train), int(state.marks[TRAIN, seat]))


@rule
def exchange_for(state: Fields, seat: int, train: int) -> int:
    """LW 6.3: cubes or other points that the seat pays for missing Train points."""
    return EXCHANGE * (train_cost(train) - points_for(state, seat, train))


@rule
def purse(state: Fields, seat: int) -> int:
    """LW 6.3: everything that can replace Train points."""
    return state.cubes[seat] + state.marks[GOVERNMENT, seat] + state.marks[MIDLAND, seat] + state.marks[NER, seat]


@rule
def can_hire(state: Fields, seat: int, train: int) -> bool:
    """LW 6.2, 6.3: the train is on offer and the seat can pay for it."""
    return is_free(state, train) and may_hire_from(state, seat, train // TRAINS_IN_ROW)


@rule
def may_hire_from(state: Fields, seat: int, row: int) -> bool:
    """LW 6.2, 6.3: the seat has no train of a row and can pay for one; all trains of a row cost the same."""
    return not has_hired_from(state, seat, row) and exchange_for(state, seat, row * TRAINS_IN_ROW) <= purse(state, seat)


@rule
def legal_trains(state: Fields, out: Ids) -> int:
    """LW 6.1: hires, loads and a pass."""
    seat = state.to_act
    count = 0
    for row in range(ROWS):
        if may_hire_from(state, seat, row):
            for train in range(row * TRAINS_IN_ROW, (row + 1) * TRAINS_IN_ROW):
                if is_free(state, train):
                    out[count] = HIRE + train
                    count += 1
    for piece in range(LOADS):
        if has_slot(state, seat, piece):
            for word in range(WORDS):
                areas = state.stocked[piece, word] & state.within_reach[seat, piece, word]
                while areas != 0:
                    out[count] = LOAD + LOAD_AT[piece, lowest(word, areas)]
                    count += 1
                    areas &= areas - 1
    out[count] = PASS
    return count + 1


@rule
def apply_trains(state: Fields, action: int) -> None:
    """LW 6.1: after one action the next player is asked, unless payments are owed."""
    seat = state.to_act
    if action == PASS:
        state.passed |= 1 << seat
    elif action >= LOAD:
        load(state, seat, action - LOAD)
    elif action >= HIRE:
        hire(state, seat, action - HIRE)
    else:
        pay_exchange(state, seat, action - PAY)
    if state.owed == 0:
        ask_next_hirer(state)


@rule
def hire(state: Fields, seat: int, train: int) -> None:
    """LW 6.2, 6.3: pay Train points at once; three payments are owed for each missing one."""
    state.owed = exchange_for(state, seat, train)
    spend(state, TRAIN, seat, points_for(state, seat, train))
    state.train_owner[train] = 1 + seat
    state.rows_hired[seat] |= 1 << (train // TRAINS_IN_ROW)
    for kind in range(2):
        state.slots[seat, kind] += TRAIN_SLOTS[train, kind]


@rule
def pay_exchange(state: Fields, seat: int, kind: int) -> None:
    """LW 6.3: pay a cube or a point of Government, Midland or North Eastern influence."""
    if kind == CUBE:
        state.cubes[seat] -= 1
    else:
        spend(state, kind, seat, 1)
    state.owed -= 1


@rule
def load(state: Fields, seat: int, number: int) -> None:
    """LW 6.4: a loaded piece takes a free slot of its kind."""
    piece = LOAD_PIECE[number]
    lift_piece(state, piece, LOAD_AREA[number])
    state.loaded[seat, piece] += 1
    state.slots[seat, slot_kind(piece)] -= 1


@rule
def has_to_exchange(state: Fields, seat: int, kind: int) -> int:
    """LW 6.3: how much of a kind the seat can pay; Train points cannot be paid here."""
    if kind == TRAIN:
        return 0
    return state.cubes[seat] if kind == CUBE else state.marks[kind, seat]


@rule
def legal_exchange(state: Fields, out: Ids) -> int:
    """LW 6.3: every kind of payment of which the player has any."""
    count = 0
    for kind in range(PAYMENTS):
        if has_to_exchange(state, state.to_act, kind) > 0:
            out[count] = PAY + kind
            count += 1
    return count


@rule
def why_not_trains(state: Fields, action: int) -> int:
    """LW 6.1–6.7: a payment while one is owed, otherwise a hire, a load or a pass."""
    seat = state.to_act
    if state.owed > 0:
        if action < PAY or action >= HIRE:
            return EXCHANGES
        return 0 if has_to_exchange(state, seat, action - PAY) > 0 else EXCHANGES
    if action == PASS:
        return 0
    if action < HIRE or action >= SELL:
        return TRAIN_ASKED
    if action >= LOAD:
        return why_not_load(state, seat, action - LOAD)
    if not is_on_offer(state, seat, action - HIRE):
        return OFFER
    return 0 if can_hire(state, seat, action - HIRE) else EXCHANGES


@rule
def why_not_load(state: Fields, seat: int, number: int) -> int:
    """LW 6.4–6.7: the piece is there, a slot is free, and the own network reaches the piece."""
    piece, area = LOAD_PIECE[number], LOAD_AREA[number]
    if state.pieces[area, piece] == 0 or not has_slot(state, seat, piece):
        return SLOTS
    if holds(state.within_reach[seat, piece], area):
        return 0
    if piece == CHEESE:
        return CHEESE_RULE
    return STONE_RULE if piece == STONE else PASSENGER_RULE
