"""Following a trace with a second, naive implementation of the rules, decision by decision."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol


class Referee(Protocol):
    """What a naive implementation of a game offers."""

    def actor(self) -> int | str: ...

    def legal(self) -> list[str]: ...

    def weights(self) -> dict[str, int]: ...

    def play(self, text: str) -> None: ...

    def scores(self) -> list[int]: ...

    def ranks(self) -> list[int]: ...


def follow(lines: Iterable[Mapping[str, Any]], referee: Referee) -> int:
    """Compare one game of a trace (after its header) with the referee; returns the number of decisions."""
    for decisions, line in enumerate(lines):
        if "over" in line:
            assert referee.actor() == "over", f"ply {decisions}: the referee goes on with {referee.actor()}"
            assert referee.scores() == line["scores"], f"scores {line['scores']}, referee {referee.scores()}"
            assert referee.ranks() == line["ranks"], f"ranks {line['ranks']}, referee {referee.ranks()}"
            return decisions
        where = f"ply {line['ply']}, before {line['move']!r}"
        assert line["ply"] == decisions
        assert referee.actor() == line["actor"], f"{where}: actor {line['actor']}, referee {referee.actor()}"
        compare_legal(where, line["legal"], referee.legal())
        if line["actor"] == "chance":
            weights = dict(zip(line["legal"], line["weights"], strict=True))
            assert referee.weights() == weights, f"{where}: weights {weights}, referee {referee.weights()}"
        referee.play(line["move"])
    raise AssertionError("the trace has no result")


def compare_legal(where: str, engine: list[str], referee: list[str]) -> None:
    """The two legal sets, with the differences named."""
    surplus, missing = sorted(set(engine) - set(referee)), sorted(set(referee) - set(engine))
    assert (surplus, missing) == ([], []), f"{where}: only the engine allows {surplus[:5]}, only the referee {missing[:5]}"
