"""Every action of a game has a number of its own, which never changes."""

import random
from enum import Enum
from typing import Annotated, Literal

import pytest
from msgspec import Meta

from tablee.games.gigogne import GAME as GIGOGNE
from tablee.games.gigogne.rules import Place
from tablee.kernel import Action
from tablee.kernel.game import AnyGame
from tablee.kernel.registry import load_game
from tablee.rl import ActionIndexError, Environment, index_of
from tablee.rl.index import _fields
from tests.rl.games import of_every_game, play_on


@of_every_game
def test_every_legal_action_has_a_number_and_the_mask_says_which_are_legal(game: AnyGame) -> None:
    table, source = Environment(game, game.seats[1], seed=5), random.Random(5)
    while not table.is_over:
        for seat in range(table.seats):
            legal = {table.index[number] for number in table.legal(seat)}
            assert legal == set(game.legal(table.state, seat))
            assert [*map(int, table.mask(seat).nonzero()[0])] == table.legal(seat)
        play_on(table, source, 1)


def test_numbers_follow_the_order_of_the_types() -> None:
    index = index_of(GIGOGNE)
    assert [index.of(Place(size, cell)) for size in ("small", "medium", "large") for cell in range(9)] == [*range(27)]
    assert index.name(13) == "place(size=medium, cell=4)"


@pytest.mark.parametrize(
    ("game", "actions", "digest"),
    [
        ("diggers", 116, "225e5f96c75e93f7"),
        ("gigogne", 27, "1dd12f7c866051f6"),
        ("kitty", 91, "df213c2904dcabc8"),
        ("ninth", 188, "08ae067a32490082"),
        ("noe", 14, "526a7fc4000a7ab6"),
    ],
)
def test_the_index_is_as_it_was_when_models_were_trained_with_it(game: str, actions: int, digest: str) -> None:
    assert len(index_of(load_game(game))) == actions
    assert index_of(load_game(game)).digest == digest


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Sow(Action, frozen=True):
    colour: Colour
    where: tuple[Annotated[int, Meta(ge=1, le=2)], bool]
    more: Annotated[tuple[Literal["a", "b"], ...], Meta(max_length=2)]
    to: Annotated[int, Meta(ge=0, lt=2)] | None


def test_numbers_cover_every_value_that_types_allow() -> None:
    found = _fields(Sow, list, {})
    assert len(found) == len(set(found)) == 2 * (2 * 2) * (1 + 2 + 4) * 3


class Deal(Action, frozen=True):
    cards: tuple[
        Annotated[int, Meta(ge=0, le=51)], Annotated[int, Meta(ge=0, le=51)], Annotated[int, Meta(ge=0, le=51)]
    ]


def test_too_many_actions_to_number_are_refused_in_words() -> None:
    with pytest.raises(ActionIndexError, match="too many to number"):
        _fields(Deal, list, {})


def test_an_action_without_a_number_is_told_with_what_to_do() -> None:
    with pytest.raises(ActionIndexError, match="types with bounds"):
        index_of(GIGOGNE).of(Place("small", 11))
