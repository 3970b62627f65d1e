"""Short forms of a table: for lists and for webhooks."""

from __future__ import annotations

from typing import Any

from branchline.kernel import CHANCE
from branchline.match import Match
from branchline.server.accounts.ratings import is_rated
from branchline.server.tables.live_table import LiveTable


def columns_of(match: Match) -> dict[str, Any]:
    """The columns of a table that follow from its match."""
    waiting = match.waiting_for
    return {
        "version": match.version,
        "ply": match.ply,
        "status": match.phase,
        "waits_for": waiting.by if waiting else "nobody",
        "actor": waiting.seat if waiting else None,
        "deadline": match.due(),
        "summary": summary_of(match),
        "bots": sum(seat.played_by == "bot" for seat in match.seats),
        "attended": is_attended(match),
    }


def is_attended(match: Match) -> bool:
    """Whether a person plays here.  If only bots are left, they move only while somebody watches."""
    return any(seat.played_by == "person" for seat in match.seats)


def summary_of(match: Match) -> dict[str, Any]:
    """The summary of a table for lists."""
    seats = [{"kind": seat.kind, "name": seat.label, "level": seat.level, "played_by": seat.played_by} for seat in match.seats]
    ended = match.phase == "over"
    return {
        "title": match.game.spec.card.title,
        "players": match.game.players,
        "options": match.game.changed_options,
        "clock": match.setup.clock.to_dict(),
        "seats": seats,
        "moved": moved_since(match),
        "moves_since": moves_since(match),
        "moves": sum(past.seat != CHANCE for past in match.played),
        "scores": match.state.scores if ended else None,
        "ranks": match.state.ranks if ended else None,
        "marks": sorted(match.marks),
        "rated": is_rated(match),
        "resting": match.resting,
    }


def moved_since(match: Match) -> list[list[int]]:
    """For each seat the seats that have decided since its own last decision, in the order in which they did."""
    found = []
    for seat in range(match.game.players):
        later: list[int] = []
        for past in reversed(match.played):
            if past.seat == seat or len(later) == match.game.players - 1:
                break
            if past.seat != CHANCE and past.seat not in later:
                later.append(past.seat)
        found.append(later[::-1])
    return found


def moves_since(match: Match) -> list[int]:
    """For each seat the number of decisions since its own last one."""
    since: dict[int, int] = {}
    decided = 0
    for past in reversed(match.played):
        if len(since) == match.game.players:
            break
        if past.seat != CHANCE:
            since.setdefault(past.seat, decided)
            decided += 1
    return [since.get(seat, decided) for seat in range(match.game.players)]


def news_of(live: LiveTable) -> dict[str, Any]:
    """The content of a webhook message about a table."""
    match = live.match
    waiting = match.waiting_for
    return {
        "table": live.id,
        "game": match.game.name,
        "title": match.game.spec.card.title,
        "phase": match.phase,
        "ply": match.ply,
        "version": match.version,
        "seat": waiting.seat if waiting else None,
        "path": f"/t/{live.id}",
    }
