"""The buttons at a table beside the moves: undo, absence, votes, and what leads on from the end."""

from __future__ import annotations

from typing import Any

from branchline.match import Match
from branchline.match.view import undo_of
from branchline.server.pages.moment import Moment
from branchline.server.services.common import TableContext, may_ask
from branchline.texts import say

LADDER = ("easy", "medium", "hard", "expert")
"""The levels of bots for people, each stronger than the one before."""


def _act(text: str, act: str, question: str = "", primary: bool = False, **body: Any) -> dict[str, Any]:
    """A button: its text, the address and body of its post, the question it asks first, its icon, and why it is off."""
    found = {"text": text, "act": act, "body": body, "question": question, "primary": primary}
    return {**found, "icon": "", "off": "", "hint": False}


def seat_actions(at: TableContext, number: int) -> list[dict[str, Any]]:
    """The buttons that the requester has for a seat."""
    match, mine = at.live.match, at.rights.seats
    given = match.seats[number]
    found = []
    if number in at.rights.shared:
        found.append(_act(say("End play elsewhere"), "/links", seat=number))
    if match.phase == "waiting" and at.rights.is_owner and given.kind == "open":
        found.append(_act(say("A bot instead"), "/fill", seat=number, level="medium"))
    if match.phase == "playing" and number in mine and given.is_person:
        if given.away:
            found.append(_act(say("Play on myself"), "/back", primary=True, seat=number))
        else:
            found.append(_act(say("Let a bot play for me"), "/away", seat=number))
        found += _leaving(match, mine, number)
    elif mine and given.played_by == "person" and match.decider == number and match.setup.absence.kind == "vote":
        has_voted = bool(match.votes.get(f"take-over {number}", frozenset()) & set(mine))
        text = say("Withdraw the vote for a bot") if has_voted else say("Vote for a bot")
        found.append(_act(text, "/votes", topic="take-over", about=number, yes=not has_voted))
    return found


def _leaving(match: Match, mine: tuple[int, ...], number: int) -> list[dict[str, Any]]:
    """The ways out of a game that is on: to leave a seat to a bot, or to end the game, by agreement if others play."""
    alone, found = match.is_alone(mine), []
    if not alone or len(mine) > 1:
        question = say("Leave this game for good? A bot plays on in your place, and you cannot come back.")
        found.append(_act(say("Leave for good"), "/leave", question, seat=number))
    if number == mine[0] and "close" not in match.votes:
        question = say("End this game without a result?") if alone else _end_by_agreement()
        found.append(_act(say("End the game without a result"), "/votes", question, topic="close"))
    return found


def _end_by_agreement() -> str:
    return say("End this game without a result? It ends as soon as everybody agrees.")


def actions(at: TableContext, moment: Moment) -> list[dict[str, Any]]:
    """The buttons beside the moves.  While somebody plays they stay in their places; those without a use say why."""
    match, reader = at.live.match, moment.reader
    if not at.rights.seats or reader is None:
        return [_act(say("Play on from here"), "/fork", ply=moment.ply)] if match.is_finished else []
    undo = undo_of(match, reader)
    if match.phase == "playing" and not moment.is_looking_back:
        at_ply: dict[str, Any] = {"ply": match.ply, "version": match.version}
        back = {**_act(say("Undo"), "/undo", what="step", **at_ply), "icon": "↶", "off": _no_undo(moment, undo)}
        if back["off"] and undo["may_ask"] and (own := _last_decision(match, reader)) is not None and not moment.passing:
            asked = say("There is a request to take moves back already.") if match.ask else ""
            back = {**_act(say("Ask to undo"), "/undo", to=own, **at_ply), "icon": "↶?", "off": asked}
        once = say("It takes several decisions of a turn back at once. You have made one: press “Undo”.")
        is_once = undo["turn"] in (None, undo["step"])
        off = _no_undo(moment, undo) or (once if is_once else "")
        found = [back, {**_act(say("Restart turn"), "/undo", what="turn", **at_ply), "icon": "⟲", "off": off}]
        if may_ask(at.live, at.rights):
            off = _shown_first(moment) or ("" if moment.mine else say("Hints are for your own turn."))
            found.append({**_act(say("Hint"), ""), "icon": "?", "off": off, "hint": True})
        return found
    if match.phase == "playing" and (undo["step"] is not None or undo["may_ask"]):
        return [_act(say("Undo to here"), "/undo", to=moment.ply, ply=match.ply, version=match.version)]
    is_past = match.is_finished and not moment.is_live
    return [_act(say("Play on from here"), "/fork", ply=moment.ply)] if is_past else []


def _shown_first(moment: Moment) -> str:
    return say("First you are shown what the others did. A click on the board skips that.") if moment.passing else ""


def _no_undo(moment: Moment, undo: dict[str, Any]) -> str:
    """Why the reader cannot take anything back without asking; empty if they can."""
    if moment.passing or undo["step"] is not None:
        return _shown_first(moment)
    if undo["policy"] == "never":
        return say("At this table nothing is taken back.")
    if moment.reader is None or _last_decision(moment.match, moment.reader) is None:
        return say("You have not decided anything yet, so there is nothing to take back.")
    return say("Your last decision stands: something has become known since, or the turn has passed on.")


def _last_decision(match: Match, seat: int) -> int | None:
    """The ply at which a seat last decided."""
    return next((ply for ply in range(match.ply - 1, -1, -1) if match.played[ply].seat == seat), None)


def answers(at: TableContext, moment: Moment) -> list[dict[str, Any]]:
    """The buttons that answer a request to take moves back, to pause or to end the game, and the one that asks for a pause."""
    match, reader = at.live.match, moment.reader
    if not at.rights.seats or reader is None:
        return []
    return [*_asked(at, undo_of(match, reader)["ask"]), *_pausing(match, reader), *_ending(match, reader)]


def _pausing(match: Match, reader: int) -> list[dict[str, Any]]:
    if match.phase != "playing" or match.setup.clock.kind == "none":
        return []
    if match.paused:
        return [_act(say("Let the clock run"), "/votes", primary=True, topic="pause", yes=False)]
    votes = match.votes.get("pause", frozenset())
    if reader in votes:
        return [_act(say("Withdraw the pause"), "/votes", topic="pause", yes=False)]
    return [_act(say("Agree to the pause") if votes else say("Pause the clock"), "/votes", topic="pause", primary=bool(votes))]


def _ending(match: Match, reader: int) -> list[dict[str, Any]]:
    votes = match.votes.get("close", frozenset())
    if match.phase != "playing" or not votes:
        return []
    if reader in votes:
        return [_act(say("Withdraw the wish to end it"), "/votes", topic="close", yes=False)]
    return [_act(say("Agree to end it"), "/votes", _end_by_agreement(), primary=True, topic="close")]


def end_actions(at: TableContext, moment: Moment, has_rematch: bool, is_asked: bool) -> list[dict[str, Any]]:
    """The buttons that lead on from a finished game; `is_asked`: a seat of the rematch is kept for the reader."""
    if not at.rights.seats or moment.reader is None:
        return []
    found = []
    if not has_rematch:
        alone = set(moment.match.persons) <= set(at.rights.seats)
        found.append(_act(say("Play again") if alone else say("Offer another game"), "/rematch", primary=True))
    elif is_asked:
        found.append(_act(say("Accept and sit down"), "/rematch", primary=True))
    if (level := _stronger(moment.match)) is not None:
        found.append(_act(say("Play stronger bots"), "/api/tables", **_anew(moment.match, level)))
    return found


def _anew(match: Match, level: str) -> dict[str, Any]:
    """The request for a new table like this one, with bots of a level; everybody moves one seat further."""
    seats = [{"kind": "me"} if seat.is_person else {"kind": "bot", "level": level} for seat in match.seats]
    kept = ("game", "options", "clock", "on_time_out", "absence", "stand_in", "undo", "public", "rated")
    setup = match.setup.to_dict()
    return {**{name: setup[name] for name in kept}, "seats": [seats[-1], *seats[:-1]]}


def _stronger(match: Match) -> str | None:
    """The level above the strongest bot at a table with one person; None if there is no such level or no bot."""
    levels = [LADDER.index(seat.level) if seat.level in LADDER else 0 for seat in match.seats if seat.kind == "bot"]
    if not levels or len(match.persons) != 1 or max(levels) + 1 == len(LADDER):
        return None
    return LADDER[max(levels) + 1]


def _asked(at: TableContext, ask: dict[str, Any] | None) -> list[dict[str, Any]]:
    """The buttons that answer a request to take moves back."""
    if ask is None:
        return []
    mine = [number for number in at.rights.seats if number in ask["waiting_for"]]
    if mine:
        return [
            _act(say("Agree to the undo"), "/undo/answer", primary=True, ask=ask["id"], yes=True),
            _act(say("Refuse the undo"), "/undo/answer", ask=ask["id"], yes=False),
        ]
    return [_act(say("Withdraw my wish"), "/undo/answer", ask=ask["id"], yes=False)] if ask["seat"] in at.rights.seats else []
