"""A program that plays the first legal move, with one fault at its second move (or where the fault's name says)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time


def say(message: object) -> None:
    print(json.dumps(message), flush=True)


def log(text: object) -> None:
    with open(os.environ["ROGUE_LOG"], "a", encoding="utf-8") as file:
        print(text, file=file)


fault, moves = sys.argv[1], 0
if fault == "environment":
    log(json.dumps(dict(os.environ)))
if fault == "stubborn":
    child = subprocess.Popen(["sleep", "1000"], stdout=subprocess.DEVNULL)
    log(f"{os.getpid()} {child.pid}")
if fault == "deaf":
    time.sleep(1000)
for line in sys.stdin:
    message = json.loads(line)
    if fault == "log":
        log(line.strip())
    if fault == f"parricide-at-{next(iter(message))}":
        os.kill(os.getppid(), 9)
    if "hello" in message:
        say({"move": "hello?"} if fault == "rude" else {"hello": {"name": fault}})
    elif "over" in message:
        if fault == "lingering":
            time.sleep(1000)
        break
    else:
        moves += 1
        if moves == 2:
            if fault == "crashing":
                raise RuntimeError("out of cheese")
            if fault == "killed":
                os.kill(os.getpid(), 9)
            if fault == "parricide":
                os.kill(os.getppid(), 9)
            if fault == "stalling":
                time.sleep(1000)
            if fault == "garbling":
                print("e2e4", flush=True)
                continue
            if fault == "mute":
                say({"resign": True})
                continue
            if fault == "cheating":
                say({"move": "extend Seattle"})
                continue
            if fault == "flooding":
                while True:
                    print("x" * 100_000)
        say({"move": message["legal"][0]})
        if fault == "eager":
            say({"move": message["legal"][0]})
while fault == "stubborn":
    time.sleep(0.1)
