"""The search form of No Kitty plays the same game as its rules."""

from collections import Counter

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.kitty import GAME
from tablee.games.kitty.pieces import MAGIC, Tile
from tablee.games.kitty.rules import EndTurn, KittyOptions, KittyState, Place, Recycle, Shield, Wind
from tablee.games.kitty.search import CODES, KittyForm, best_now, form
from tablee.kernel import Chance, Secret, only
from tablee.kernel.play import begin, carry_out
from tablee.kernel.search import Dice
from tablee.kernel.views import view
from tablee.testing.forms import FormConformance, open_view


class TestKittyForm(FormConformance):
    game = GAME
    option_sets = (
        {},
        {"hearts_per_turn": 2, "magic_per_turn": 1},
        {"hearts_per_turn": 1},
        {"magic_per_turn": 2},
    )


def _counts(hand: int) -> list[int]:
    """How many cards of each kind a hand of the form holds."""
    return [hand >> (4 * kind) & 15 for kind in range(9)]


def _cards(deck: int, length: int) -> list[int]:
    return [deck >> (4 * place) & 15 for place in range(length)]


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 1 << 30), steps=st.integers(0, 30), seat=st.integers(0, 1))
def test_what_is_dealt_keeps_all_that_the_seat_sees(seed: int, steps: int, seat: int) -> None:
    chance = Chance.seeded(seed)
    state = begin(GAME, 2, KittyOptions(), chance, 0)
    assert isinstance(state, KittyState)
    for _ in range(steps):
        if state.ended is None:
            action = chance.pick(GAME.legal(state, state.active))
            state = carry_out(GAME, state, state.active, action, chance).state
    truth = form(2, seat, open_view(state, seat))
    world = form(2, seat, view(state, seat)).deal(Dice(seed))
    is_active = state.active == seat
    assert (world.own_hearts if is_active else world.their_hearts) == (
        truth.own_hearts if is_active else truth.their_hearts
    )
    assert (world.own_magic if is_active else world.their_magic) == (
        truth.own_magic if is_active else truth.their_magic
    )
    for dealt, true in ((world.own_hearts, truth.own_hearts), (world.their_hearts, truth.their_hearts)):
        assert sum(_counts(dealt)) == sum(_counts(true))
    assert all(heart < 9 for heart in _cards(world.heart_deck, len(state.heart_deck)))
    assert world.heart_deck >> (4 * len(state.heart_deck)) == 0
    held = Counter(_cards(world.magic_deck, len(state.magic_deck)))
    for hand in (world.own_magic, world.their_magic):
        held.update(dict(enumerate(_counts(hand))))
    assert [held[kind] + state.spent.count(name) for kind, name in enumerate(("wind", "recycle", "shield"))] == [
        MAGIC.count(name) for name in ("wind", "recycle", "shield")
    ]


def test_a_view_that_was_sent_over_the_wire_gives_the_same_form() -> None:
    state = begin(GAME, 2, KittyOptions(), Chance.seeded(7), 0)
    assert isinstance(state, KittyState)
    seen = view(state, 1)
    sent = msgspec.json.decode(msgspec.json.encode(seen))
    assert form(2, 1, sent).deal(Dice(4)).key() == form(2, 1, seen).deal(Dice(4)).key()


def test_every_way_to_deal_the_hidden_cards_is_as_likely() -> None:
    # Two winds and a shield were not seen: one is in the other's hand, two are in the deck. So is one heart in hand.
    state = KittyState(
        turn=9,
        options=KittyOptions(),
        active=0,
        tiles=tuple(Tile("white") for _ in range(8)),
        hearts=((), (Secret("red1", only(1)),)),
        magic=((), (Secret("wind", only(1)),)),
        heart_deck=(),
        magic_deck=(Secret("wind"), Secret("shield")),
        spent=("wind",) * 4 + ("recycle",) * 5 + ("shield",) * 4,
    )
    made, dice = form(2, 0, view(state, 0)), Dice(11)
    deals = 2700
    seen = Counter((world.their_hearts, world.their_magic, world.magic_deck) for world in _deals(made, dice, deals))
    ways = 9 * 3
    expected = deals / ways
    assert len(seen) == ways
    # 54.05 is passed once in a thousand times with 26 degrees of freedom.
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 54.05


def _deals(made: KittyForm, dice: Dice, count: int) -> list[KittyForm]:
    return [made.deal(dice) for _ in range(count)]


# ── Rollouts ─────────────────────────────────────────────────────────────────────────────────────────────


def _best(state: KittyState) -> object:
    return CODES.action(int(best_now(form(2, state.active, open_view(state, state.active)))))


def _position(**parts: object) -> KittyState:
    """Eight white tiles, seat 0 has drawn, and there are cards to draw."""
    position = KittyState(
        turn=4,
        options=KittyOptions(),
        active=0,
        tiles=tuple(Tile("white") for _ in range(8)),
        hearts=((), ()),
        magic=((), ()),
        heart_deck=(Secret("red1"),),
        magic_deck=(Secret("wind"),),
        owes_draw=False,
    )
    return msgspec.structs.replace(position, **parts)


def test_a_rollout_places_a_heart_where_it_is_worth_most() -> None:
    tiles = (*(Tile("white"),) * 5, Tile("green"), Tile("red"), Tile("white"))
    hearts = ((Secret("red2", only(0)), Secret("yellow3", only(0))), ())
    assert _best(_position(tiles=tiles, hearts=hearts)) == Place("red2", 6)


def test_a_rollout_blows_away_what_is_worth_most() -> None:
    tiles = (Tile("white", "red2", 1), Tile("green", "green3", 1), *(Tile("white"),) * 6)
    assert _best(_position(tiles=tiles, magic=((Secret("wind", only(0)),), ()))) == Wind(1)


def test_a_rollout_recycles_under_its_own_heart_that_is_worth_nothing() -> None:
    tiles = (Tile("green", "green1", 1), Tile("red", "green3", 0), *(Tile("white"),) * 6)
    assert _best(_position(tiles=tiles, magic=((Secret("recycle", only(0)),), ()))) == Recycle(1)


def test_a_rollout_shields_its_points_when_nothing_gains_any() -> None:
    tiles = (Tile("white", "red2", 0), *(Tile("white"),) * 7)
    assert _best(_position(tiles=tiles, magic=((Secret("shield", only(0)),), ()))) == Shield()


def test_a_rollout_fills_the_last_tile_only_to_win() -> None:
    hearts = ((Secret("red1", only(0)),), ())
    behind = (*(Tile("white", "red3", 1),) * 7, Tile("white"))
    assert _best(_position(tiles=behind, hearts=hearts)) == EndTurn()
    ahead = (*(Tile("white", "red3", 0),) * 7, Tile("green"))
    assert _best(_position(tiles=ahead, hearts=hearts)) == Place("red1", 7)
