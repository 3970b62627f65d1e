"""The server's key."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import branchline as bl
from branchline.server.base.keys import load_key


def test_processes_that_start_at_once_have_one_key(tmp_path: Path) -> None:
    for number in range(20):
        folder = tmp_path / str(number)
        folder.mkdir()
        with ThreadPoolExecutor(8) as pool:
            keys = set(pool.map(load_key, [folder] * 8))
        assert len(keys) == 1
        assert [file.name for file in folder.iterdir()] == ["key"]
        assert (folder / "key").stat().st_mode & 0o077 == 0, "nobody else reads it"
        assert {load_key(folder)} == keys


def test_a_key_that_is_too_short_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "key").write_text("short")
    with pytest.raises(bl.BadOption, match="too short"):
        load_key(tmp_path)
    monkeypatch.setenv("BRANCHLINE_KEY", "short")
    with pytest.raises(bl.BadOption, match="too short"):
        load_key(tmp_path)
