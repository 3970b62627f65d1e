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
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "build" / "fuzz"
START_SECONDS = 1500
"""Time to compile the rules of a game on a busy machine."""
HANG_SECONDS = 120
"""Time for one text."""
TOLD_EVERY = 100_000
"""Progress is told after so many texts."""


class Harm(AssertionError):
    """A text that crashed, hung, led to a dead end, or raised another error than its door's."""


def fuzz(door: str, count: int, seed: int = 1, first: int = 0, compiled: bool = True) -> Counter[str]:
    """Offer texts in another process; how often each thing became of them.  Raises Harm with the text that did it.

    If `compiled`, rules are compiled with every index checked; otherwise they are plain Python.
    """
    way = {"NUMBA_BOUNDSCHECK": "1"} if compiled else {"NUMBA_DISABLE_JIT": "1"}
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    words = [sys.executable, "-W", "error", "-m", "tests.hostile.fuzz", door, "--seed", str(seed)]
    with tempfile.TemporaryDirectory() as folder:
        place, output = Path(folder) / "number", Path(folder) / "output"
        place.write_bytes((-1).to_bytes(8, "little", signed=True))
        with output.open("w") as out:
            order = [*words, "--count", str(count), "--first", str(first), "--inside", str(place)]
            child = subprocess.Popen(order, cwd=ROOT, env=environment | way, stdout=out, stderr=subprocess.STDOUT)
            try:
                ended = _watch(child, place, count)
            finally:
                child.kill()
        said, number = output.read_text("utf-8"), _number(place)
    if ended == 0:
        rows = [line.split(": ") for line in said.splitlines() if line.startswith("  ")]
        return Counter({name.strip(): int(value) for name, value in rows})
    KEPT.mkdir(parents=True, exist_ok=True)
    file = KEPT / f"{door.replace(':', '-')}-{seed}-{number}.txt"
    shown = subprocess.run(
        [*words, "--show", str(number), "--only"], cwd=ROOT, env=environment | way, capture_output=True, check=False
    )
    file.write_bytes(shown.stdout)
    raise Harm(
        f"{door}, seed {seed}, text {number}: {_how(ended)}\n{said[-3000:]}\n{shown.stdout[:3000].decode()}\nkept as {file}"
    )


def _watch(child: subprocess.Popen[Any], place: Path, count: int) -> int | None:
    """The exit code of the process, or None if it hung at one text."""
    begun, last, since = time.monotonic(), -1, time.monotonic()
    while True:
        try:
            return child.wait(0.5)
        except subprocess.TimeoutExpired:
            number = _number(place)
        if number != last:
            if number // TOLD_EVERY > last // TOLD_EVERY and last >= 0:
                print(f"{number:,} of {count:,} texts in {time.monotonic() - begun:,.0f} s", flush=True)
            last, since = number, time.monotonic()
        elif time.monotonic() - since > (START_SECONDS if last < 0 else HANG_SECONDS):
            return None


def _number(place: Path) -> int:
    return int.from_bytes(place.read_bytes(), "little", signed=True)


def _how(ended: int | None) -> str:
    if ended is None:
        return f"no end within {HANG_SECONDS} s"
    return f"crashed by {signal.Signals(-ended).name}" if ended < 0 else "an error"


# -- in the process that may crash ------------------------------------------------------------------------


def offer_all(door: Any, first: int, count: int, place: str) -> int:
    """Offer texts one after the other, and note in a file which one it is."""
    tally: Counter[str] = Counter()
    with open(place, "r+b") as file, mmap.mmap(file.fileno(), 8) as shared:
        for number in range(first, first + count):
            shared[:] = number.to_bytes(8, "little", signed=True)
            try:
                tally[door.offer(*door.case(number), number)] += 1
            except BaseException:
                traceback.print_exc()
                return 1
    for name, value in (tally | {"processor seconds": int(time.process_time())}).items():
        print(f"  {name}: {value}")
    return 0


def main() -> int:
    """Carry out the command that stands at the top."""
    from tests.hostile.doors import open_door

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("door")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--show", type=int)
    parser.add_argument("--only", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    given = parser.parse_args()
    faulthandler.enable()
    if given.inside:
        return offer_all(open_door(given.door, given.seed), given.first, given.count, given.inside)
    if given.show is not None:
        door = open_door(given.door, given.seed)
        *settings, text = door.case(given.show)
        sys.stdout.buffer.write(str(text).encode("utf-8", "surrogatepass"))
        if not given.only:
            print(f"\n{settings}: {door.offer(*settings, text, given.show)}")
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
