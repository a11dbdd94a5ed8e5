"""A bot that chooses at random among the legal actions: the protocol of docs/protocol.md in Python."""

import json
import random
import sys


def say(message):
    print(json.dumps(message), flush=True)


def main():
    rng = random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            say({"type": "hello", "protocol": 1, "name": "python_bot", "version": "1"})
        elif kind == "new-game":
            # The same seed gives the same game.
            rng.seed(message["seed"])
            say({"type": "ready"})
        elif kind == "choose":
            # What the bot's side sees is in message["observation"]["state"].
            say({"type": "choice", "action": rng.choice(message["legal"])})
        elif kind == "quit":
            break
        # stop and game-over need no answer: this bot is never late, and remembers nothing.


if __name__ == "__main__":
    main()
