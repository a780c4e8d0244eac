"""Tic-tac-toe under an id for which the pages have no board: the generic one draws it."""

import importlib
import sys
from dataclasses import replace
from pathlib import Path

from tablee.kernel import Text

sys.path.append(str(Path(__file__).parents[2] / "examples/tictactoe"))
GAME = replace(importlib.import_module("tictactoe").GAME, id="boardless", name=Text("Boardless", "Sans plateau"))
