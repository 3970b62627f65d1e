"""The course of a game: the round that is played, moves that count, and the tally of a round."""

from __future__ import annotations

from branchline.games.northern_pacific.text.consequences import payouts, tell_winners
from branchline.games.northern_pacific.text.description import round_name
from branchline.games.northern_pacific.text.names import owner_name
from branchline.games.position import Position
from branchline.games.spec import Progress, SheetRow
from branchline.texts import say


def progress(position: Position) -> Progress:
    """The round.  A turn is a single action, so there are no phases."""
    return Progress(round_name(position.fields))


def milestone(before: Position, text: str, after: Position) -> str:
    """NP 3.1, 4.1–4.3: a payout, the end of a round or of the game."""
    cities = before.board.data.cities
    if after.fields.rounds_done != before.fields.rounds_done:
        ends = say("Round {round} ends in {city}", round=int(after.fields.rounds_done), city=cities[before.board.data.goal])
        return f"{ends} · {tell_winners(after)}" if after.fields.over else ends
    paid = payouts(before, after)
    if not paid:
        return ""
    gains = ", ".join(say("{who} +{gain}", who=owner_name(before.fields, one.colour), gain=one.gain) for one in paid)
    return say("{city} pays: {gains}", city=cities[before.board.ids[text]], gains=gains)


def round_tally(before: Position, text: str, after: Position) -> list[SheetRow]:
    """NP 4.1–4.3: good and bad of the round that a move ended, and what they add up to."""
    old, new, seats = before.fields, after.fields, slice(after.players)
    if new.rounds_done == old.rounds_done:
        return []
    gained = {name: (new[name] - old[name])[seats].tolist() for name in ("good", "bad", "wins")}
    rows = [
        SheetRow(say("good: cubes in hand"), gained["good"], counts=not new.by_wins),
        SheetRow(say("bad: cubes left on the map"), gained["bad"], counts=False),
    ]
    if new.by_wins:
        won = SheetRow(say("wins the round"), gained["wins"])
        return [won, *rows, SheetRow(say("rounds won"), list(after.scores), counts=False)]
    return [*rows, SheetRow(say("good of all rounds"), list(after.scores), counts=False)]
