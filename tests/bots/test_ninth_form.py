"""The search form of Ninth plays the same game as its rules."""

from collections import Counter
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.ninth import GAME
from tablee.games.ninth.board import Slot
from tablee.games.ninth.planets import PLANETS, Planet
from tablee.games.ninth.rules import NinthOptions, NinthState, Pass, Place, Take
from tablee.games.ninth.search import CODES, NinthForm, best_now, form
from tablee.kernel import EVERYONE, Chance, Secret, only
from tablee.kernel.play import begin, carry_out
from tablee.kernel.search import Dice
from tablee.kernel.views import view
from tablee.testing.forms import FormConformance, open_view


class TestNinthForm(FormConformance):
    game = GAME
    option_sets = ({}, {"powers": False})


def _cards(world: NinthForm) -> Counter[int]:
    """All cards of a world that have not left the game, by planet."""
    cards = Counter(world.pile)
    cards.update(world.board >> (4 * slot) & 15 for slot in range(9) if world.filled >> slot & 1)
    for hand in (world.own_hand, world.their_hand):
        cards.update({planet: hand >> (4 * planet) & 15 for planet in range(9)})
    if world.taken >= 0:
        cards[int(world.taken)] += 1
    return cards


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 1 << 30), steps=st.integers(0, 120), seat=st.integers(0, 1))
def test_what_is_dealt_keeps_all_that_the_seat_sees_and_nine_of_each_planet(seed: int, steps: int, seat: int) -> None:
    chance = Chance.seeded(seed)
    state: Any = begin(GAME, 2, NinthOptions(), chance, 0)
    for _ in range(steps):
        if state.ended is None:
            action = chance.pick(GAME.legal(state, state.active))
            state = carry_out(GAME, state, state.active, action, chance).state
    seen = view(state, seat)
    truth = form(2, seat, open_view(state, seat)).deal(Dice(1))
    world = form(2, seat, seen).deal(Dice(seed))
    assert _cards(world) == _cards(truth)
    for slot, on_board in enumerate(seen["board"]):
        if on_board is not None and on_board["card"] != "?":
            assert world.board >> (4 * slot) & 15 == PLANETS.index(on_board["card"])
    for place, card in enumerate(reversed(seen["pile"])):
        assert card == "?" or world.pile[place] == PLANETS.index(card)
    assert len(world.pile) == len(truth.pile)
    assert (world.filled, world.face_down) == (truth.filled, truth.face_down)
    if state.active == seat:
        assert (world.own_hand, world.taken) == (truth.own_hand, truth.taken)
    else:
        assert world.their_hand == truth.their_hand


def test_a_view_that_was_sent_over_the_wire_gives_the_same_form() -> None:
    seen = view(_position(pile=(Secret("venus", only(1)), Secret("earth"))), 1)
    sent = msgspec.json.decode(msgspec.json.encode(seen))
    assert form(2, 1, sent).deal(Dice(4)).key() == form(2, 1, seen).deal(Dice(4)).key()


def test_every_way_to_deal_the_hidden_cards_is_as_likely() -> None:
    # Two earths, a mars and a venus were not seen: one in the other's hand, one face down, two in the pile.
    out = list(PLANETS * 9)
    for card in (*PLANETS[:8], "earth", "earth", "mars", "venus"):
        out.remove(card)
    board = (*_face_up(*PLANETS[:8]), Slot(Secret("earth", only(1)), face_down=True))
    state = _position(
        board=board,
        hands=((), (Secret("earth", only(1)),)),
        pile=(Secret("mars"), Secret("venus")),
        removed=tuple(out),
    )
    made, dice, deals = form(2, 0, view(state, 0)), Dice(11), 2400
    seen = Counter((world.their_hand, world.board, *world.pile) for world in [made.deal(dice) for _ in range(deals)])
    ways = 12
    expected = deals / ways
    assert len(seen) == ways
    # 31.26 is passed once in a thousand times with 11 degrees of freedom.
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 31.26


# ── Rollouts ─────────────────────────────────────────────────────────────────────────────────────────────


def _face_up(*cards: Planet) -> tuple[Slot, ...]:
    return tuple(Slot(Secret(card, EVERYONE)) for card in cards)


def _position(**parts: Any) -> NinthState:
    """Seat 0 is to take; no line stands."""
    position = NinthState(
        turn=6,
        options=NinthOptions(),
        active=0,
        board=_face_up("earth", "earth", "mars", "venus", "saturn", "uranus", "mercury", "venus", "mars"),
        pile=(Secret("venus"), Secret("earth")),
    )
    return msgspec.structs.replace(position, **parts)


def _hands(*cards: Planet) -> tuple[tuple[Secret[Planet], ...], ...]:
    return (tuple(Secret(card, only(0)) for card in cards), ())


def _best(state: NinthState) -> object:
    return CODES.action(int(best_now(form(2, state.active, open_view(state, state.active)), Dice(1))))


def test_a_rollout_takes_the_card_that_stands_where_its_own_makes_a_line() -> None:
    assert _best(_position(hands=_hands("earth"))) == Take(2)


def test_a_rollout_completes_a_line() -> None:
    board = (*_position().board[:2], None, *_position().board[3:])
    assert _best(_position(board=board, hands=_hands("venus", "ninth"), phase="place")) == Place("ninth", 2)


def test_a_rollout_keeps_its_card_where_it_would_lie_face_down() -> None:
    board = (*_position().board[:2], None, *_position().board[3:])
    assert _best(_position(board=board, hands=_hands("earth"), phase="place", covered=2)) == Pass()


def test_a_rollout_that_can_make_no_line_takes_a_ninth_or_a_planet_that_it_does_not_hold() -> None:
    board = _face_up("earth", "mars", "jupiter", "venus", "saturn", "uranus", "mercury", "earth", "mars")
    held = _hands("mercury", "venus", "earth", "mars", "jupiter", "saturn")
    assert _best(_position(board=board, hands=held)) == Take(5)
    assert _best(_position(board=(*board[:8], *_face_up("ninth")), hands=_hands("saturn"))) == Take(8)


def test_a_rollout_goes_for_the_nine_planets_before_a_line() -> None:
    board = _face_up("earth", "earth", "mars", "venus", "saturn", "uranus", "mercury", "jupiter", "neptune")
    assert _best(_position(board=board, hands=_hands("earth", "ninth"))) == Take(0)
    emptied = (None, *board[1:])
    assert _best(_position(board=emptied, hands=_hands("earth", "ninth"), phase="place")) == Place("ninth", 0)
