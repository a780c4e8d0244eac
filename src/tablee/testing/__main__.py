"""Writes golden playthroughs anew: `python -m tablee.testing FOLDER GAME...`."""

import sys
from pathlib import Path

from tablee.lab.loading import find_game
from tablee.testing.playthroughs import playthrough, playthrough_path

folder, *names = sys.argv[1:]
for game in map(find_game, names):
    playthrough_path(Path(folder), game).write_bytes(playthrough(game))
