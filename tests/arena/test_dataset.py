"""Datasets: every decision of the games is there, and an interrupted run goes on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

import branchline as bl
from branchline.arena import dataset
from branchline.arena.dataset import write_dataset
from branchline.cli.main import command
from branchline.errors import BadOption

NP = bl.game("northern-pacific", players=3, rounds=1)
BOTS = "greedy,random"


def columns(folder: Path) -> dict[str, Any]:
    """All rows by column, lists as arrays with two dimensions."""
    table = pq.read_table(sorted(folder.glob("part-*.parquet")))
    found = {}
    for name in table.column_names:
        column = table[name].combine_chunks()
        is_list = hasattr(column.type, "list_size")
        found[name] = (
            column.flatten().to_numpy(zero_copy_only=False).reshape(len(column), -1) if is_list else column.to_pylist()
        )
    return found


def test_every_decision_of_a_game_is_a_row(tmp_path: Path) -> None:
    done = write_dataset(NP, BOTS, 3, tmp_path / "d", simulations=8, seed=1, workers=0)
    assert done.is_complete
    found = columns(tmp_path / "d")
    assert len(found["ply"]) == done.decisions
    record = bl.Record.loads((tmp_path / "d" / "records" / f"{found['record'][0]}.txt").read_text())
    state = NP.start()
    for row in range(found["game"].count(0)):
        assert found["ply"][row] == state.ply
        assert found["seat"][row] == state.actor
        assert np.array_equal(found["observation"][row], state.encode(state.actor))
        assert np.flatnonzero(found["mask"][row]).tolist() == state.ids().tolist()
        assert found["visits"][row].sum() == 8
        assert not found["visits"][row][~found["mask"][row].astype(bool)].any()
        state.push(found["action"][row])
    assert state.is_over
    assert state == record.state()
    assert found["ranks"][0].tolist() == state.ranks
    assert found["scores"][0].tolist() == state.scores
    assert found["rewards"].sum(axis=1) == pytest.approx(0)
    assert set(found["bot"]) == {"greedy", "random"}


def test_an_interrupted_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "PART_GAMES", 3)
    whole = write_dataset(NP, BOTS, 6, tmp_path / "whole", seed=4, workers=0)
    noted: list[int] = []

    def interrupt(done: int, planned: int) -> None:
        noted.append(done)
        if done == 4:
            raise KeyboardInterrupt

    part = write_dataset(NP, BOTS, 6, tmp_path / "part", seed=4, workers=0, progress=interrupt)
    assert not part.is_complete
    assert part.games == 3
    rest = write_dataset(NP, BOTS, 6, tmp_path / "part", workers=0, progress=lambda done, planned: noted.append(done))
    assert noted == [0, 1, 2, 3, 4, 3, 4, 5, 6]
    assert (rest.games, rest.decisions) == (whole.games, whole.decisions)
    for name, values in columns(tmp_path / "whole").items():
        assert np.array_equal(values, columns(tmp_path / "part")[name])
    again = write_dataset(NP, BOTS, 6, tmp_path / "part", workers=0, progress=lambda done, planned: noted.append(done))
    assert again.is_complete
    assert noted[-1] == 6


def test_other_settings_need_another_folder(tmp_path: Path) -> None:
    write_dataset(NP, BOTS, 1, tmp_path / "d", seed=1, workers=0)
    with pytest.raises(BadOption, match="another setting of simulations"):
        write_dataset(NP, BOTS, 1, tmp_path / "d", simulations=4, workers=0)
    with pytest.raises(BadOption, match="another setting of seed"):
        write_dataset(NP, BOTS, 1, tmp_path / "d", seed=2, workers=0)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("Dear")
    with pytest.raises(BadOption, match="holds other files"):
        write_dataset(NP, BOTS, 1, tmp_path / "other", workers=0)
    (tmp_path / "d" / "dataset.json").write_text("[1]")
    with pytest.raises(BadOption, match="no settings of a dataset"):
        write_dataset(NP, BOTS, 1, tmp_path / "d", workers=0)


class Crasher:
    """A bot that raises."""

    def __init__(self, seed: int) -> None: ...

    def choose(self, view: Any) -> str:
        raise RuntimeError("it fell")


def test_games_with_a_forfeit_are_left_out(tmp_path: Path) -> None:
    done = write_dataset(NP, ["random", Crasher], 3, tmp_path / "d", seed=1, workers=0)
    assert (done.games, done.forfeits, done.decisions, done.is_complete) == (0, 3, 0, True)
    assert pq.read_table(tmp_path / "d" / "part-00000.parquet").num_rows == 0


def test_the_command(tmp_path: Path) -> None:
    words = ["dataset", "np", "--players", "3", "--set", "rounds=1", "--bots", BOTS, "--games", "3", "--workers", "0"]
    done = CliRunner().invoke(command, [*words, "--out", str(tmp_path / "d"), "--seed", "1"])
    assert done.exit_code == 0, done.output
    assert "decisions of 3 games" in done.output
    assert json.loads((tmp_path / "d" / "dataset.json").read_text())["parts"]["options"] == [0, 8]
