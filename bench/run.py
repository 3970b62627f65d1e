"""Measure Branchline in one run: against hand-written C, against its peers, and how long it takes to start."""

from __future__ import annotations

import json
import platform
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import branchline as bl
import peers
import scaling
import searches
import starts
import yardstick
from branchline import speed
from branchline.machine import cores as core_count
from report import Row, duration, headlines, markdown, per_minute, per_second, show, times, write_into
from targets import seats, targets_of

REFERENCE = bl.game("northern-pacific", players=4)
README = Path(__file__).parent / "README.md"
LOAD = Path("/proc/loadavg")
FIRST_PAGE = README.parent.parent / "README.md"

C_SHARE, C_SPEED, KERNEL_SPEED = 0.75, 14e6, 8e6
COPY, PLAYED, CHECKED, UNCHECKED = 2e-6, 100e3, 300e3, 500e3
AHEAD = "OpenSpiel connect_four"
"""The peer that `ids()` and `push` have to be ahead of in the same run."""
COLD, WARM, HELP = 15.0, 1.5, 0.3
SECOND_CORE = 1.8
"""What two workers of the arena owe in relation to one."""

KERNEL, PYTHON, PEERS, STARTS = "Random play inside the kernel", "From Python", "Peers, from Python", "Starting"
SEARCH = f"Search from the opening, one core, {searches.SIMULATIONS:,} simulations each; simulations a second"
ARENA = "Arena"
Meter = Callable[[float], float]
Samples = dict[str, list[float]]
EPILOG = """\b
Examples:
  python bench/run.py --quick
  python bench/run.py --json figures.json
  python bench/run.py --only kernel --runs 10 --write
  python bench/run.py --write"""


def games() -> list[bl.Game]:
    """Every game with four players if it allows, the reference first."""
    others = [spec for spec in bl.specs() if spec.name != REFERENCE.name]
    return [REFERENCE, *(bl.game(spec.name, seats(spec.card, REFERENCE.players)) for spec in others)]


def meters(program: Path | None, cores: int) -> dict[str, Meter]:
    """What is measured by turns, by name."""
    found: dict[str, Meter] = {}
    for game in games():
        found[f"kernel {game.name}"] = partial(speed.kernel_rate, game)
        if game is REFERENCE and program is not None:
            found["C"] = partial(yardstick.c_rate, program, REFERENCE.players)
    for threads in sorted({1, cores}):
        found[f"threads {threads}"] = partial(speed.simulate_rate, REFERENCE, threads)
    for game in games():
        for name, measure in {
            "copy": speed.copy_seconds,
            "play": speed.play_rate,
            "legal": speed.choose_and_play_rate,
            "ids": speed.push_rate,
        }.items():
            found[f"{name} {game.name}"] = partial(measure, game)
    for game in games():
        found[f"search {game.name}"] = partial(searches.search_rate, game)
    for peer in (*peers.PEERS, *searches.peers()):
        if peer.version is not None:
            found[peer.label] = peer.meter()
    return found


def take(found: dict[str, Meter], rounds: int, seconds: float, progress: Progress) -> Samples:
    """Every meter once in each round, so that a slow spell of the machine falls on all of them."""
    task = progress.add_task("", total=rounds * len(found))
    samples: Samples = {name: [] for name in found}
    for _ in range(rounds):
        for name, meter in found.items():
            progress.update(task, description=name)
            samples[name].append(meter(seconds))
            progress.advance(task)
    progress.remove_task(task)
    return samples


def ratio(samples: Samples, upper: str, lower: str) -> float:
    """The median over rounds of the ratio of two figures taken in the same round."""
    return median(above / below for above, below in zip(samples[upper], samples[lower], strict=True))


def spread(values: list[float]) -> str:
    """The range of the samples around their median, in per cent."""
    middle = median(values)
    return f"{min(values) / middle - 1:+.0%} … {max(values) / middle - 1:+.0%}"


def where_time_goes(game: bl.Game) -> str:
    """The profile of a decision inside the kernel, as shares."""
    parts = speed.profile(game)
    whole = sum(parts.values())
    return ", ".join(f"{part} {value / whole:.0%}" for part, value in parts.items()) + " of a decision"


def kernel_rows(samples: Samples, cores: int) -> Iterator[Row]:
    """Section 1: the kernel, C, and several cores."""
    for game in games():
        name = f"kernel {game.name}"
        label = f"{game.spec.card.title}, {game.players} players, one core"
        # The target speed holds where C makes C_SPEED; a slower machine owes less.
        target = targets_of(game.name).kernel
        if game is REFERENCE and "C" in samples:
            target = KERNEL_SPEED * min(1, median(samples["C"]) / C_SPEED)
        headline = f"decisions of random play, one core: {game.spec.card.title}"
        yield Row(KERNEL, label, median(samples[name]), per_second, target, note=spread(samples[name]), headline=headline)
        if game is not REFERENCE:
            share = ratio(samples, name, f"kernel {REFERENCE.name}")
            yield Row(KERNEL, f"{game.spec.card.title} / {REFERENCE.spec.card.title}", share, times, note=where_time_goes(game))
    if "C" in samples:
        reference = f"kernel {REFERENCE.name}"
        yield Row(KERNEL, "Northern Pacific in C, the same games", median(samples["C"]), per_second, note=spread(samples["C"]))
        share, headline = ratio(samples, reference, "C"), "the same games as in hand-written C: our speed over its"
        yield Row(KERNEL, "kernel / C", share, times, C_SHARE, note="median of the rounds' ratios", headline=headline)
    if cores > 1:
        gain = ratio(samples, f"threads {cores}", "threads 1")
        yield Row(KERNEL, f"simulate on {cores} threads / on one", gain, times, note="by the wall clock: needs idle cores")


def fresh_share(rounds: int, seconds: float) -> float:
    """Kernel / C, in a process that has done nothing else."""
    with tempfile.TemporaryDirectory() as folder:
        program = yardstick.build(Path(folder))
        check_same_games(program)
        found: dict[str, Meter] = {
            "C": partial(yardstick.c_rate, program, REFERENCE.players),
            "kernel": partial(speed.kernel_rate, REFERENCE),
        }
        return ratio(take(found, rounds, seconds, Progress(disable=True)), "kernel", "C")


def share_rows(runs: int, rounds: int, seconds: float, progress: Progress) -> Iterator[Row]:
    """Kernel / C in several fresh processes, because it differs from run to run."""
    task, shares = progress.add_task("kernel and C in fresh processes", total=runs), list[float]()
    for _ in range(runs):
        with ProcessPoolExecutor(1, get_context("spawn")) as one:
            shares.append(one.submit(fresh_share, rounds, seconds).result())
        progress.advance(task)
    remark = f"from {times(min(shares))} to {times(max(shares))}; a run is the median of the ratios of its rounds"
    yield Row(KERNEL, f"kernel / C, the median of {runs} runs", median(shares), times, C_SHARE, note=remark)


def python_rows(samples: Samples) -> Iterator[Row]:
    """Section 2: the doors that Python uses."""
    for game in games():
        mine = {name: samples[f"{name} {game.name}"] for name in ("copy", "play", "legal", "ids")}
        is_reference = game is REFERENCE
        title = game.spec.card.title
        rows = (
            ("copy", "State.copy", duration, COPY, True),
            ("play", "play(text), checked", per_second, PLAYED, False),
            ("legal", "legal() + play(move), checked", per_second, CHECKED, False),
            ("ids", "ids() + push(id), unchecked", per_second, UNCHECKED, False),
        )
        for name, label, shown, target, at_most in rows:
            goal = target if is_reference else None
            headline = f"decisions from Python, by number: {title}" if is_reference and name == "ids" else ""
            yield Row(PYTHON, f"{title}: {label}", median(mine[name]), shown, goal, at_most, spread(mine[name]), headline)


def peer_rows(samples: Samples) -> Iterator[Row]:
    """Section 3: other libraries, where they are installed."""
    ours = f"ids {REFERENCE.name}"
    for peer in peers.PEERS:
        if peer.version is not None:
            remark = f"{peer.calls}; version {peer.version}; ours makes {ratio(samples, ours, peer.label):.1f} × as many"
            yield Row(PEERS, peer.label, median(samples[peer.label]), per_second, note=remark)
        if peer.version is not None and peer.label == AHEAD:
            label = f"{REFERENCE.spec.card.title}, ids() + push(id) / {AHEAD}"
            yield Row(PEERS, label, ratio(samples, ours, AHEAD), times, 1.0, note="median of the rounds' ratios")


def search_rows(samples: Samples) -> Iterator[Row]:
    """Section 4: searches, ours and OpenSpiel's."""
    for game in games():
        name, label = f"search {game.name}", f"{game.spec.card.title}, {game.players} players"
        head = f"simulations of a bot's search, one core: {game.spec.card.title}"
        yield Row(SEARCH, label, median(samples[name]), per_second, note=f"one tree; {spread(samples[name])}", headline=head)
    ours = f"search {REFERENCE.name}"
    for peer in searches.peers():
        if peer.version is not None:
            remark = f"{peer.calls}; {REFERENCE.spec.card.title} makes {ratio(samples, ours, peer.label):.1f} × as many"
            yield Row(SEARCH, peer.label, median(samples[peer.label]), per_second, note=remark)


def arena_rows(quick: bool, cores: int, progress: Progress) -> Iterator[Row]:
    """Section 5: what a second core gives to the arena."""
    if cores < 2:
        return
    task = progress.add_task("the arena with one worker and with two", total=None)
    game = bl.game(REFERENCE.name, players=3)
    one, two, gain = scaling.scaling(game, *((12, 2, 1) if quick else (60, 2, 3)))
    yield Row(ARENA, f"{game.spec.card.title}, {game.players} players, {scaling.BOTS}: one worker", one, per_minute)
    yield Row(ARENA, "the same with two workers", two, per_minute)
    remark = "by the wall clock, processes started and loaded included: needs idle cores"
    headline = "games of the arena: two cores over one"
    yield Row(ARENA, "two workers / one", gain, times, None if quick else SECOND_CORE, note=remark, headline=headline)
    progress.remove_task(task)


def start_rows(repeats: int, cold: bool, progress: Progress) -> Iterator[Row]:
    """Section 6: cold compilation, warm start, --help; by the wall clock, with the processor's time as a remark."""
    task = progress.add_task("", total=None)
    for game in games():
        is_reference = game is REFERENCE
        with tempfile.TemporaryDirectory() as folder:
            progress.update(task, description=f"compiling {game.spec.card.title} from nothing")
            wall, busy = starts.first_move(game, Path(folder))
            if cold:
                label, goal = f"{game.spec.card.title}: first move, empty cache", COLD if is_reference else None
                yield Row(STARTS, label, wall, duration, goal, at_most=True, note=f"{duration(busy)} of processor")
            progress.update(task, description=f"starting {game.spec.card.title}")
            warm = [starts.first_move(game, Path(folder)) for _ in range(repeats)]
        label, goal = f"{game.spec.card.title}: first move, full cache", WARM if is_reference else None
        remark = f"{duration(median(busy for _, busy in warm))} of processor"
        yield Row(STARTS, label, median(wall for wall, _ in warm), duration, goal, at_most=True, note=remark)
    helps = [found for _ in range(repeats) if (found := starts.answer_help()) is not None]
    if helps:
        remark = f"{duration(median(busy for _, busy in helps))} of processor"
        yield Row(STARTS, "branchline --help", median(wall for wall, _ in helps), duration, HELP, at_most=True, note=remark)
    progress.remove_task(task)


def check_same_games(program: Path, count: int = 500) -> None:
    """C and kernel must play the same games, or the comparison means nothing."""
    for players in REFERENCE.spec.card.players:
        in_c, _ = yardstick.play_in_c(program, players, count, seed=11)
        if in_c != (in_kernel := yardstick.play_in_kernel(players, count, seed=11)):
            raise SystemExit(f"C and kernel play different games with {players} players: {in_c} and {in_kernel}.")


def missing(program: Path | None) -> Iterator[str]:
    """A sentence for everything that is left out."""
    if program is None:
        yield "There is no C compiler here: the comparison with C is left out."
    for package in dict.fromkeys(peer.package for peer in peers.PEERS if peer.version is None):
        yield f"{package} is not installed: it is left out. hint: make .venv/.bench"


def others_at_work() -> str:
    """How many threads of others want a processor now, where the system tells."""
    if not LOAD.exists():
        return ""
    running = int(LOAD.read_text().split()[3].partition("/")[0]) - 1
    return f" with {running} threads of others at work when it began"


@click.command(epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--quick", is_flag=True, help="Few short rounds and no cold compilation: a rough picture in half a minute.")
@click.option("--rounds", type=click.IntRange(1), help="Rounds in which everything is measured once.  [default: 9, quick 3]")
@click.option("--seconds", type=click.FloatRange(0.01), help="Length of one measurement.  [default: 0.3, quick 0.1]")
@click.option(
    "--only", type=click.Choice(["kernel"]), help="Measure nothing but Northern Pacific against C, in fresh processes."
)
@click.option("--runs", type=click.IntRange(1), default=10, show_default=True, help="With --only: the number of processes.")
@click.option("--json", "json_path", type=click.Path(dir_okay=False, path_type=Path), help="Write the figures to a file.")
@click.option("--write", is_flag=True, help="Write the tables into bench/README.md and a few figures into README.md.")
def main(
    quick: bool, rounds: int | None, seconds: float | None, only: str | None, runs: int, json_path: Path | None, write: bool
) -> None:
    """Measure random play against C, the doors from Python, peers, searches, the arena and starting times, all in one run.

    Everything is measured by turns in several rounds and the medians are shown, so ratios hold on a busy machine too.
    """
    rounds, seconds, repeats = rounds or (3 if quick else 9), seconds or (0.1 if quick else 0.3), 3 if quick else 5
    console, cores, beside = Console(), core_count(), others_at_work()
    samples: Samples = {}
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with tempfile.TemporaryDirectory() as folder, Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        program = yardstick.build(Path(folder)) if yardstick.compiler() else None
        if only is not None:
            rows = list(share_rows(runs, rounds, seconds, progress)) if program is not None else []
        else:
            if program is not None:
                check_same_games(program)
            samples = take(meters(program, cores), rounds, seconds, progress)
            rows = [*kernel_rows(samples, cores), *python_rows(samples), *peer_rows(samples), *search_rows(samples)]
            rows += arena_rows(quick, cores, progress)
            rows += start_rows(repeats, not quick, progress)
    show(console, rows)
    for sentence in missing(program):
        console.print(sentence)
    machine = f"{cores} cores{beside}, Python {platform.python_version()}, {rounds} rounds of {seconds} s each"
    if json_path is not None:
        figures = {"machine": machine, "rows": [row.plain() for row in rows], "samples": samples}
        json_path.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if write and only is None:
        write_into(README, markdown(rows, f"Measured on {machine}."))
        write_into(FIRST_PAGE, headlines(rows, f"Measured on {machine}."), script="bench/run.py")
    elif write and rows:
        write_into(README, markdown(rows, f"Measured on {machine}."), "kernel")


if __name__ == "__main__":
    main()
