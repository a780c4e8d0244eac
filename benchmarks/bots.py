"""Who is stronger, in every game: `make bench-bots`.

Every two players meet in every game, the seats swapped from game to game; with more seats, the hard level meets random
play in all others. The results are kept in bots.json beside this file, so that a run that was stopped goes on where it
was, and the tables are written into docs/bots.md.

`hard` thinks for a second, and some thousand games of that take days: it is given so few simulations here that they
take a small part of it. A number of simulations, unlike a time, gives the same games on any machine.
"""

import argparse
import sys
from itertools import combinations
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from tablee.bots import players_of, tree
from tablee.lab.arena import ArenaReport, arena
from tablee.lab.loading import find_game

HERE: Final = Path(__file__).parent
RESULTS: Final = HERE / "bots.json"
PAGE: Final = HERE.parent / "docs/bots.md"
BEGIN, END = "<!-- figures of benchmarks/bots.py -->\n", "<!-- end of the figures -->\n"

BUDGETS: Final = {
    "gigogne": 2000,
    "ninth": 400,
    "kitty": 6000,
    "diggers": 1000,
    "noe": 2000,
    "examples/skull/skull.py": 1000,
}
"""The simulations that hard is given."""
AGAINST_CHANCE: Final = 5
"""Hard meets random play so many times as often as others meet: 400 games can't tell 98.5 % from 99.5 %. Not in a game
without a search form, whose bots are far slower."""
GAMES_OF_MANY: Final = 100
"""Of the games with more than two seats."""
MOST_SEATS: Final = 4
SEED: Final = 1
STRONGEST_FIRST: Final = ("perfect", "hard", "medium", "easy", "greedy", "random")


class Result(Struct, frozen=True):
    """One match of two players, or of one against several of another kind."""

    game: str
    players: tuple[str, ...]
    games: int
    wins: int
    """Of the first player, alone."""
    losses: int
    """Games that another won alone."""
    rate: float
    low: float
    high: float

    @property
    def key(self) -> tuple[str, tuple[str, ...], int]:
        """What was asked for."""
        return self.game, self.players, self.games


class Results(Struct):
    """All that was found so far."""

    found: list[Result]


def matches(game: str, games: int, hard: str) -> list[tuple[str, tuple[str, ...], int]]:
    """All that is to be played in a game: every two players, and hard against chance with more seats."""
    rules = find_game(game)
    fewest, most = rules.seats
    known, against_chance = players_of(rules, 2), AGAINST_CHANCE * games if rules.search else games
    strongest_first = [hard if name == "hard" else name for name in STRONGEST_FIRST if name in known]
    return [
        (game, pair, against_chance if pair == (hard, "random") else games) for pair in combinations(strongest_first, 2)
    ] + [
        (game, (hard, *["random"] * (seats - 1)), GAMES_OF_MANY)
        for seats in range(max(fewest, 3), min(most, MOST_SEATS) + 1)
    ]


def play(game: str, players: tuple[str, ...], games: int, workers: int) -> Result:
    """One match."""
    report = arena(game, players, games, find_game(game).options(), SEED, workers=workers)
    if not isinstance(report, ArenaReport):
        raise TypeError(report.text.en)
    first = report.standings[0]
    lost = report.decided - first.wins
    return Result(game, players, games, first.wins, lost, first.rate, first.low, first.high)


# ── The page ─────────────────────────────────────────────────────────────────────────────────────────────


def tables(found: list[Result]) -> str:
    """All results as Markdown, a table for each game."""
    parts = []
    for game in BUDGETS:
        results = [result for result in found if result.game == game]
        if not results:
            continue
        pairs = {tuple(level(player) for player in result.players): result for result in results}
        present = [name for name in STRONGEST_FIRST if any(name in pair for pair in pairs)]
        hard = next(player for result in results for player in result.players if level(player) == "hard")
        parts.append(
            "\n".join(
                [
                    f"| {find_game(game).name.en}, `{hard}` | against " + " | ".join(present[1:]) + " |",
                    "|---" * len(present) + "|",
                    *(
                        f"| {one} | " + " | ".join(cell(pairs.get((one, other))) for other in present[1:]) + " |"
                        for one in present[:-1]
                    ),
                    "",
                ]
            )
        )
        parts.extend(line_of_many(result) for result in results if len(result.players) > 2)
    return "\n".join(parts)


def level(player: str) -> str:
    """The name of a player without its budget."""
    return player.replace("@", ":").partition(":")[0]


def cell(result: Result | None) -> str:
    """The share of the decided games, its interval, and the draws."""
    if result is None:
        return ""
    drawn = result.games - result.wins - result.losses
    share = f"{result.rate:.1%} ({100 * result.low:.1f}–{100 * result.high:.1f})".replace("%", " %")
    return f"{share}, {drawn} drawn" if drawn else share


def line_of_many(result: Result) -> str:
    """A match of more than two."""
    seats = len(result.players)
    return f"With {seats} seats, hard against random in all others: {cell(result)}, of {result.games} games.\n"


def write_page(found: list[Result]) -> None:
    """Put the tables where they belong."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n{tables(found)}\n{END}{after}", encoding="utf-8")


# ── Running ──────────────────────────────────────────────────────────────────────────────────────────────


def main() -> int:
    """Play what was not played yet, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", choices=list(BUDGETS), help="only this game")
    parser.add_argument("--games", type=int, default=400, help="of each two players (default: 400)")
    parser.add_argument("--seconds", type=float, help="let hard think so long, instead of so many simulations")
    parser.add_argument("--workers", type=int, default=1, help="processes (default: 1)")
    parser.add_argument("--again", action="store_true", help="forget what was found before")
    arguments = parser.parse_args()
    if (tree.__file__ or "").endswith(".py"):
        print("This runs on the source, which is not compiled: it will take days. `make bench-bots` compiles it first.")
    found: dict[tuple[str, tuple[str, ...], int], Result] = {}
    if RESULTS.exists() and not arguments.again:
        kept = msgspec.json.decode(RESULTS.read_bytes(), type=Results)
        found = {result.key: result for result in kept.found}
    wanted = {
        game: matches(game, arguments.games, f"hard@{arguments.seconds}" if arguments.seconds else f"hard:{budget}")
        for game, budget in BUDGETS.items()
    }
    for game in arguments.game or BUDGETS:
        for key in wanted[game]:
            if key not in found:
                found[key] = play(*key, workers=arguments.workers)
                RESULTS.write_bytes(
                    msgspec.json.format(msgspec.json.encode(Results([*found.values()])), indent=1) + b"\n"
                )
            print(f"{find_game(game).id:8} {' – '.join(key[1]):32} {cell(found[key])}", flush=True)
    write_page([found[key] for keys in wanted.values() for key in keys if key in found])
    return 0


if __name__ == "__main__":
    sys.exit(main())
