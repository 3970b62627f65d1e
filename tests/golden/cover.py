"""Choosing golden games: the fewest of many candidates that together show everything demanded."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import branchline as bl

Features = Callable[[bl.Record], set[str]]


def cover(candidates: Iterable[tuple[str, bl.State]], features: Features, demanded: set[str]) -> dict[str, bl.Record]:
    """Greedily, in the order of the candidates: keep a game if it shows something that no kept game has shown."""
    kept: dict[str, bl.Record] = {}
    missing = set(demanded)
    for name, state in candidates:
        record = bl.Record.of(state, date="2026-11-15")
        shown = features(record) & missing
        if shown:
            kept[name] = record
            missing -= shown
            print(f"{name}: {', '.join(sorted(shown))}")
        if not missing:
            return kept
    raise SystemExit(f"No candidate shows {sorted(missing)}.")


def write(folder: Path, records: dict[str, bl.Record]) -> None:
    """Replace the records in a folder."""
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.txt"):
        old.unlink()
    for name, record in records.items():
        (folder / f"{name}.txt").write_text(record.dumps(), encoding="utf-8")
