"""Machine code for two boards, compiled by different processes, lives side by side in one."""

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
import sys
from branchline.kernel.jit import bind, rule
FACTOR = 1

@rule
def scaled(value: int) -> int:  # too long to be inlined, so that it is called by its name
    total = 0
    for step in range(value):
        if step % 3 == 1:
            for other in range(step):
                total += (other * FACTOR) % 7
        elif step % 5 == 2:
            for other in range(step):
                total -= (other * FACTOR) % 11
        elif step % 7 == 3:
            for other in range(step):
                total ^= (other * FACTOR) % 13
        else:
            for other in range(step):
                total += (total * FACTOR) % 17
    return total * FACTOR

@rule
def door(value: int) -> int:
    total = scaled(value) + scaled(value + 1) + scaled(value + 2)
    for step in range(value):
        total += scaled(step) - scaled(total % 9)
    return total

for factor in sys.argv[1:]:
    print(bind("two boards", "two-boards", {"door": door}, {"FACTOR": int(factor)})["door"](10))
"""


def run(folder: Path, *factors: str) -> list[str]:
    script = folder / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    environment = {**os.environ, "BRANCHLINE_CACHE": str(folder / "cache")}
    command = [sys.executable, str(script), *factors]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.split()


def test_code_for_two_boards_from_two_processes_is_not_mistaken(tmp_path: Path) -> None:
    first, second = run(tmp_path, "2"), run(tmp_path, "3")
    assert first != second
    assert run(tmp_path, "2", "3") == [*first, *second]
