"""What a move did, for the log."""

from branchline.games.position import Position
from branchline.texts import seat

SENTENCES = {
    "draw": ("{who} draws wagon {wagon}.", "PG 2.5"),
    "couple": ("{who} couples wagon {wagon}.", "PG 2.1"),
    "shunt": ("{who} shunts wagon {wagon} into the siding.", "PG 2.4"),
}


def tell(before: Position, text: str, after: Position) -> list[tuple[str, str]]:
    """A sentence and its paragraph.  Of a wagon that the reader may not see, `text` is only `draw` (PG 1.2)."""
    verb, _, wagon = text.partition(" ")
    who = seat(int(before.fields.turn))
    if not wagon:
        return [(f"{who} draws a wagon.", "PG 2.5")]
    sentence, paragraph = SENTENCES[verb]
    return [(sentence.format(who=who, wagon=wagon), paragraph)]
