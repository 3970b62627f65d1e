"""A program that plays the first legal move and attacks the arena at its second (or where the attack's name says)."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

SLEEP = [sys.executable, "-c", "import time; time.sleep(1000)"]
attack, moves = sys.argv[1], 0


def say(message: object) -> None:
    print(json.dumps(message), flush=True)


def raw(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def log(pid: int) -> None:
    with open(os.environ["HOSTILE_LOG"], "a", encoding="utf-8") as file:
        print(pid, file=file)


def later(number: int) -> None:
    """Signal the worker a little later, while somebody else is asked."""
    parent = os.getppid()

    def strike() -> None:
        time.sleep(0.05)
        os.kill(parent, number)

    threading.Thread(target=strike).start()


def leave(environment: dict[str, str] | None = None) -> None:
    """Leave a process behind in a session of its own whose parent has ended."""
    report = os.environ["HOSTILE_LOG"]
    code = (
        "import os, sys, time\n"
        "if os.fork(): os._exit(0)\n"
        "os.setsid()\n"
        "if os.fork(): os._exit(0)\n"
        f"print(os.getpid(), file=open({report!r}, 'a'), flush=True)\n"
        "time.sleep(1000)"
    )
    subprocess.Popen([sys.executable, "-c", code], env=environment).wait()


def wait_for_log() -> None:
    file = Path(os.environ["HOSTILE_LOG"])
    while not file.exists() or not file.read_text("utf-8"):
        time.sleep(0.01)


def at_second_move() -> bool:
    """Attack; whether to answer with a move all the same."""
    if attack == "kill-later":
        later(signal.SIGKILL)
    elif attack == "segv-later":
        later(signal.SIGSEGV)
    elif attack == "stop-later":
        later(signal.SIGSTOP)
    elif attack == "stop-now":
        os.kill(os.getppid(), signal.SIGSTOP)
    elif attack == "complain":
        for _ in range(100):
            sys.stderr.write("message_of " * 5_000)
    elif attack == "complain-for-ever":
        while True:
            sys.stderr.write("message_of " * 100_000)
    elif attack == "session":
        child = subprocess.Popen(SLEEP, start_new_session=True)
        log(child.pid)
    elif attack == "daemon":
        leave()
        wait_for_log()
    elif attack == "nameless-daemon":
        leave({})
        wait_for_log()
    elif attack == "many":
        for _ in range(30):
            log(subprocess.Popen(SLEEP, start_new_session=True).pid)
    elif attack == "heir":
        log(subprocess.Popen(SLEEP, start_new_session=True).pid)
        os._exit(3)
    elif attack == "scribble":
        words = Path(f"/proc/{os.getppid()}/cmdline").read_bytes().split(b"\0")
        journal = next(word for word in words if b"branchline-worker-" in word)
        with open(journal, "ab") as file:
            file.write(b"\xff" * 24_000)
        os.kill(os.getppid(), signal.SIGKILL)
    elif attack == "stubborn":
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):
            signal.signal(number, signal.SIG_IGN)
        log(os.getpid())
        time.sleep(1000)
    elif attack == "drip":
        while True:
            raw(b" ")
            time.sleep(0.05)
    else:
        raw(
            {
                "deep": b"[" * 200_000 + b"\n",
                "huge": b"x" * 3_000_000 + b"\n",
                "binary": bytes(range(256)) + b"\n",
                "zero": b"\0" * 1000 + b"\n",
                "number": b'{"move": 1e999}\n',
                "list": b'{"move": ["extend Fargo"]}\n',
                "surrogate": b'{"move": "\\ud800\\u001b[31m"}\n',
                "long": b'{"move": "' + b"a" * 900_000 + b'"}\n',
                "blank": b"\n\n\n",
            }[attack]
        )
        return False
    return True


for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        say({"hello": {}})
    elif "over" in message:
        break
    else:
        moves += 1
        if attack == "slow":
            time.sleep(0.3)
        if moves != 2 or attack in ("honest", "slow") or at_second_move():
            say({"move": message["legal"][0]})
