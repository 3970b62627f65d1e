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
def scaled(value: int) -> int:
    return value * FACTOR

@rule
def door(value: int) -> int:
    return scaled(value) + 1

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
    assert run(tmp_path, "2") == ["21"]
    assert run(tmp_path, "3") == ["31"]
    assert run(tmp_path, "2", "3") == ["21", "31"]
