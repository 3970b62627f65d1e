"""The folders for compiled code and for the data of a server."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from branchline.kernel.folders import cache_root
from branchline.server.base.settings import default_data

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="Other systems have other folders.")


@LINUX
def test_folders_are_in_the_home_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("BRANCHLINE_CACHE", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    assert cache_root() == tmp_path / ".cache" / "branchline"
    assert default_data() == tmp_path / ".local" / "share" / "branchline"


@LINUX
def test_folders_follow_the_variables_of_the_desktop(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("BRANCHLINE_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert cache_root() == tmp_path / "cache" / "branchline"
    assert default_data() == tmp_path / "data" / "branchline"


def test_a_chosen_cache_goes_before_all_others(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("BRANCHLINE_CACHE", str(tmp_path / "chosen"))
    assert cache_root() == tmp_path / "chosen"
