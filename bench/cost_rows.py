"""The figures of what the server's work costs, with their targets."""

from __future__ import annotations

from branchline.machine import cores
from cost import TABLES, WATCHERS, Costs
from report import Row, times

COST = "What it costs, one process on SQLite"
POSTGRES = "Workers on PostgreSQL"
MOST_BARE, MOST_LOOK, MOST_PAGE, MOST_WATCHER = 2.5, 0.0007, 0.004, 0.0001
LEAST_RATE, LEAST_GAIN = 300.0, 1.6
MOST_HEARING, MOST_STEADY = 0.3, 0.05


def milliseconds(value: float) -> str:
    return f"{value * 1000:.1f} ms"


def finely(value: float) -> str:
    return f"{value * 1000:.2f} ms"


def rate(value: float) -> str:
    return f"{value:,.0f} / s"


def share(values: list[float], part: float) -> float:
    """The value that this part of all stays under; 0 without any."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


def cost_rows(found: Costs) -> list[Row]:
    """Processor time of the server, and the speed that follows."""
    note = f"{TABLES} tables, each with a connection that moves as fast as it is answered; {len(found.moves):,} moves"
    return [
        Row(COST, "a bare post", found.bare, finely, note="FastAPI, one row, one commit: `bench/bare.py`"),
        Row(COST, "a move", found.move, finely, note=note),
        Row(COST, "a move / a bare post", found.move / found.bare, times, MOST_BARE, at_most=True),
        Row(COST, "a look at a table by the API", found.look, finely, MOST_LOOK, at_most=True),
        Row(COST, "the page of a table", found.page, finely, MOST_PAGE, at_most=True),
        Row(COST, "an event to one more watcher", found.watcher, finely, MOST_WATCHER, at_most=True, note=f"of {WATCHERS}"),
        Row(COST, "moves that a core can take", 1 / found.move, rate, note="by their processor time"),
        Row(COST, "moves by the clock", found.rate, rate, LEAST_RATE, note=taken(found)),
        Row(COST, "a move meanwhile, p50", share(found.moves, 0.50), milliseconds),
        Row(COST, "a move meanwhile, p99", share(found.moves, 0.99), milliseconds),
    ]


def taken(found: Costs) -> str:
    """The client's part of the machine, as a remark."""
    return f"the client took {found.client:.2f} of a core"


def speed_rows(one: Costs, two: Costs) -> list[Row]:
    """How much two workers gain on PostgreSQL: if each has a core and the database has another one, and on this machine."""
    note = f"by their processor time: {finely(one.move)} for a move with one worker, {finely(two.move)} with two"
    shared = f"workers, PostgreSQL and client share {cores()} cores"
    return [
        Row(POSTGRES, "two workers / one", 2 * one.move / two.move, times, LEAST_GAIN, note=note),
        Row(POSTGRES, "one worker: moves by the clock", one.rate, rate, note=taken(one)),
        Row(POSTGRES, "two workers: moves by the clock", two.rate, rate, note=taken(two)),
        Row(POSTGRES, "two workers / one, by the clock", two.rate / one.rate, times, LEAST_GAIN, note=shared),
    ]


def waiting_rows(heard: list[float], watchers: int, moved: list[float], tables: int, pause: float) -> list[Row]:
    """How long one waits, by the clock."""
    section = "Many at once, one process on SQLite"
    note = f"until the last of {watchers:,} has it; {len(heard)} moves"
    return [
        Row(section, "watchers hear of a move, p50", share(heard, 0.5), milliseconds, note=note),
        Row(section, "watchers hear of a move, worst", max(heard), milliseconds, MOST_HEARING, at_most=True),
        Row(
            section,
            "a move, p50",
            share(moved, 0.5),
            milliseconds,
            note=f"{tables:,} tables with a move every {pause:g} s each; {len(moved):,} moves",
        ),
        Row(section, "a move, p99", share(moved, 0.99), milliseconds, MOST_STEADY, at_most=True),
    ]
