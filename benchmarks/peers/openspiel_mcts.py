"""OpenSpiel: its C++ Monte Carlo tree search on a C++ game, from the opening; prints simulations per second."""

import sys
import time

import pyspiel

SIMULATIONS = 2000
EXPLORATION, ROLLOUTS, MEGABYTES, IS_SOLVING, SEED, IS_VERBOSE = 0.7, 1, 200, False, 7, False

game, seconds = pyspiel.load_game(sys.argv[1]), float(sys.argv[2])
evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, SEED)
bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, SIMULATIONS, MEGABYTES, IS_SOLVING, SEED, IS_VERBOSE)
simulations, start = 0, time.process_time()
while time.process_time() - start < seconds:
    bot.step(game.new_initial_state())
    simulations += SIMULATIONS
print(simulations / (time.process_time() - start))
