"""PettingZoo: random games of one of its environments; prints actions per second."""

import random
import sys
import time
from importlib import import_module

environment = import_module(f"pettingzoo.classic.{sys.argv[1]}").env()
source, seconds = random.Random(1), float(sys.argv[2])
actions, start = 0, time.process_time()
while time.process_time() - start < seconds:
    environment.reset()
    for _ in environment.agent_iter():
        seen, _, is_over, is_cut, _ = environment.last()
        if is_over or is_cut:
            environment.step(None)
        else:
            mask = seen["action_mask"]
            environment.step(source.choice([action for action in range(len(mask)) if mask[action]]))
            actions += 1
print(actions / (time.process_time() - start))
