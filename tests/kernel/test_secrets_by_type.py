"""Secrets by type: what is refused at import, and what each viewer is shown."""

from typing import Annotated, Any, Literal, NewType

import msgspec
import pytest
from msgspec import Struct

from tablee.bots.worlds import alike
from tablee.kernel import EVERYONE, HIDDEN, Event, Open, Secret, State, only, seats_in
from tablee.kernel.chance import Chance
from tablee.kernel.shapes import ShapeError, check_secrecy, shape_of
from tablee.kernel.views import redact, view

Card = NewType("Card", str)
Suit = Literal["red", "black"]


class Slot(Struct, frozen=True):
    card: Secret[Card]
    face_down: bool


class Table(State, frozen=True):
    hands: tuple[tuple[Secret[Card], ...], ...]
    board: tuple[Slot | None, ...]
    bid: Secret[tuple[Card, ...]]
    pair: tuple[Secret[Card], int]
    shown: Open[Card] | None = None
    note: Annotated[str, "plain"] = ""


TABLE = Table(
    turn=3,
    hands=((Secret(Card("A"), only(0)), Secret(Card("B"), only(0))), (Secret(Card("C"), only(1)),)),
    board=(None, Slot(Secret(Card("D"), EVERYONE), face_down=False), Slot(Secret(Card("E"), only(1)), face_down=True)),
    bid=Secret((Card("F"), Card("G"))),
    pair=(Secret(Card("H"), seats_in((0, 1))), 7),
    shown=Card("I"),
)


def seen_by(seat: int | None) -> Any:
    return msgspec.to_builtins(view(TABLE, seat))


def test_a_seat_sees_its_own_cards_and_of_the_others_only_how_many() -> None:
    assert seen_by(0)["hands"] == [["A", "B"], [HIDDEN]]
    assert seen_by(1)["hands"] == [[HIDDEN, HIDDEN], ["C"]]


def test_an_onlooker_sees_only_what_everyone_sees() -> None:
    assert seen_by(None) == {
        "turn": 3,
        "hands": [["?", "?"], ["?"]],
        "board": [None, {"card": "D", "face_down": False}, {"card": "?", "face_down": True}],
        "bid": "?",
        "pair": ["?", 7],
        "shown": "I",
        "note": "",
        "ended": None,
    }


def test_a_secret_is_hidden_from_everyone_until_seats_are_named() -> None:
    secret = Secret(Card("A"))
    assert not any(secret.is_seen_by(seat) for seat in (0, 1, 5, None))
    assert secret.shown_to(1).is_seen_by(1)
    assert not secret.shown_to(1).is_seen_by(0)
    assert secret.shown_to_all().is_seen_by(None)


def test_a_secret_tuple_hides_its_length_too() -> None:
    assert seen_by(0)["bid"] == HIDDEN


def test_what_several_seats_know_is_shown_to_each_of_them() -> None:
    assert (seen_by(0)["pair"], seen_by(1)["pair"], seen_by(None)["pair"]) == (["H", 7], ["H", 7], ["?", 7])


class Drew(Event, frozen=True):
    seat: int
    card: Secret[Card]


def test_events_are_redacted_by_the_same_types() -> None:
    event = Drew(1, Secret(Card("C"), only(1)))
    assert redact(event, 1) == {"type": "drew", "seat": 1, "card": "C"}
    assert redact(event, 0) == {"type": "drew", "seat": 1, "card": "?"}


class Bare(Event, frozen=True):
    cards: tuple[int, Card]


def test_a_type_that_is_secret_somewhere_may_stand_bare_nowhere() -> None:
    with pytest.raises(ShapeError, match=r"Bare\.cards holds a bare Card"):
        check_secrecy(Table, Bare)


def test_a_literal_that_is_secret_somewhere_may_stand_bare_nowhere() -> None:
    class Hand(State, frozen=True):
        suit: Secret[Suit]

    class Told(Event, frozen=True):
        suits: tuple[tuple[int, Suit | None], ...]

    with pytest.raises(ShapeError, match=r"Told\.suits holds a bare .*Literal"):
        check_secrecy(Hand, Told)


@pytest.mark.parametrize(
    ("annotation", "why"),
    [
        (Secret[int], "names no kind"),
        (Secret[str], "names no kind"),
        (Secret, "say what is secret"),
        (list[int], "can't be part of a state"),
        (dict[str, int], "can't be part of a state"),
        (frozenset[int], "can't be part of a state"),
        (Secret[tuple[Secret[Card], ...]], "secret as a whole"),
    ],
)
def test_a_type_that_could_change_or_leak_is_refused(annotation: Any, why: str) -> None:
    with pytest.raises(ShapeError, match=why):
        shape_of(annotation)


def test_a_struct_that_can_change_is_refused() -> None:
    class Loose(Struct):
        number: int

    with pytest.raises(ShapeError, match="must be frozen"):
        shape_of(Loose)


def test_a_world_that_looks_alike_has_the_same_view_and_the_same_cards() -> None:
    others = [alike(TABLE, 0, Chance.seeded(seed)) for seed in range(20)]
    assert {msgspec.json.encode(view(other, 0)) for other in others} == {msgspec.json.encode(view(TABLE, 0))}
    assert {other.hands[1][0].value for other in others} == {"C", "E"}
    assert all(other.hands[0] == TABLE.hands[0] for other in others)
