"""A terminal speaks in the words that a game brings, and in those of its data where it brings none."""

from io import StringIO

import pytest
from rich.console import Console

from skull.skull import GAME, Bade, Bid, Laid, Lay, Lost, NextUp, TurnedOver, TurnOver
from tablee.kernel import Action, Event, Secret, only
from tablee.kernel.chance import Chance
from tablee.kernel.play import begin
from tablee.kernel.refusals import Refusal
from tablee.kernel.views import perspective, redact
from tablee.kernel.words import Language
from tablee.terminal.drawing import draw, write_action, write_event, write_events
from tests.kernel.pressable import MARKET, Move


@pytest.mark.parametrize(
    ("action", "language", "told"),
    [
        (Bid(3), "en", "Bid 3"),
        (Lay("skull"), "fr", "Poser le crâne"),
        (TurnOver(1), "en", "Turn over a disc of ▲ 1"),
    ],
)
def test_actions_are_written_in_the_words_of_the_game(action: Action, language: Language, told: str) -> None:
    assert write_action(GAME, action, language) == told


@pytest.mark.parametrize(
    ("event", "language", "told"),
    [
        (Bade(0, 2), "en", "● 0 bids 2"),
        (Laid(1, Secret("skull", only(1))), "fr", "▲ 1 pose un disque"),
        (TurnedOver(0, 1, "flower"), "fr", "● 0 retourne une fleur chez ▲ 1"),
        (Lost(0, Secret("skull")), "en", "● 0 loses a disc"),
    ],
)
def test_events_are_written_in_the_words_of_the_game(event: Event, language: Language, told: str) -> None:
    assert write_event(GAME, redact(event, 0), language) == told


def test_what_the_game_leaves_untold_is_left_out() -> None:
    assert list(write_events(GAME, [NextUp(1), Bade(1, 2)], "en")) == ["▲ 1 bids 2"]


def test_without_words_an_action_is_written_as_its_data() -> None:
    assert write_action(MARKET, Move(1, 2), "en") == "move(origin=1, goal=2)"


def test_zones_that_are_hidden_are_not_drawn_and_values_are_called_by_their_words() -> None:
    state = begin(GAME, 2, GAME.options(), Chance.seeded(1), 0)
    assert not isinstance(state, Refusal)
    console = Console(width=100, record=True, file=StringIO())
    console.print(draw(GAME, perspective(GAME, state, 0), "fr"))
    shown = console.export_text()
    assert "une fleur" in shown
    assert "Main" in shown
    assert "lost" not in shown
