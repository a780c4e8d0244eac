"""The speed of learning's experience, one core, beside others: `make bench-rl`.

Each figure is the best of several short rounds, by processor time; the rounds of all contestants take turns, so that
noise of the machine hits all alike. Read the ratios. Others have games of their own: theirs are the nearest in size.
"""

import os
import platform
import sys

import msgspec
from benchmarks.kernel import HERE, PEERS, ROUNDS, SECONDS, WHEEL, compared, in_turns, output, peer, processor, wanted
from benchmarks.rl_steps import AT_ONCE, Figures
from rich.console import Console
from rich.table import Table

WANTED = {"gigogne": 1_000_000}
WANTED_ELSE = 300_000
PEERS_GAMES = {
    "pgx (compiled, 4,000 games at once)": ("pgx_playouts.py", ("tic_tac_toe", "connect_four")),
    "OpenSpiel (C++ through Python)": ("openspiel_playouts.py", ("tic_tac_toe", "connect_four")),
    "PettingZoo (Python)": ("pettingzoo_playouts.py", ("tictactoe_v3", "connect_four_v3")),
}


def ours() -> Figures | None:
    """One round of all our games, of the wheel."""
    environment = {**os.environ, "PYTHONPATH": str(WHEEL), "OMP_NUM_THREADS": "1"}
    said = output(
        sys.executable, "benchmarks/rl_steps.py", str(SECONDS / 2), folder=HERE.parent, environment=environment
    )
    return msgspec.json.decode(said, type=Figures) if said else None


def tables() -> tuple[Table, Table]:
    """Our games, and those of others."""
    python, rounds = str(PEERS / ".venv/bin/python"), list[Figures]()

    def measure(_: int) -> None:
        if (found := ours()) is not None:
            rounds.append(found)

    peers = {
        f"{library} {game}": lambda _, script=script, game=game: peer(python, script, game)
        for library, (script, games) in PEERS_GAMES.items()
        for game in games
    }
    figures = in_turns({"Tablée": measure, **peers})
    mine = Table("Tablée", "seats", f"steps/s, {AT_ONCE} games at once", "wanted", "steps/s through PettingZoo")
    best: dict[tuple[str, int], tuple[float, float]] = {}
    for found in rounds:
        for each in found.games:
            vector, turns = best.get((each.game, each.seats), (0.0, 0.0))
            best[each.game, each.seats] = max(vector, each.vector), max(turns, each.turns)
    for (game, seats), (vector, turns) in best.items():
        mine.add_row(game, str(seats), f"{vector:,.0f}", wanted(vector, WANTED.get(game, WANTED_ELSE)), f"{turns:,.0f}")
    if not all(found.is_compiled for found in rounds):
        mine.caption = "The wheel is not compiled: is there a C compiler?"
    elsewhere = Table("elsewhere, one core", "steps/s", "Tablée's Gigogne for two is")
    gigogne = best.get(("gigogne", 2), (0.0, 0.0))[0]
    for name in peers:
        elsewhere.add_row(name, *compared(figures[name], gigogne))
    return mine, elsewhere


def main() -> None:
    """Print the tables."""
    console = Console(width=130)
    console.print(
        f"{processor()}, {platform.system()}, {platform.python_implementation()} {platform.python_version()}, "
        f"one core; best of {ROUNDS} rounds"
    )
    for table in tables():
        console.print(table)


if __name__ == "__main__":
    main()
