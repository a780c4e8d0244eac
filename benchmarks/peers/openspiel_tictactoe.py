"""OpenSpiel: random games of its C++ tic-tac-toe through its Python interface; prints actions per second."""

import random
import sys
import time

import pyspiel

source, seconds = random.Random(1), float(sys.argv[1])
game = pyspiel.load_game("tic_tac_toe")
actions, start = 0, time.perf_counter()
while time.perf_counter() - start < seconds:
    for _ in range(50):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(source.choice(state.legal_actions()))
            actions += 1
print(actions / (time.perf_counter() - start))
