"""The speed of the readable rules, one core: `make bench`.

Each figure is the best of several short rounds; the rounds of all contestants take turns, so that noise of the
machine hits all alike. Read the ratios.
"""

import platform
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from tablee.kernel.chance import Chance
from tablee.kernel.game import AnyGame
from tablee.kernel.play import begin, decide, fold
from tablee.kernel.refusals import Refusal
from tablee.kernel.registry import load_game
from tablee.kernel.views import view
from tablee.lab.loading import find_game

HERE = Path(__file__).parent
PEERS = HERE / "peers"
TICTACTOE = str(HERE.parent / "examples/tictactoe/tictactoe.py")
GAMES = ("ninth", "diggers", "noe", "gigogne", "kitty")
ROUNDS, SECONDS = 5, 1.0
WANTED_ACTIONS, WANTED_VIEW = 30_000, 50.0


def actions_per_second(game: AnyGame, seats: int, seed: int) -> float:
    """Random games: `legal`, then the checked `decide` (which asks `legal` again), then `evolve`."""
    source, actions, start = random.Random(seed), 0, time.perf_counter()
    chance, options = Chance(source), game.options()
    while time.perf_counter() - start < SECONDS:
        state: Any = begin(game, seats, options, chance)
        while awaited := game.to_act(state):
            seat = awaited[0] if len(awaited) == 1 else source.choice(awaited)
            events = decide(game, state, seat, source.choice(game.legal(state, seat)), chance)
            assert not isinstance(events, Refusal)  # noqa: S101 - narrows the type
            state = fold(game, state, events)
            actions += 1
    return actions / (time.perf_counter() - start)


def view_microseconds(game: AnyGame, seats: int, seed: int) -> float:
    """The mean time of one seat's view, over the positions of a random game."""
    chance = Chance.seeded(seed)
    state: Any = begin(game, seats, game.options(), chance)
    states = [state]
    while awaited := game.to_act(state):
        seat = chance.pick(awaited)
        state = fold(game, state, game.decide(state, seat, chance.pick(game.legal(state, seat)), chance))
        states.append(state)
    start = time.perf_counter()
    for state in states * 20:
        view(state, 0)
    return (time.perf_counter() - start) / (len(states) * 20) * 1e6


def peer(*command: str) -> float | None:
    """What a peer's script prints, or None where it can't run."""
    result = subprocess.run(
        [*command, str(SECONDS)], capture_output=True, text=True, cwd=PEERS, timeout=120, check=False
    )
    if result.returncode != 0:
        sys.stderr.write(f"{command[-1]} did not run: {result.stderr.strip().splitlines()[-1:]}\n")
        return None
    return float(result.stdout.split()[-1])


def best(measure: Callable[[int], float | None], pick: Callable[[list[float]], float] = max) -> float | None:
    """The best of several rounds."""
    figures = [figure for number in range(ROUNDS) if (figure := measure(number)) is not None]
    return pick(figures) if figures else None


def rules_table() -> Table:
    """All five games, with the fewest and the most seats."""
    table = Table("game", "seats", "actions/s", f"≥ {WANTED_ACTIONS:,}", "view µs", f"< {WANTED_VIEW:.0f}")
    for game in map(load_game, GAMES):
        for seats in sorted(set(game.seats)):
            speed = best(lambda seed, game=game, seats=seats: actions_per_second(game, seats, seed)) or 0.0  # type: ignore[misc]  # defaults bind now
            cost = best(lambda seed, game=game, seats=seats: view_microseconds(game, seats, seed), min) or 0.0  # type: ignore[misc]  # as above
            table.add_row(
                game.id,
                str(seats),
                f"{speed:,.0f}",
                "yes" if speed >= WANTED_ACTIONS else "no",
                f"{cost:.1f}",
                "yes" if cost < WANTED_VIEW else "no",
            )
    return table


def peers_table() -> Table:
    """Tic-tac-toe here and elsewhere, rounds taking turns."""
    python = str(PEERS / ".venv/bin/python")
    game = find_game(TICTACTOE)
    contestants: dict[str, Callable[[int], float | None]] = {
        "Tablée (readable rules, checked)": lambda seed: actions_per_second(game, 2, seed),
        "OpenSpiel (C++ through Python)": lambda _: peer(python, "openspiel_tictactoe.py"),
        "PettingZoo (Python)": lambda _: peer(python, "pettingzoo_tictactoe.py"),
        "boardgame.io (JavaScript, in memory)": lambda _: peer("node", "boardgameio_tictactoe.mjs"),
    }
    figures: dict[str, list[float]] = {name: [] for name in contestants}
    for number in range(ROUNDS):
        for name, measure in contestants.items():
            if (figure := measure(number)) is not None:
                figures[name].append(figure)
    ours = max(figures["Tablée (readable rules, checked)"])
    table = Table("tic-tac-toe", "actions/s", "Tablée is")
    for name, measured in figures.items():
        if measured:
            table.add_row(name, f"{max(measured):,.0f}", f"{ours / max(measured):.2f}×")
        else:
            table.add_row(name, "did not run", "")
    return table


def processor() -> str:
    """The name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown processor"
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def main() -> None:
    """Print the tables."""
    console = Console(width=110)
    console.print(
        f"{processor()}, {platform.system()}, {platform.python_implementation()} {platform.python_version()}, "
        f"one core; best of {ROUNDS} rounds of {SECONDS:.0f} s"
    )
    console.print(rules_table())
    console.print(peers_table())


if __name__ == "__main__":
    main()
