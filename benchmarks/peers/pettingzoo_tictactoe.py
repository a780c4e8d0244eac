"""PettingZoo: random games of its tic-tac-toe; prints actions per second."""

import random
import sys
import time

from pettingzoo.classic import tictactoe_v3

source, seconds = random.Random(1), float(sys.argv[1])
env = tictactoe_v3.env()
actions, start = 0, time.perf_counter()
while time.perf_counter() - start < seconds:
    for _ in range(5):
        env.reset()
        for _agent in env.agent_iter():
            observation, _reward, termination, truncation, _info = env.last()
            if termination or truncation:
                env.step(None)
                continue
            mask = observation["action_mask"]
            env.step(source.choice([cell for cell in range(9) if mask[cell]]))
            actions += 1
print(actions / (time.perf_counter() - start))
