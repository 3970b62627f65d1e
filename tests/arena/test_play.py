"""Games among bots of this process, and how they are lost beside the rules."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import branchline as bl
from branchline import arena
from branchline.arena.play import ranks_after
from tests.arena import rogues
from tests.arena.common import GAME


def lost(bot: Any, **more: Any) -> list[arena.Played]:
    """Three games of a rogue against random bots, in this process."""
    done = arena.run(GAME, [bot, "random", "greedy"], games=3, **{"workers": 0, **more})
    assert len(done.games) == 3
    return list(done.games)


@pytest.mark.parametrize(
    ("bot", "kind", "reason"),
    [
        (rogues.Raising, "crash", "raised ZeroDivisionError: bad [31mterminal"),
        (rogues.Leaving, "crash", "raised SystemExit: 3"),
        (rogues.Unborn, "crash", "raised OSError: no weights"),
        (rogues.Illegal, "illegal", "played 'extend Seattle': "),
        (rogues.Numbers, "garbage", "answered 7, which is no text"),
        (rogues.Unspeakable, "crash", "raised RuntimeError: no repr"),
    ],
)
def test_a_bot_that_fails_forfeits_with_a_reason(bot: type, kind: str, reason: str) -> None:
    for game in lost(bot):
        name = bot.name  # type: ignore[attr-defined]
        assert game.forfeit is not None
        assert (game.forfeit["bot"], game.forfeit["kind"]) == (name, kind)
        assert reason in game.forfeit["reason"]
        seat = game.bots.index(name)
        assert game.forfeit["seat"] == seat
        assert game.ranks[seat] == 3
        assert sorted(game.ranks) == [1, 1, 3]


def test_a_text_with_methods_of_its_own_is_read_as_the_text_it_is() -> None:
    assert all(game.forfeit is None for game in lost(rogues.Tricky))


@pytest.fixture
def on_interrupt() -> Iterator[Callable[[Any], Any]]:
    """Sets what an interrupt does, which a shell decides for its jobs: those in the background ignore it."""
    before = signal.getsignal(signal.SIGINT)
    yield lambda handler: signal.signal(signal.SIGINT, handler)
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_in_this_process_is_the_persons_own(on_interrupt: Callable[[Any], Any]) -> None:
    on_interrupt(signal.default_int_handler)
    done = arena.run(GAME, [rogues.Interrupting, "random"], 3, workers=0)
    assert not done.is_complete


def test_where_interrupts_are_ignored_only_a_bot_can_have_raised_one(on_interrupt: Callable[[Any], Any]) -> None:
    on_interrupt(signal.SIG_IGN)
    for game in lost(rogues.Interrupting):
        assert game.forfeit is not None
        assert game.forfeit["reason"] == "raised KeyboardInterrupt: me"


def test_the_record_of_a_forfeited_game_can_be_read() -> None:
    game = lost(rogues.Illegal)[0]
    text = game.record_text(GAME)
    assert "# Forfeit: illegal (seat 0) played 'extend Seattle'" in text
    assert "Result: unfinished" in text
    record = bl.Record.loads(text)
    assert record.seats == game.bots
    assert record.actions == game.actions


def test_a_finished_game_keeps_everything() -> None:
    done = arena.run(GAME, "greedy,random", games=3, workers=0)
    game = done.games[0]
    final = game.record(GAME).state()
    assert final.is_over
    assert (list(game.scores), list(game.ranks)) == (final.scores, final.ranks)
    assert sum(game.moves) == game.plies == final.ply
    assert arena.Played.from_json(json.loads(json.dumps(game.to_json()))) == game


def test_a_whole_side_is_last_when_one_partner_fails() -> None:
    assert ranks_after([0, 1, 0, 1], 1) == [1, 2, 1, 2]
    assert ranks_after([0, 1, 2], 0) == [3, 1, 1]


def test_teams_play_and_are_ranked_as_sides() -> None:
    game = bl.game("central-pacific", 4, teams="on")
    done = arena.run(game, "greedy,random", games=2, workers=0)
    assert all(len(set(one.sides)) == 2 for one in done.games)
    assert done.figures["greedy"].forfeits == {}
