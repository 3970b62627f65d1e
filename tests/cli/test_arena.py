"""`branchline arena`: what it prints, what it writes, and what it does if it cannot."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import branchline as bl
from tests.cli.commands import in_shell, run, said


def test_arena_prints_and_writes(tmp_path: Path) -> None:
    files = {kind: tmp_path / f"games.{kind}" for kind in ("json", "csv", "parquet")}
    words = ["--players", "3", "--set", "rounds=1", "--bots", "greedy,a=random,b=random", "--games", "5", "--workers", "1"]
    for kind, file in files.items():
        words += [f"--{kind}", str(file)]
    text = said("arena", "np", *words, "--out", str(tmp_path / "out"))
    assert "6 games in 2 deals" in text
    assert "Ranks above" in text
    assert "rating" in text
    assert all(file.exists() for file in files.values())
    records = sorted((tmp_path / "out" / "records").glob("*.txt"))
    data: dict[str, Any] = json.loads(files["json"].read_text())
    assert [bl.Record.loads(file.read_text()).seats for file in records] == [tuple(game["bots"]) for game in data["games"]]


TINY_ARENA = [
    "arena",
    "np",
    "--players",
    "2",
    "--set",
    "rounds=1",
    "--bots",
    "a=random,b=random",
    "--games",
    "2",
    "--workers",
    "0",
]


def test_arena_shows_a_seed_that_plays_the_same_again(tmp_path: Path) -> None:
    files = [tmp_path / "first.json", tmp_path / "again.json"]
    text = said(*TINY_ARENA, "--json", str(files[0]))
    seed = json.loads(files[0].read_text())["seed"]
    assert f"Seed {seed}: the same deals again with --seed {seed}" in text
    said(*TINY_ARENA, "--seed", str(seed), "--json", str(files[1]))
    first, again = ({**json.loads(file.read_text()), "timing": None} for file in files)
    assert first == again


def test_arena_says_how_many_games_repeat_another_one() -> None:
    words = ["--players", "2", "--set", "rounds=1", "--bots", "py:tests.arena.rogues:Good,b=py:tests.arena.rogues:Good"]
    text = said("arena", "np", *words, "--games", "6", "--workers", "0")
    assert "4 of 6 games repeat another one" in text


def test_arena_sees_before_play_what_it_cannot_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("branchline.arena.run", lambda *_, **__: pytest.fail("It plays."))
    kept, long = tmp_path / "kept.json", str(tmp_path / ("x" * 300))
    kept.write_text("earlier results")
    (tmp_path / "full" / "records").mkdir(parents=True)
    (tmp_path / "full" / "records" / "game-00000.txt").write_text("a record")
    for words, sentence in (
        (["--json", str(kept), "--csv", long], "cannot be written: File name too long."),
        (["--json", str(kept), "--csv", str(kept)], "Two kinds of results would be written to"),
        (["--csv", str(tmp_path / "new.csv"), "--out", str(kept / "out")], "Records cannot be written to"),
        (["--out", str(tmp_path / "full")], "holds the records of another tournament. hint: name a new folder"),
    ):
        result = run(*TINY_ARENA, *words)
        assert result.exit_code == 2
        assert sentence in " ".join(result.output.split())
    assert kept.read_text() == "earlier results"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["full", "kept.json"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="There is no device that is always full.")
def test_arena_writes_what_it_can(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("branchline.arena.export.write_record", no_room)
    table = tmp_path / "games.csv"
    result = run(*TINY_ARENA, "--json", "/dev/full", "--csv", str(table), "--out", str(tmp_path / "out"))
    assert result.exit_code == 1
    assert "Ranks above" in result.output
    assert f"error: Records from game 0 on are missing in {tmp_path / 'out'}: No space left on device." in result.output
    assert "error: /dev/full was not written: No space left on device." in result.output
    assert len(table.read_text().splitlines()) == 5


def test_arena_shows_forfeits() -> None:
    words = ["--players", "2", "--bots", "random,broken=cmd:sh -c exit", "--games", "2", "--workers", "0"]
    text = said("arena", "np", *words)
    assert "2 crash" in text
    assert "forfeit 2 × broken (crash): ended: exit code 0" in text


def test_arena_ends_with_what_was_played_when_it_cannot_go_on(tmp_path: Path) -> None:
    words = ["--players", "2", "--set", "rounds=1", "--bots", "greedy,random,py:tests.arena.rogues:Breaking"]
    words += ["--games", "6", "--workers", "1"]
    done = in_shell("arena", "np", *words, "--json", str(tmp_path / "games.json"))
    assert done.returncode == 1
    assert "Broken off: 6 games were planned." in done.stdout
    assert "greedy" in done.stdout
    assert done.stderr.strip().endswith("error: A worker could not play: RuntimeError: all is lost")
    assert len(json.loads((tmp_path / "games.json").read_text())["games"]) == 2
