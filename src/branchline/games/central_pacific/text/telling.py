"""Each move in plain words with its effects, and the paragraph behind each sentence."""

from __future__ import annotations

from collections import Counter
from typing import Any

from branchline.games.central_pacific.rules.board import square_number
from branchline.games.central_pacific.rules.layout import (
    DISCARD,
    FOREST,
    FOREST_COSTS,
    MOUNTAIN,
    MOUNTAIN_COSTS,
    STALL_ROUNDS,
    THEN_ASK,
    THEN_BEGIN,
    THEN_DEAL,
    THEN_END,
    THEN_LAY,
    VICTIM_LAYS,
)
from branchline.games.central_pacific.text.consequences import tell_consequences
from branchline.games.central_pacific.text.names import a_tile, ending, kind_name, points, side_name, some_tiles, tiles
from branchline.games.central_pacific.text.scene import side_ranks, side_scores, tile_names
from branchline.games.position import Position
from branchline.games.spec import Told
from branchline.texts import count, say, seat

DRAWN_BY = {THEN_DEAL: "CP 1.4", THEN_ASK: "CP 1.4", THEN_BEGIN: "CP 5.3", THEN_LAY: "CP 5.2", THEN_END: "CP 5.4"}
"""The paragraph behind a draw, by what follows it."""


def tell(before: Position, text: str, after: Position) -> Told:
    """What a move did, for a reader who may know both positions as they are given."""
    told = [_tell_move(before.fields, text.split(), after.fields), *tell_consequences(before, after)]
    return told + _tell_scores(before, after) + _tell_end(before.fields, after)


def _tell_move(before: Any, words: list[str], after: Any) -> tuple[str, str]:
    verb, *rest = words
    player = seat(int(rest[0]) if verb == "first" else int(before.turn))
    if verb == "lay":
        return _tell_lay(before, player, rest[0], rest[1])
    if verb in ("draw", "take", "discard", "return"):
        return _tell_tile(before, player, verb, a_tile(rest[0]) if rest else say("a tile"))
    if verb in ("stock", "grant", "sacrifice"):
        return _tell_special(player, verb, rest, after)
    if verb == "redraw":
        shown = ", ".join(_counted(tile_names(after.shown[before.turn])))
        return say("{player} shows a hand without a city ({tiles}) and draws a new one", player=player, tiles=shown), "CP 1.4"
    if verb == "claim":
        return say("{player} chooses the line that begins on {square}", player=player, square=rest[0]), "CP 4.7"
    if verb == "done":
        return _tell_done(before, player)
    return {
        "first": (say("{player} plays first", player=player), "CP 1.4"),
        "keep": (say("{player} keeps a hand without a city", player=player), "CP 1.4"),
    }[verb]


def _counted(kinds: list[str]) -> list[str]:
    return [f"{number} × {kind_name(kind)}" if number > 1 else kind_name(kind) for kind, number in Counter(kinds).items()]


def _tell_lay(before: Any, player: str, square: str, kind: str) -> tuple[str, str]:
    standing = int(before.tiles[square_number(square)]) - 1
    if standing == FOREST:
        used = some_tiles(kind, FOREST_COSTS)
        return say("{player} clears the forest on {square} with {tiles}", player=player, square=square, tiles=used), "CP 3.3"
    if standing == MOUNTAIN and kind == "tunnel":
        return say("{player} digs a tunnel through the mountain on {square}", player=player, square=square), "CP 3.3"
    if standing == MOUNTAIN:
        used = some_tiles(kind, MOUNTAIN_COSTS)
        return say("{player} clears the mountain on {square} with {tiles}", player=player, square=square, tiles=used), "CP 3.3"
    paragraph = "CP 3.1" if kind in ("forest", "mountain") else "CP 2.1"
    return say("{player} lays {tile} on {square}", player=player, tile=a_tile(kind), square=square), paragraph


def _tell_tile(before: Any, player: str, verb: str, tile: str) -> tuple[str, str]:
    """CP 1.6: a tile drawn, taken or put back; the reader may not know which."""
    if verb == "draw":
        return say("{player} draws {tile}", player=player, tile=tile), DRAWN_BY[int(before.afterwards)]
    if verb == "take":
        victim = seat(int(before.victim))
        told = say(
            "{player} takes {tile} from {victim}, who lays and discards at most {most} in the next turn",
            player=player,
            tile=tile,
            victim=victim,
            most=VICTIM_LAYS,
        )
        return told, "CP 5.3"
    if verb == "return":
        return say("{player} puts {tile} back into the pool", player=player, tile=tile), "CP 5.4"
    return say("{player} discards {tile}", player=player, tile=tile), "CP 5.2" if before.sacrificing else "CP 5.1"


def _tell_special(player: str, verb: str, rest: list[str], after: Any) -> tuple[str, str]:
    if verb == "stock":
        drawn = tiles(int(after.to_draw))
        return say("{player} uses the Stock Market and draws {tiles}", player=player, tiles=drawn), "CP 5.3"
    if verb == "grant":
        return say("{player} uses the Land Grant against {victim}", player=player, victim=seat(int(rest[0]))), "CP 5.3"
    return say("{player} sacrifices a train: discard, draw, then lay", player=player), "CP 5.2"


def _tell_done(before: Any, player: str) -> tuple[str, str]:
    if before.phase == DISCARD:
        put_back = tiles(int(before.discarded))
        return say("{player} is done with discarding: {tiles}", player=player, tiles=put_back), "CP 5.0"
    if before.laid:
        return say("{player} is done with laying: {tiles}", player=player, tiles=tiles(int(before.laid))), "CP 5.0"
    return say("{player} lays nothing and is done", player=player), "CP 5.0"


def _tell_scores(before: Position, after: Position) -> Told:
    """CP 6.2: changed scores."""
    told: Told = []
    old, new = side_scores(before), side_scores(after)
    for side, gain in enumerate(now - was for was, now in zip(old, new, strict=True)):
        if not gain:
            continue
        name, total = side_name(before.fields, side), points(new[side])
        told.append((say("{player} now has {points} ({gain})", player=name, points=total, gain=f"{gain:+d}"), "CP 6.2"))
    return told


def _tell_end(before: Any, position: Position) -> Told:
    """CP 6.1, 6.4: turns without a tile, or the end of the game and the winners."""
    told: Told = []
    after, most = position.fields, STALL_ROUNDS * int(before.players)
    if before.stall < after.stall < most and after.stall >= most // 2:
        told.append(
            (say("{turns} turns in a row without a tile; {most} end the game", turns=int(after.stall), most=most), "CP 6.1")
        )
    if after.over and not before.over:
        told.append((say("The game is over: {ending}", ending=ending(after)), "CP 6.1"))
        told.append((tell_winners(position), "CP 6.4"))
    return told


def tell_winners(position: Position) -> str:
    """CP 6.4: who has won the game."""
    ranks = side_ranks(position)
    first = [side for side, rank in enumerate(ranks) if rank == 1]
    names = say(" and ").join(side_name(position.fields, side) for side in first)
    total = side_scores(position)[first[0]]
    if len(first) == len(ranks):
        return count("Nobody wins: all have {n} point", "Nobody wins: all have {n} points", total)
    if len(first) > 1:
        return count("{players} win together with {n} point", "{players} win together with {n} points", total, players=names)
    return count("{player} wins with {n} point", "{player} wins with {n} points", total, player=names)
