"""A program that plays the first legal move, with one fault at its second move (or where the fault's name says)."""

from __future__ import annotations

import json
import os
import sys
import time


def say(message: object) -> None:
    print(json.dumps(message), flush=True)


fault, moves = sys.argv[1], 0
if fault == "deaf":
    time.sleep(1000)
for line in sys.stdin:
    message = json.loads(line)
    if fault == "log":
        with open(os.environ["ROGUE_LOG"], "a", encoding="utf-8") as log:
            log.write(line)
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
