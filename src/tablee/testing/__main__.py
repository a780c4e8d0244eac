"""Writes golden playthroughs anew: `python -m tablee.testing FOLDER GAME...`."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from tablee.kernel.game import BrokenRulesError
from tablee.kernel.registry import RegistryError
from tablee.lab.loading import find_game
from tablee.testing.playthroughs import playthrough, playthrough_path


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the playthrough of each game into the folder, which is made if it is missing."""
    parser = argparse.ArgumentParser(
        prog="python -m tablee.testing",
        description="Write the golden playthroughs of games anew, each as a file in a folder.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="examples:\n  python -m tablee.testing tests/playthroughs tictactoe.py",
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where they are kept; made if it is missing")
    parser.add_argument("games", nargs="+", metavar="GAME", help="the id of an installed game, or a game's .py file")
    given = parser.parse_args(arguments)
    try:
        written = {playthrough_path(given.folder, game): playthrough(game) for game in map(find_game, given.games)}
        given.folder.mkdir(parents=True, exist_ok=True)
        for path, lines in written.items():
            path.write_bytes(lines)
    except (RegistryError, BrokenRulesError, OSError) as error:
        parser.exit(1, f"{parser.prog}: {error}\n")


if __name__ == "__main__":
    main()
