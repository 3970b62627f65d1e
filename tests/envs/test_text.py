"""The text door: what a language model reads, and how its answers are read.  Scripted stand-ins answer, no network."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

import branchline as bl
from branchline import arena
from branchline.envs.text import TextPlayer, legal_moves, observation, read_answer, rules
from tests.own_games import OWN_GAMES

NP = OWN_GAMES[0]


def decision(name: str, plies: int = 0) -> dict[str, Any]:
    """A view with a decision, some plies after the start of a random game."""
    state, rng = bl.game(name, players=3).start(), bl.seeded(2)
    while state.ply < plies or state.is_chance:
        state.push(state.random_move(rng).id)
    return state.view(state.actor)


@pytest.mark.parametrize("name", OWN_GAMES)
def test_everything_that_a_model_needs_is_there(name: str) -> None:
    view = decision(name, 60)
    text = observation(view)
    assert "You are player" in text
    assert view["todo"] in text
    assert f"Legal moves ({len(view['legal'])})" in text
    for move in view["legal"]:
        assert move.split()[0] in text
        assert move.rpartition(" ")[2] in text
    assert "Since your last move" in text
    assert "on one page" in rules(name)


@pytest.mark.parametrize("name", OWN_GAMES)
def test_groups_of_moves_are_shorter_than_a_list_and_lose_nothing(name: str) -> None:
    moves = decision(name, 60)["legal"]
    lines = legal_moves(moves)
    assert sum(map(len, lines)) <= len("\n".join(moves))
    again = []
    for line in lines:
        begin, found, rests = line.partition(" … ")
        again += [f"{begin} {rest}".strip() for rest in rests.split(" | ")] if found else [begin]
    assert sorted(again) == sorted(moves)


@pytest.mark.parametrize(
    "answer",
    [
        "extend Fargo",
        "  EXTEND FARGO \n",
        "move: extend Fargo",
        "Move: **extend Fargo**.",
        "I could invest in Seattle, but the best is `extend Fargo`",
        '{"move": "extend fargo", "why": "it is near"}',
        'Here is my answer:\n```json\n{"move": "extend Fargo"}\n```',
        "Thinking about it, I will extend Fargo now, because it pays.",
        "First idea: extend Butte.\nFinal answer: extend Fargo",
        "<move>extend Fargo</move>",
    ],
)
def test_answers_are_read_leniently(answer: str) -> None:
    assert read_answer(answer, decision(NP)).move == "extend Fargo"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("extend Butte", "no track leads from there to Butte"),
        ("move: invest Seattle", "Seattle is the goal: cubes never go there (NP 2.2)."),
        ("either extend Fargo or extend Duluth", "names 2 moves: extend Duluth, extend Fargo. Name one."),
        ("extend Fargoo", "did you mean 'extend Fargo'"),
        ("", "The answer is empty."),
        ("I do not know.", "is no move of this game"),
        ('{"move": 3}', "is no move of this game"),
        ("{" * 3000, "is no move of this game"),
    ],
)
def test_every_refusal_has_a_reason(answer: str, reason: str) -> None:
    found = read_answer(answer, decision(NP))
    assert found.move is None
    assert reason in found.reason


def test_the_longer_of_two_names_counts() -> None:
    view = decision(NP)
    small = next(move for move in view["legal"] if move.startswith("invest") and not move.endswith("large"))
    assert f"{small} large" in view["legal"]
    assert read_answer(f"I will {small} large today", view).move == f"{small} large"


def test_a_model_is_told_why_and_asked_again() -> None:
    answers, prompts = iter(["extend Butte", "move: extend Fargo", "extend Grand Forks"]), []

    def ask(prompt: str) -> str:
        prompts.append(prompt)
        return next(answers)

    player = TextPlayer(ask)
    view = decision(NP)
    assert player.choose(view) == "extend Fargo"
    assert "on one page" in prompts[0]
    assert prompts[1].startswith("That is not possible: The railroad stands at Minneapolis")
    assert len(player.refusals) == 1
    state = bl.game(NP, players=3).replay(["extend Fargo", "invest Butte", "invest Butte"])
    assert player.choose(state.view(0)) == "extend Grand Forks"
    assert "on one page" not in prompts[2]
    assert "B: invest Butte; C: invest Butte" in prompts[2]


def test_a_model_that_never_answers_plays_the_first_legal_move() -> None:
    player = TextPlayer(lambda prompt: "no idea", tries=2)
    view = decision(NP)
    assert player.choose(view) == view["legal"][0]
    assert len(player.refusals) == 2


def test_nothing_hidden_is_told() -> None:
    state, rng = bl.game("central-pacific", players=2).start(), bl.seeded(1)
    while state.is_chance:
        state.push(state.random_move(rng).id)
    other = state.resample(state.actor, bl.seeded(7))
    assert other != state
    assert observation({**other.view(state.actor), "log": []}) == observation({**state.view(state.actor), "log": []})


def test_a_stand_in_plays_in_the_arena(tmp_path: Path) -> None:
    script = tmp_path / "stand_in.py"
    script.write_text(
        "from branchline.envs.text import serve\n"
        "def ask(prompt):\n"
        "    moves = prompt.partition('Legal moves')[2].splitlines()[1:]\n"
        "    return 'move: ' + moves[0].split(' | ')[0].replace(' … ', ' ')\n"
        "serve(ask)\n"
    )
    bots = [f"model=cmd:{sys.executable} {script}", "random"]
    done = arena.run(bl.game(NP, players=2, rounds=1), bots, games=2, seed=1, workers=0)
    assert not done.forfeits
    assert done.figures["model"].games == 2
