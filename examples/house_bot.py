"""One of our own bots as a program for the arena, so that a bot of another version can play those of this one.

git worktree add ../older COMMIT
branchline arena lw --players 3 --bots "new=medium,old=cmd:env PYTHONPATH=../older/src python examples/house_bot.py medium"
"""

import json
import sys

import branchline as bl

name, simulations = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else None
bot = bl.bot(name, simulations=simulations)
for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        bot = bl.bot(name, message["hello"]["seed"], simulations)
        answer = {"hello": {"name": name}}
    elif "view" in message:
        answer = {"move": bot.choose(message["view"])}
    else:  # "over"
        break
    print(json.dumps(answer), flush=True)
