"""The search form of Le Jeu de Noé plays the same game as its rules."""

from collections.abc import Sequence
from typing import Any

from tablee.games.noe import GAME
from tablee.games.noe.rules import Reshuffled
from tablee.games.noe.search import NUMBERS
from tablee.testing.forms import FormConformance


class TestNoeForm(FormConformance):
    game = GAME

    def script(self, events: Sequence[Any], draws: list[Any]) -> list[Any]:
        """The form keeps its discard as a set, and so shuffles it from the order of its numbers; its top is last."""
        piles = [[NUMBERS[card.value] for card in event.pile] for event in events if isinstance(event, Reshuffled)]
        return [[sorted(pile).index(card) for card in reversed(pile)] for pile in piles]
