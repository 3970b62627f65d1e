"""Offers thousands of spoilt texts to one door of the package.  Each is refused by a sentence, or it is good for everything.

python -m tests.hostile.fuzz DOOR --count C [--seed S] [--first N]    offer C texts: N, N + 1, …
python -m tests.hostile.fuzz DOOR --show N [--seed S]                 print text N and offer it

The doors are listed in `doors.py`; one is `positions:central-pacific`.  Texts are offered in a process of its own, which is
ended if it hangs.  A text that does harm is printed and kept in build/fuzz.
"""

from __future__ import annotations

import argparse
import faulthandler
import mmap
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "build" / "fuzz"
START_SECONDS = 1500
"""Time to compile the rules of a game on a busy machine."""
HANG_SECONDS = 120
"""Time for one text."""
NUMBER, MAX_BYTES = 8, 1_000_000
"""Bytes of the number of a text, and of the text, in the file where they are noted."""
QUOTED = 3000
TOLD = "became of it: "
TOLD_EVERY = 100_000
"""Progress is told after so many texts."""


class Harm(AssertionError):
    """A text that crashed, hung, led to a dead end, or raised another error than its door's."""


def fuzz(door: str, count: int, seed: int = 1, first: int = 0) -> Counter[str]:
    """Offer texts in another process; how often each thing became of them.  Raises Harm with the text that did it.

    Rules are compiled with every index checked; but for maps they are plain Python, as each map would be compiled anew.
    """
    way = {"NUMBA_DISABLE_JIT" if door.startswith("maps:") else "NUMBA_BOUNDSCHECK": "1"}
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    words = [sys.executable, "-W", "error", "-m", "tests.hostile.fuzz", door, "--seed", str(seed)]
    with tempfile.TemporaryDirectory() as folder:
        place, output = Path(folder) / "text", Path(folder) / "output"
        place.write_bytes(bytes(NUMBER + MAX_BYTES))
        with output.open("w") as out:
            order = [*words, "--count", str(count), "--first", str(first), "--inside", str(place)]
            child = subprocess.Popen(order, cwd=ROOT, env=environment | way, stdout=out, stderr=subprocess.STDOUT)
            try:
                ended = _watch(child, place, first, count)
            finally:
                child.kill()
        said, (number, text) = output.read_text("utf-8"), _present(place)
    if ended == 0:
        rows = [line.removeprefix(TOLD).split(": ") for line in said.splitlines() if line.startswith(TOLD)]
        return Counter({name: int(value) for name, value in rows})
    KEPT.mkdir(parents=True, exist_ok=True)
    file = KEPT / f"{door.replace(':', '-')}-{seed}-{number}.txt"
    file.write_bytes(text)
    quoted = text[:QUOTED].decode(errors="replace")
    raise Harm(f"{door}, seed {seed}, text {number}: {_how(ended)}\n{said[-QUOTED:]}\n{quoted}\nkept as {file}")


def _watch(child: subprocess.Popen[Any], place: Path, first: int, count: int) -> int | None:
    """The exit code of the process, or None if it hung at one text."""
    begun, last, since = time.monotonic(), 0, time.monotonic()
    while True:
        try:
            return child.wait(0.5)
        except subprocess.TimeoutExpired:
            offered = max(0, _present(place)[0] - first + 1)
        if offered != last:
            if offered // TOLD_EVERY > last // TOLD_EVERY:
                print(f"{offered:,} of {count:,} texts in {time.monotonic() - begun:,.0f} s", file=sys.stderr, flush=True)
            last, since = offered, time.monotonic()
        elif time.monotonic() - since > (HANG_SECONDS if last > 0 else START_SECONDS):
            return None


def _present(place: Path) -> tuple[int, bytes]:
    """The number of the present text, −1 before the first, and the text."""
    data = place.read_bytes()
    return int.from_bytes(data[:NUMBER], "little") - 1, data[NUMBER:].rstrip(b"\0")


def _how(ended: int | None) -> str:
    if ended is None:
        return f"no end within {HANG_SECONDS} s"
    return f"crashed by {signal.Signals(-ended).name}" if ended < 0 else "an error"


# -- in the process that may crash ------------------------------------------------------------------------


class Note:
    """A file in which each text stands while it is offered, so that it is not lost in a crash."""

    def __init__(self, place: str) -> None:
        with open(place, "r+b") as file:
            self.shared = mmap.mmap(file.fileno(), NUMBER + MAX_BYTES)
        self.written = 0

    def __call__(self, number: int, text: str) -> None:
        """Note text and number; a shorter text blanks the rest of the one before."""
        data = text.encode("utf-8", "surrogatepass")[:MAX_BYTES]
        self.shared[: NUMBER + len(data)] = (number + 1).to_bytes(NUMBER, "little") + data
        if len(data) < self.written:
            self.shared[NUMBER + len(data) : NUMBER + self.written] = bytes(self.written - len(data))
        self.written = len(data)


def offer_all(door: Any, first: int, count: int, note: Note) -> Counter[str]:
    """Offer texts one after the other; what became of them."""
    tally: Counter[str] = Counter()
    for number in range(first, first + count):
        case = door.case(number)
        note(number, case[-1])
        tally[door.offer(*case, number)] += 1
    return tally


def main() -> int:
    """Carry out the command that stands at the top."""
    from tests.hostile.doors import open_door

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("door")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--show", type=int)
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    given = parser.parse_args()
    faulthandler.enable()
    if given.inside:
        door, note = open_door(given.door, given.seed), Note(given.inside)
        tally = door.walk(given.count, note) if hasattr(door, "walk") else offer_all(door, given.first, given.count, note)
        for name, value in (tally | {"processor seconds": int(time.process_time())}).items():
            print(f"{TOLD}{name}: {value}")
        return 0
    if given.show is not None:
        door = open_door(given.door, given.seed)
        *settings, text = door.case(given.show)
        print(*settings, text, sep="\n", flush=True)
        print(door.offer(*settings, text, given.show))
        return 0
    begun = time.monotonic()
    try:
        for name, value in fuzz(given.door, given.count, given.seed, given.first).items():
            print(f"{value:,} {name}")
    except Harm as harm:
        print(harm, file=sys.stderr)
        return 1
    print(f"{time.monotonic() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
