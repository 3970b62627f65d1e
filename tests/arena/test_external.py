"""Bots that are programs: the example, one in another language, and rogues."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest

import branchline as bl
from branchline import arena
from branchline.arena.child_process import POLITE_SECONDS, Child, Silent
from branchline.arena.play import play
from tests.arena import rogues
from tests.arena.common import DUEL, GAME

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "dice_bot.py"

IN_SHELL = r"""
while read -r line; do
  case $line in
    '{"hello"'*) echo '{"hello": {}}' ;;
    '{"view"'*) printf '%s' "$line" | sed 's/.*"legal":\["\([^"]*\)".*/{"move": "\1"}/'; echo ;;
    *) exit ;;
  esac
done
"""


def played(bot: str, move_seconds: float = 20.0) -> arena.Played:
    """A game of a program against two of ours, in this process."""
    jobs = arena.schedule(GAME, arena.entrants([bot, "random", "greedy"]), 1, seed=1, move_seconds=move_seconds)
    return play(jobs[0])


def test_the_example_plays_and_is_the_one_in_the_docs() -> None:
    dice = f"dice=cmd:{sys.executable} {EXAMPLE}"
    first = arena.run(GAME, [dice, "greedy"], 6, seed=3, workers=2)
    again = arena.run(GAME, [dice, "greedy"], 6, seed=3, workers=0)
    assert not first.forfeits
    assert first.games == again.games
    assert first.figures.standings[0].name == "greedy"
    text = EXAMPLE.read_text(encoding="utf-8")
    assert len(text.splitlines()) == 20
    assert text in (ROOT / "docs" / "arena.md").read_text(encoding="utf-8")


@pytest.mark.skipif(shutil.which("sed") is None, reason="There is no sed here.")
def test_a_bot_in_another_language(tmp_path: Path) -> None:
    script = tmp_path / "bot.sh"
    script.write_text(IN_SHELL)
    game = played(f"cmd:sh {script}")
    assert game.forfeit is None
    assert game.record(GAME).state().is_over


@pytest.mark.parametrize(
    ("fault", "kind", "reason"),
    [
        ("crashing", "crash", "ended: exit code 1: RuntimeError: out of cheese"),
        ("killed", "crash", "ended: signal SIGKILL"),
        ("garbling", "garbage", "answered 'e2e4'"),
        ("mute", "garbage", "answered without a \"move\": {'resign': True}"),
        ("cheating", "illegal", "played 'extend Seattle': "),
        ("flooding", "garbage", "answered 'xxxx"),
        ("rude", "garbage", "answered the greeting with {'move': 'hello?'}"),
    ],
)
def test_a_program_that_fails_forfeits_with_a_reason(fault: str, kind: str, reason: str) -> None:
    game = played(rogues.program(fault))
    assert game.forfeit is not None
    assert (game.forfeit["bot"], game.forfeit["kind"], game.forfeit["seat"]) == (fault, kind, 0)
    assert reason in game.forfeit["reason"]


def test_a_program_that_stalls_is_ended() -> None:
    game = played(rogues.program("stalling"), move_seconds=1.0)
    assert game.forfeit is not None
    assert (game.forfeit["kind"], game.forfeit["reason"]) == ("stall", "did not answer within 1 s")


def test_a_program_that_speaks_unasked_forfeits() -> None:
    """On a busy machine its second line may come so late that it counts as the next answer, which is illegal."""
    game = played(rogues.program("eager"))
    assert game.forfeit is not None
    assert "before it was asked" in game.forfeit["reason"] or game.forfeit["kind"] == "illegal"


def test_a_program_that_stays_after_the_end_is_ended_without_harm() -> None:
    assert played(rogues.program("lingering")).forfeit is None


def test_a_program_that_never_reads_does_not_hold_up_the_arena() -> None:
    child = Child([sys.executable, "-c", "import time; time.sleep(1000)"])
    child.send({"much": "x" * 1_000_000})
    with pytest.raises(Silent):
        child.receive(0.1)
    child.close(0.1)
    assert child.process.poll() is not None
    assert POLITE_SECONDS > 0


def test_a_program_sees_views_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROGUE_LOG", str(tmp_path / "log"))
    game = bl.game("central-pacific", 2)
    bots = [rogues.program("log"), "random"]
    found = arena.run(game, bots, 1, workers=0).games[0]
    heard = [json.loads(line) for line in (tmp_path / "log").read_text(encoding="utf-8").splitlines()]
    overs = [number for number, message in enumerate(heard) if "over" in message]
    heard = heard[: overs[0] + 1]
    assert set(heard[0]["hello"]) == {
        *("protocol", "game", "players", "options", "board", "rules_version", "seat", "seed", "move_seconds"),
    }  # fmt: skip
    views = [state.view(0) for state in found.record(game).states() if state.actor == 0]
    assert [message["view"] for message in heard[1:-1]] == json.loads(json.dumps(views))
    assert all(set(message) == {"view", "legal"} and message["legal"] == message["view"]["legal"] for message in heard[1:-1])
    assert set(heard[-1]["over"]) == {"scores", "ranks", "forfeit", "view"}
    assert heard[-1]["over"]["scores"] == list(found.scores)


@pytest.mark.parametrize("path", [None, "/somebody/elses"])
def test_a_program_has_the_environment_of_who_calls(path: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its Python may be another, which could not live with the modules of this one."""
    monkeypatch.setenv("ROGUE_LOG", str(tmp_path / "log"))
    monkeypatch.delenv("PYTHONPATH", raising=False)
    if path is not None:
        monkeypatch.setenv("PYTHONPATH", path)
    arena.run(DUEL, [rogues.program("environment"), "random"], 1, workers=1)
    for line in (tmp_path / "log").read_text(encoding="utf-8").splitlines():
        seen = json.loads(line)
        assert {name: seen.get(name) for name in os.environ} == dict(os.environ)
        assert seen.get("PYTHONPATH") == path


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["hard"], "An arena needs at least two bots."),
        (["hard", "hard"], "Two bots are called 'hard'. hint: give them names: a=hard,b=hard."),
        (["hard", "haard"], "There is no bot named 'haard'. hint: did you mean hard?"),
        (["hard", "hard:many"], "'many' is no budget for hard."),
        (["hard", "greedy:50"], "The bot greedy does not search."),
        (["hard", "cmd:"], "A bot cmd: has no command."),
        (["hard", "cmd:no-such-program x"], "There is no program 'no-such-program' to run a bot with."),
        (["hard", "cmd:python 'x"], "cannot be read: No closing quotation."),
        (["hard", "py:nowhere:Bot"], "The bot py:nowhere:Bot cannot be imported: No module named 'nowhere'."),
        (["hard", "py:tests.arena.rogues"], "names no class. hint: py:my_module:MyBot"),
        (["hard", lambda seed: None], "cannot be imported by another process."),
        (["expert:90s", "hard"], "expert:90s thinks 90 s a move, and 60 s is the limit."),
    ],
)
def test_mistakes_end_in_a_sentence(given: list[str], sentence: str) -> None:
    with pytest.raises(bl.BadOption, match=re.escape(sentence)):
        arena.run(GAME, given, 1, workers=0)


def test_specs() -> None:
    found = arena.entrants('strong=hard:2000, expert:2s,"cmd:python bot.py 1,2",py:tests.arena.rogues:Good')
    assert [one.name for one in found] == ["strong", "expert:2s", "cmd:python bot.py 1,2", "py:tests.arena.rogues:Good"]
    assert found[0].spec == "hard:2000"
    assert [one.seconds for one in found] == [0.0, 2.0, 0.0, 0.0]
    assert found[2].command == ["python", "bot.py", "1,2"]
    assert arena.entrant(rogues.Good) == arena.Entrant("good", "py:tests.arena.rogues:Good")
    assert arena.entrant("cmd:env A=1 python x").is_external


def test_a_bot_of_this_package_plays_the_same_as_a_program() -> None:
    program = f"a=cmd:{sys.executable} {ROOT / 'examples' / 'house_bot.py'} easy 20"
    outside = arena.run(DUEL, [program, "b=greedy"], 2, seed=3, workers=1)
    inside = arena.run(DUEL, ["a=easy:20", "b=greedy"], 2, seed=3, workers=0)
    assert outside.games == inside.games
