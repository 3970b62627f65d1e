"""What a process keeps of a table: the last entries and lines, views by seat, texts by reader."""

from __future__ import annotations

from typing import Any

from branchline.match import Entry, Match, Seat, Setup
from branchline.server.store.rows import MAX_LINES
from branchline.server.tables.live_table import RECENT, REST_SECONDS, LiveTable
from branchline.texts import speaking


def table(game: str = "northern-pacific", **more: Any) -> LiveTable:
    setup = Setup.of(game, [Seat("person", "Ann"), Seat("person", "Bo"), Seat("person", "Cy")], **more)
    match = Match(setup)
    begun = match.begin(0.0)
    match.apply(begun)
    live = LiveTable("table", match, None, False, None, frozenset())
    live.remember(begun)
    return live


def play(live: LiveTable, moves: int = 1) -> list[Entry]:
    """Go on by so many first legal moves."""
    made: list[Entry] = []
    for _ in range(moves):
        after = live.match.copy()
        entries = after.play(after.state.actor, after.state.legal()[0], after.ply, 1.0)
        after.apply(entries)
        live.advance(after, entries)
        made += entries
    return made


def test_the_last_entries_are_in_memory_and_older_ones_are_not() -> None:
    live = table()
    start, made = live.match.version, play(live, RECENT + 8)
    now = live.match.version
    assert live.since(now) == []
    assert live.since(now + 5) == []
    assert live.since(now - 3) == [(now - 2, made[-3]), (now - 1, made[-2]), (now, made[-1])]
    assert len(live.since(now - RECENT) or ()) == RECENT
    assert live.since(now - RECENT - 1) is None
    assert live.since(start) is None
    assert live.since(-1) is None


def test_what_comes_twice_or_late_changes_nothing() -> None:
    """Several readers of one database bring the same entries, in any order."""
    live = table()
    before = live.match
    made = play(live, 3)
    after = live.match
    early = before.copy()
    early.apply(made[:2])
    live.advance(early, made[:2])
    assert live.match is after
    longer = after.copy()
    more = longer.play(longer.state.actor, longer.state.legal()[0], longer.ply, 2.0)
    longer.apply(more)
    live.advance(longer, [*made, *more])
    assert [entry for _, entry in live.since(before.version) or ()] == [*made, *more]


def test_lines_of_chat_are_kept_once_and_not_for_ever() -> None:
    live = table()
    assert live.chat is None
    live.add_lines([])
    assert live.chat == []
    lines = [{"id": number, "text": str(number)} for number in range(1, MAX_LINES + 10)]
    live.add_lines(lines[:5])
    live.add_lines(lines)
    assert [line["id"] for line in live.lines_after(3)][:3] == [10, 11, 12], "only the last are kept"
    assert live.last_line == lines[-1]["id"]
    assert live.lines_after(live.last_line) == []


def test_views_and_texts_belong_to_who_asked_and_to_the_moment() -> None:
    live = table("central-pacific")
    written: list[Any] = []

    def text(seat: int | None) -> str:
        return live.text(("table", seat), live.view(seat), lambda: written.append(seat) or str(live.view(seat)))  # type: ignore[func-returns-value]

    first = {seat: text(seat) for seat in (0, 1, 2, None)}
    assert len(set(first.values())) == 4, "every seat holds other tiles"
    assert {seat: text(seat) for seat in (0, 1, 2, None)} == first
    assert written == [0, 1, 2, None]
    with speaking("de"):
        assert text(0)
    assert written.pop() == 0, "another language is another text"
    assert text(0) == first[0]
    play(live)
    assert text(0) != first[0]
    assert written[4:] == [0]


def test_what_nobody_looks_at_is_dropped() -> None:
    live = table()
    view = live.view(0)
    live.drop_unused(live._looked + REST_SECONDS / 2)
    assert live.view(0) is view
    live.drop_unused(live._looked + REST_SECONDS + 1)
    assert live.view(0) is not view
    assert live.view(0) == view


def test_one_telling_for_each_seat_and_language() -> None:
    live = table()
    first = live.log_text(0, ["Ann", "Bo"], object)
    assert live.log_text(0, ["Ann", "Bo"], object) is first
    assert live.log_text(None, ["Ann", "Bo"], object) is not first
    with speaking("de"):
        assert live.log_text(0, ["Ann", "Bo"], object) is not first
    play(live)
    assert live.log_text(0, ["Ann", "Bo"], object) is first, "it goes on with the game"
    other = live.log_text(0, ["Ann", "Cy"], object)
    assert other is not first
    assert live.log_text(0, ["Ann", "Bo"], object) is not first, "the old one is not kept"
    live.drop_unused(live._looked + REST_SECONDS + 1)
    assert not live._told
