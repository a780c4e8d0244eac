"""The speed of the rules and of what bots think with, one core, beside others: `make bench`.

Each figure is the best of several short rounds, by processor time; the rounds of all contestants take turns, so that
noise of the machine hits all alike. Read the ratios.
"""

import os
import platform
import random
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
from benchmarks.forms import GAMES, Figures
from rich.console import Console
from rich.table import Table

from tablee.kernel.chance import Chance
from tablee.kernel.game import AnyGame
from tablee.kernel.play import begin, carry_out, decide
from tablee.kernel.refusals import Refusal
from tablee.kernel.registry import load_game
from tablee.kernel.views import view
from tablee.lab.loading import find_game

HERE = Path(__file__).parent
PEERS = HERE / "peers"
OURS = "Tablée (readable rules, checked)"
TICTACTOE = str(HERE.parent / "examples/tictactoe/tictactoe.py")
WHEEL = HERE / "build/installed"
"""Where the target has installed a wheel that it built."""
ROUNDS, SECONDS = 3, 0.6
WANTED_ACTIONS, WANTED_VIEW = 30_000, 50.0
WANTED_MOVE = 37.0
"""Microseconds at most."""
WANTED_AT_RANDOM = {"gigogne": 5_000_000}
WANTED_IN_TREE = {"gigogne": 100_000}


def actions_per_second(game: AnyGame, seats: int, seed: int) -> float:
    """Random games: `legal`, then the checked `decide` (which asks `legal` again), then `evolve`."""
    source, actions, start = random.Random(seed), 0, time.process_time()
    chance, options = Chance(source), game.options()
    while time.process_time() - start < SECONDS:
        state: Any = begin(game, seats, options, chance)
        while awaited := game.to_act(state):
            seat = awaited[0] if len(awaited) == 1 else source.choice(awaited)
            story = decide(game, state, seat, source.choice(game.legal(state, seat)), chance)
            assert not isinstance(story, Refusal)  # noqa: S101 - narrows the type
            state = story.state
            actions += 1
    return actions / (time.process_time() - start)


def view_microseconds(game: AnyGame, seats: int, seed: int) -> float:
    """The mean time of one seat's view, over the positions of a random game."""
    chance = Chance.seeded(seed)
    state: Any = begin(game, seats, game.options(), chance)
    states = [state]
    while awaited := game.to_act(state):
        seat = chance.pick(awaited)
        state = carry_out(game, state, seat, chance.pick(game.legal(state, seat)), chance).state
        states.append(state)
    start = time.process_time()
    for state in states * 20:
        view(state, 0)
    return (time.process_time() - start) / (len(states) * 20) * 1e6


def peer(*command: str) -> float | None:
    """What a peer's script prints, or None where it can't run."""
    said = output(*command, str(SECONDS), folder=PEERS)
    return float(said.split()[-1]) if said else None


def forms(path: Path | None) -> Figures | None:
    """One round of all search forms: of the source, or of what is installed in a folder."""
    environment = os.environ if path is None else {**os.environ, "PYTHONPATH": str(path)}
    said = output(sys.executable, "benchmarks/forms.py", str(SECONDS / 2), folder=HERE.parent, environment=environment)
    return msgspec.json.decode(said, type=Figures) if said else None


def output(*command: str, folder: Path, environment: Mapping[str, str] = os.environ) -> str:
    """What a script prints, or nothing where it can't run."""
    try:
        result = subprocess.run(
            command, capture_output=True, text=True, cwd=folder, env=environment, timeout=120, check=False
        )
    except subprocess.TimeoutExpired:
        sys.stderr.write(f"{' '.join(command)} did not run: it took longer than two minutes\n")
        return ""
    if result.returncode != 0:
        sys.stderr.write(f"{' '.join(command)} did not run: {result.stderr.strip().splitlines()[-1:]}\n")
        return ""
    return result.stdout


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


def move_table() -> Table:
    """A move of Gigogne through the server's own code, without sockets and disk."""
    table = Table("logic of a move, no sockets, no disk", "µs", f"≤ {WANTED_MOVE:.0f}")
    if find_spec("benchmarks.move") is None:
        table.add_row("Gigogne for two", "not measured", "")
        return table
    measure = import_module("benchmarks.move").measure
    cost = min(measure() for _ in range(ROUNDS))
    table.add_row("Gigogne for two", f"{cost:.1f}", "yes" if cost <= WANTED_MOVE else "no")
    return table


def tictactoe_table() -> Table:
    """Readable rules here and elsewhere, of the same game."""
    game, python = find_game(TICTACTOE), str(PEERS / ".venv/bin/python")
    figures = in_turns(
        {
            OURS: lambda seed: actions_per_second(game, 2, seed),
            "OpenSpiel (C++ through Python)": lambda _: peer(python, "openspiel_playouts.py", "tic_tac_toe"),
            "PettingZoo (Python)": lambda _: peer(python, "pettingzoo_playouts.py", "tictactoe_v3"),
            "boardgame.io (JavaScript, in memory)": lambda _: peer("node", "boardgameio_tictactoe.mjs"),
        }
    )
    table = Table("tic-tac-toe", "actions/s", "Tablée is")
    for name, figure in figures.items():
        table.add_row(name, *compared(figure, figures[OURS]))
    return table


def thinking_tables() -> tuple[Table, Table]:
    """What bots think with: here, compiled and not; and elsewhere, each with games of its own."""
    python = str(PEERS / ".venv/bin/python")
    playouts: dict[str, Callable[[int], float | None]] = {
        f"{library} {game}": lambda _, script=script, game=game: peer(python, script, game)  # type: ignore[misc]  # defaults bind now
        for library, script, games in (
            (
                "OpenSpiel (C++ through Python)",
                "openspiel_playouts.py",
                ("tic_tac_toe", "connect_four", "breakthrough"),
            ),
            ("pgx (compiled, 4,000 games at once)", "pgx_playouts.py", ("tic_tac_toe", "connect_four")),
            ("PettingZoo (Python)", "pettingzoo_playouts.py", ("tictactoe_v3", "connect_four_v3")),
        )
        for game in games
    }
    searches: dict[str, Callable[[int], float | None]] = {
        f"OpenSpiel's tree (C++) {game}": lambda _, game=game: peer(python, "openspiel_mcts.py", game)  # type: ignore[misc]  # as above
        for game in ("tic_tac_toe", "connect_four", "breakthrough")
    }
    rounds: dict[Path | None, list[Figures]] = {WHEEL: [], None: []}

    def think(_: int) -> None:
        for path, found in rounds.items():
            if (figures_of_round := forms(path)) is not None:
                found.append(figures_of_round)

    figures = in_turns({"Tablée": think, **playouts, **searches})
    ours = Table("search form", "seats", "actions/s at random", "wanted", "uncompiled", "tree simulations/s")
    ours.add_column("wanted")
    ours.add_column("uncompiled")
    compiled, source = best_forms(rounds[WHEEL]), best_forms(rounds[None])
    for (game, seats), (actions, simulations) in compiled.items():
        slow_actions, slow_simulations = source.get((game, seats), (0.0, 0.0))
        ours.add_row(
            game,
            str(seats),
            f"{actions:,.0f}",
            wanted(actions, WANTED_AT_RANDOM.get(game, 1_000_000)),
            f"{slow_actions:,.0f}",
            f"{simulations:,.0f}",
            wanted(simulations, WANTED_IN_TREE.get(game)),
            f"{slow_simulations:,.0f}",
        )
    if not all(found.is_compiled for found in rounds[WHEEL]):
        ours.caption = "The wheel is not compiled: is there a C compiler?"
    elsewhere = Table("elsewhere, one core", "a second", "Tablée's Gigogne for two is")
    in_gigogne = compiled.get(("gigogne", 2), (0.0, 0.0))
    for names, figure_of_ours in ((playouts, in_gigogne[0]), (searches, in_gigogne[1])):
        for name in names:
            elsewhere.add_row(name, *compared(figures[name], figure_of_ours))
        elsewhere.add_section()
    return ours, elsewhere


def best_forms(rounds: list[Figures]) -> dict[tuple[str, int], tuple[float, float]]:
    """For each game and number of seats, the best of several rounds: actions, and simulations."""
    best: dict[tuple[str, int], tuple[float, float]] = {}
    for found in rounds:
        for form in found.forms:
            actions, simulations = best.get((form.game, form.seats), (0.0, 0.0))
            best[form.game, form.seats] = (max(actions, form.actions), max(simulations, form.simulations))
    return best


def in_turns(contestants: Mapping[str, Callable[[int], float | None]]) -> dict[str, float | None]:
    """The best of each, their rounds taking turns."""
    figures: dict[str, list[float]] = {name: [] for name in contestants}
    for number in range(ROUNDS):
        for name, measure in contestants.items():
            if (figure := measure(number)) is not None:
                figures[name].append(figure)
    return {name: max(measured, default=None) for name, measured in figures.items()}


def compared(figure: float | None, ours: float | None) -> tuple[str, str]:
    """A figure, and how many times as large ours is."""
    return ("did not run", "") if not figure else (f"{figure:,.0f}", f"{(ours or 0) / figure:.2f}×")


def wanted(figure: float, least: float | None) -> str:
    """What is wanted, and whether it is had."""
    return "" if least is None else f"≥ {least:,.0f}: {'yes' if figure >= least else 'no'}"


def processor() -> str:
    """The name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown processor"
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def main() -> None:
    """Print the tables."""
    console = Console(width=130)
    console.print(
        f"{processor()}, {platform.system()}, {platform.python_implementation()} {platform.python_version()}, "
        f"one core; best of {ROUNDS} rounds of {SECONDS} s"
    )
    console.print(rules_table())
    console.print(move_table())
    console.print(tictactoe_table())
    for table in thinking_tables():
        console.print(table)


if __name__ == "__main__":
    main()
