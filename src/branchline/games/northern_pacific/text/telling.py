"""What a move did, in words: the move itself, payouts, the end of a round and of the game, each with its paragraph."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from branchline.games.northern_pacific.drawing.odds import chance
from branchline.games.northern_pacific.rules import actions, scoring
from branchline.games.northern_pacific.rules.layout import LARGE_PAYS, SMALL_PAYS
from branchline.games.northern_pacific.text.names import colour_name
from branchline.kernel import Board
from branchline.texts import count, say
from branchline.texts import seat as seat_name

Told = tuple[str, str]


def tell(before: Any, text: str, after: Any, board: Board) -> list[Told]:
    """The sentences of a move, in the order of what happens."""
    action, cities = board.ids[text], len(board.data.cities)
    if action >= 3 * cities:
        return _tell_seating(before, action - 3 * cities)
    if action >= cities:
        return [_tell_investment(before, board, action % cities, large=action >= 2 * cities)]
    return [*_tell_extension(before, board, action), *_tell_payouts(before, action), *_tell_ends(before, after, board)]


def _tell_seating(before: Any, seat: int) -> list[Told]:
    """NP 4.4."""
    place, number = int(before.placed) + 1, int(before.rounds_done) + 1
    who = seat_name(seat)
    if place == 1:
        return [(say("{who} begins round {round}", who=who, round=number), "NP 4.4")]
    return [(say("{who} is number {place} in the order of round {round}", who=who, place=place, round=number), "NP 4.4")]


def _tell_investment(before: Any, board: Board, city: int, large: bool) -> Told:
    """NP 2.2."""
    colour = int(actions.colour_to_move(before))
    words = {"who": seat_name(colour % int(before.players)), "city": board.data.cities[city], "colour": colour_name(colour)}
    if before.colours > before.players:
        if large:
            return say("{who} invests the large {colour} cube in {city}", **words), "NP 2.2"
        return say("{who} invests a small {colour} cube in {city}", **words), "NP 2.2"
    if large:
        return say("{who} invests the large cube in {city}", **words), "NP 2.2"
    return say("{who} invests a small cube in {city}", **words), "NP 2.2"


def _tell_extension(before: Any, board: Board, city: int) -> Iterator[Told]:
    """NP 2.1, 5.3."""
    colour = int(actions.colour_to_move(before))
    origin = before.heads[actions.line_of(before, colour)]
    words = {
        "who": seat_name(colour % int(before.players)),
        "origin": board.data.cities[origin],
        "city": board.data.cities[city],
    }
    if not before.own_lines:
        yield say("{who} extends the railroad from {origin} to {city}", **words), "NP 2.1"
        return
    yield say("{who} extends a line of their own from {origin} to {city}", **words), "NP 5.3"
    if int(before.closed) >> city & 1:
        yield say("{city} was closed already and pays nothing", **words), "NP 5.3"


def _tell_payouts(before: Any, city: int) -> Iterator[Told]:
    """NP 3.1: who takes back what and gets how much."""
    for colour, cubes, gain in payouts(before, city):
        back = count("takes back {n} cube", "takes back {n} cubes", cubes)
        won = count("gets {n} new small one", "gets {n} new small ones", gain)
        who = seat_name(colour % int(before.players))
        if before.colours > before.players:
            who = f"{who} ({colour_name(colour)})"
        yield say("{who} {back} and {won}", who=who, back=back, won=won), "NP 3.1"


def payouts(state: Any, city: int) -> list[tuple[int, int, int]]:
    """NP 3.1: what reaching a city pays, as colour, cubes that return, new small cubes; nothing if it is closed."""
    if int(state.closed) >> city & 1:
        return []
    found = []
    for colour in range(int(state.colours)):
        small, large = int(state.small_at[city][colour]), int(state.large_at[colour] == city)
        if small or large:
            found.append((colour, small + large, small * SMALL_PAYS + large * LARGE_PAYS))
    return found


def _tell_ends(before: Any, after: Any, board: Board) -> Iterator[Told]:
    """NP 4.1–4.4."""
    if after.rounds_done == before.rounds_done:
        return
    goal, number, seats = board.data.cities[board.data.goal], int(after.rounds_done), range(int(after.players))
    yield say("the line has reached {city}: round {round} ends", city=goal, round=number), "NP 4.1"
    gains = [(int(after.good[seat] - before.good[seat]), int(after.bad[seat] - before.bad[seat])) for seat in seats]
    for seat, (good, bad) in enumerate(gains):
        yield say("{who}: {good} good, {bad} bad", who=seat_name(seat), good=good, bad=bad), "NP 4.1"
    if after.by_wins:
        won = [seat for seat in seats if after.wins[seat] > before.wins[seat]]
        if won:
            yield say("{who} wins round {round}", who=seat_name(won[0]), round=number), "NP 4.3"
        else:
            yield say("nobody wins round {round}: the best are equal", round=number), "NP 4.3"
    if after.over:
        yield _tell_winners(after)
    elif after.placed == after.players:
        colour = int(actions.colour_to_move(after))
        yield say("{who} begins round {round}", who=seat_name(colour % int(after.players)), round=number + 1), "NP 4.4"


def _tell_winners(after: Any) -> Told:
    seats = range(int(after.players))
    best = [seat for seat in seats if not any(scoring.is_ahead(after, other, seat) for other in seats)]
    paragraph = "NP 4.3" if after.by_wins else "NP 4.2"
    if len(best) == 1:
        return say("{who} wins the game", who=seat_name(best[0])), paragraph
    return say("{who} share the win", who=", ".join(seat_name(seat) for seat in best)), paragraph


def preview(state: Any, board: Board, action: int) -> str:
    """What a legal action would bring."""
    map_, cities = board.data, len(board.data.cities)
    if action >= 3 * cities:
        return ""
    city = action % cities
    if action < cities:
        return _preview_extension(state, city, ends=city == map_.goal)
    gain = LARGE_PAYS if action >= 2 * cities else SMALL_PAYS
    pays = count("pays {n} new cube when a line comes", "pays {n} new cubes when a line comes", gain)
    if state.own_lines:
        return pays
    share = chance(state, map_)[city]
    return say("{pays} (odds {share} % if every exit is equally likely)", pays=pays, share=round(100 * share))


def _preview_extension(state: Any, city: int, ends: bool) -> str:
    if ends:
        return say("ends the round")
    paid = payouts(state, city)
    if not paid:
        return say("pays nobody")
    gains = ", ".join(say("{who} +{gain}", who=_owner(state, colour), gain=gain) for colour, _, gain in paid)
    return say("pays {gains}", gains=gains)


def _owner(state: Any, colour: int) -> str:
    who = seat_name(colour % int(state.players))
    return f"{who} ({colour_name(colour)})" if state.colours > state.players else who
