"""The five games and the example keep what every game must keep."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tablee.games.diggers import GAME as DIGGERS
from tablee.games.gigogne import GAME as GIGOGNE
from tablee.games.kitty import GAME as KITTY
from tablee.games.ninth import GAME as NINTH
from tablee.games.noe import GAME as NOE
from tablee.kernel.registry import game_ids
from tablee.testing import GameConformance
from tictactoe.tictactoe import GAME as TICTACTOE

PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"


class TestNinth(GameConformance):
    game = NINTH
    playthroughs = PLAYTHROUGHS
    option_sets = ({}, {}, {"powers": False})
    longest = 8_000

    def census(self, state: Any) -> Mapping[str, int]:
        """Nine copies of nine planets, wherever they are."""
        on_board = [slot.card for slot in state.board if slot is not None]
        taken = [] if state.taken is None else [state.taken]
        secrets = [*on_board, *taken, *state.pile, *state.hands[0], *state.hands[1]]
        lines = [card for lines in state.lines for line in lines for card in line.cards]
        return Counter([*(secret.value for secret in secrets), *lines, *state.removed])


class TestDiggers(GameConformance):
    game = DIGGERS
    playthroughs = PLAYTHROUGHS
    option_sets = ({}, {"play_on": True}, {"tiles": 0}, {"tiles": 1, "play_on": True}, {"tiles": 10})
    longest = 4 * 40 + 4 * 60


class TestNoe(GameConformance):
    game = NOE
    playthroughs = PLAYTHROUGHS
    longest = 20_000

    def census(self, state: Any) -> Mapping[str, int]:
        """Fifty-two cards, wherever they are."""
        reinforcements = [secret for secret in state.reinforcements if secret is not None]
        charges = [secret for charges in state.charges for secret in charges]
        shields = [card for card in state.shields if card is not None]
        life = [card for cards in state.life_cards for card in cards]
        secrets = [*state.pile, *state.discard, *reinforcements, *charges]
        return Counter([*(secret.value for secret in secrets), *shields, *life])


class TestGigogne(GameConformance):
    game = GIGOGNE
    playthroughs = PLAYTHROUGHS
    option_sets = ({}, {"win": "classic"}, {"fair_opening": True})
    longest = 27

    def census(self, state: Any) -> Mapping[str, int]:
        """Three squares of each size for each seat, in the stock or on the board, unless it left."""
        squares: Counter[str] = Counter()
        for seat, stock in enumerate(state.stock):
            for size in ("small", "medium", "large"):
                on_board = sum(getattr(cell, size) == seat for cell in state.cells)
                squares[size] += 3 if seat in state.left else on_board + getattr(stock, size)
        return squares


class TestKitty(GameConformance):
    game = KITTY
    playthroughs = PLAYTHROUGHS
    option_sets = ({}, {"hearts_per_turn": 2, "magic_per_turn": 1}, {"hearts_per_turn": 1})
    longest = 12 * 34

    def census(self, state: Any) -> Mapping[str, int]:
        """Sixteen hearts and sixteen magic cards, wherever they are."""
        hands = [secret for hand in (*state.hearts, *state.magic) for secret in hand]
        secrets = [*hands, *state.heart_deck, *state.magic_deck]
        on_tiles = [tile.heart for tile in state.tiles if tile.heart is not None]
        return Counter([*(secret.value for secret in secrets), *on_tiles, *state.removed, *state.spent])


class TestTicTacToe(GameConformance):
    game = TICTACTOE
    playthroughs = PLAYTHROUGHS
    longest = 9


def test_every_registered_game_is_tested_here() -> None:
    tested = {suite.game.id for suite in GameConformance.__subclasses__()}
    assert set(game_ids()) <= tested


class Forgetful(GameConformance):
    __test__ = False
    game = GIGOGNE


class TestWithoutPlaythrough:
    def test_a_registered_game_without_a_golden_playthrough_fails(self) -> None:
        with pytest.raises(pytest.fail.Exception, match="needs a golden playthrough"):
            Forgetful().test_the_golden_playthrough_is_still_the_same()

    def test_a_golden_playthrough_that_differs_fails_at_its_line(self, tmp_path: Path) -> None:
        golden = (PLAYTHROUGHS / "gigogne.jsonl").read_bytes()
        (tmp_path / "gigogne.jsonl").write_bytes(golden.replace(b'"cell":4', b'"cell":5', 1))
        suite = Forgetful()
        suite.playthroughs = tmp_path  # type: ignore[misc]  # for this one
        with pytest.raises(AssertionError, match=r"gigogne\.jsonl, line \d+"):
            suite.test_the_golden_playthrough_is_still_the_same()
