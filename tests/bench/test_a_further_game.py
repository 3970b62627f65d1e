"""A game that the benches have never heard of is measured like the others, without targets.  The example is that game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

import branchline as bl
import envs
import load
import reviews
import strength
from branchline.games import catalogue, find_card, packages
from targets import Targets, seats, targets_of
from tests.browser.figures import Figures, figures_of

EXAMPLE = Path(__file__).parents[2] / "examples" / "pick_up_goods"
NAME, TITLE = "pick-up-goods", "Pick-up Goods"


@pytest.fixture
def further(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The example is in the catalogue."""
    monkeypatch.syspath_prepend(str(EXAMPLE))
    known = {**packages(), NAME: "pick_up_goods"}
    monkeypatch.setattr(catalogue, "packages", lambda: known)
    catalogue.cards.cache_clear()
    yield
    catalogue.cards.cache_clear()


def test_what_has_no_figures_has_defaults() -> None:
    assert targets_of(NAME) == Targets()
    assert figures_of(NAME) == Figures()


@pytest.mark.usefixtures("further")
def test_many_games_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(envs, "vector_rate", lambda game, n, threads, seconds: float(n))
    monkeypatch.setattr(envs, "version", lambda package: None)
    rows = {row.label: row for row in envs.vector_rows(1, 0.0)}
    assert list(rows)[-1] == f"{TITLE}, 4 players, one thread, by processor time", "those without a target come last"
    assert {row.target for label, row in rows.items() if label.startswith(TITLE)} == {None}
    assert rows["Northern Pacific, 4 players, one thread, by processor time"].note == "4096 environments"


@pytest.mark.usefixtures("further")
def test_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    """It ships no sample game."""
    account = SimpleNamespace(start=1.0, errors=0.0, luck=0.0, gifts=0.0, residue=0.0, result=1.0)
    monkeypatch.setattr(reviews, "played", lambda game, seed: seed)
    monkeypatch.setattr(bl, "review", lambda record, depth=0: SimpleNamespace(seats=[account]))
    shown = CliRunner().invoke(reviews.main, ["--game", NAME], catch_exceptions=False).stdout
    assert f"| {TITLE}, 3 players |" in shown
    assert "≤" not in shown
    assert load.samples() == ["last-train-to-wensleydale", "central-pacific", "northern-pacific"], "the longest first"


@pytest.mark.usefixtures("further")
def test_strength() -> None:
    shown = CliRunner().invoke(strength.main, ["--kept"], catch_exceptions=False).stdout
    assert shown.count(f"| {TITLE} |") == len(strength.STEPS)


def test_the_number_of_players_is_one_that_the_game_allows() -> None:
    card = find_card("northern-pacific")
    found = [seats(replace(card, players=players), 4) for players in ((2,), (5, 6), card.players)]
    assert found == [2, 5, 4]
