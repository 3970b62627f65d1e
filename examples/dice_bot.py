"""A bot for the arena in 20 lines: it plays any legal move, each equally likely.

branchline arena northern-pacific --players 3 --bots "greedy,dice=cmd:python examples/dice_bot.py"
"""

import json
import random
import sys

dice = random.Random()
for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        dice.seed(message["hello"]["seed"])
        answer = {"hello": {"name": "dice"}}
    elif "view" in message:
        answer = {"move": dice.choice(message["legal"])}
    else:  # "over"
        break
    print(json.dumps(answer), flush=True)
