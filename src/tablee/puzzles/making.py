"""Makes the puzzles of a year, and proves them: `make puzzles`.

    python -m tablee.puzzles.making           look for them in games between bots, and write the files
    python -m tablee.puzzles.making --prove   prove every one that is in the files

Bots with a budget of simulations, seeded by the game's number, play the same games everywhere. They slip often,
as people do: where a game was thrown away there is something to find.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

from tablee.bots import make_player
from tablee.games.gigogne.solver import alike, squares_in
from tablee.kernel.chance import Chance
from tablee.kernel.game import AnyGame
from tablee.kernel.play import carry_out
from tablee.kernel.registry import load_game
from tablee.kernel.views import perspective
from tablee.puzzles import gigogne, kitty
from tablee.puzzles.days import WEEK, WEEKS
from tablee.puzzles.puzzle import GAMES, Puzzle, PuzzleError, codes_of, first_position, position_of, puzzles_of

_PLAYER: Final = "easy:20"
_FEWEST_PLACED: Final = 5
"""Squares on the board of a puzzle of Gigogne: with fewer, the proof takes long and nobody sees through."""

Found: TypeAlias = tuple[object, int, int]
"""What two puzzles must not share, the difficulty, and the goal."""


def main(arguments: list[str]) -> int:
    if arguments == ["--prove"]:
        for game in GAMES:
            for number, puzzle in enumerate(puzzles_of(game)):
                prove(puzzle)
                _tell(f"\r{game}: {number + 1} proven")
            _tell("\n")
    else:
        for game in GAMES:
            lines = [f"{puzzle.line}\n" for puzzle in a_year(game)]
            Path(__file__).with_name(f"{game}.txt").write_text("".join(lines), encoding="utf-8")
            _tell(f"\n{game}: {len(lines)} written\n")
    return 0


def prove(puzzle: Puzzle) -> None:
    """Raise PuzzleError unless all that is claimed of a puzzle is so."""
    found = _FINDERS[puzzle.game](position_of(puzzle))
    if found is None or found[1:] != (puzzle.difficulty, puzzle.goal):
        raise PuzzleError(f"{puzzle.game}: {puzzle.line} claims what is not so: {found and found[1:]}")


def a_year(game: str) -> list[Puzzle]:
    """A puzzle for each day, of its day's difficulty."""
    wanted = Counter(WEEK * WEEKS)
    found: dict[int, list[Puzzle]] = {difficulty: [] for difficulty in wanted}
    seen: set[object] = set()
    for puzzle, key in _look(game):
        of_its_kind = found[puzzle.difficulty]
        if key not in seen and len(of_its_kind) < wanted[puzzle.difficulty]:
            seen.add(key)
            of_its_kind.append(puzzle)
            _tell(f"\r{game}: {' '.join(str(len(some)) for some in found.values())} after {puzzle.seed + 1} games")
        if all(len(some) == wanted[difficulty] for difficulty, some in found.items()):
            break
    return [found[difficulty].pop(0) for difficulty in WEEK * WEEKS]


def _look(game_id: str) -> Iterator[tuple[Puzzle, object]]:
    """Puzzles, one after the other, and what makes each different; one of each game at most."""
    game, codes, find = load_game(game_id), codes_of(game_id), _FINDERS[game_id]
    seed = 0
    while True:
        moves: list[int] = []
        for state, action in _game(game, seed):
            found = find(state)
            if found is not None:
                key, difficulty, goal = found
                yield Puzzle(game_id, difficulty, goal, seed, tuple(moves)), key
                break
            moves.append(codes.of(action))
        seed += 1


def _game(game: AnyGame, seed: int) -> Iterator[tuple[Any, Any]]:
    """Each position of a game between bots, and what was done there."""
    players = [make_player(game, _PLAYER, seed=2 * seed + seat) for seat in (0, 1)]
    state = first_position(game, seed)
    while state.ended is None:
        action = players[state.active](perspective(game, state, state.active))
        yield state, action
        state = carry_out(game, state, state.active, action, Chance.seeded(0)).state


def _find_win(state: Any) -> Found | None:
    mine, theirs, _ = squares_in(state.active, state)
    if (mine | theirs).bit_count() < _FEWEST_PLACED:
        return None
    turns = gigogne.turns_to_win(state)
    if turns not in gigogne.TURNS:
        return None
    nodes = gigogne.nodes_of(state, turns)
    if len(nodes) > gigogne.MOST_NODES:
        return None
    return alike(mine, theirs), gigogne.difficulty(state, turns, nodes), turns


def _find_turn(state: Any) -> Found | None:
    is_begun = state.hearts_placed or state.magic_used
    has_shield = any(card.value == "shield" for card in state.magic[state.active])
    # A Shield changes no lead: with one in hand, two ways would always be the best.
    if state.owes_draw or is_begun or has_shield:
        return None
    turn = kitty.explore(state)
    if turn is None or turn.boards > 1 or turn.positions < kitty.FEWEST_POSITIONS:
        return None
    if not kitty.FEWEST_CARDS <= turn.cards <= kitty.MOST_CARDS:
        return None
    if len(kitty.nodes_of(state, turn)) > kitty.MOST_NODES:
        return None
    return state.tiles, kitty.difficulty(state, turn), turn.lead


_FINDERS: Final[dict[str, Callable[[Any], Found | None]]] = {"gigogne": _find_win, "kitty": _find_turn}


def _tell(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
