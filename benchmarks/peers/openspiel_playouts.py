"""OpenSpiel: random games of one of its C++ games through its Python interface; prints actions per second."""

import random
import sys
import time

import pyspiel

source, game, seconds = random.Random(1), pyspiel.load_game(sys.argv[1]), float(sys.argv[2])
actions, start = 0, time.process_time()
while time.process_time() - start < seconds:
    for _ in range(20):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(source.choice(state.legal_actions()))
            actions += 1
print(actions / (time.process_time() - start))
