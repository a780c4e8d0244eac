"""The search form of Le Jeu de Noé plays the same game as its rules."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.noe import GAME
from tablee.games.noe.cards import PACK, Card
from tablee.games.noe.life import best_combination
from tablee.games.noe.rules import Attack, Charge, NoeAction, NoeState, Reinforce, Reshuffled
from tablee.games.noe.search import CODES, NUMBERS, NoeForm, form, sensible
from tablee.games.noe.search import best_combination as best_in_bits
from tablee.kernel.chance import Chance
from tablee.kernel.play import begin, carry_out
from tablee.kernel.search import Dice, member, size
from tablee.kernel.views import view
from tablee.testing.forms import FormConformance


class TestNoeForm(FormConformance):
    game = GAME

    def script(self, events: Sequence[Any], draws: list[Any]) -> list[Any]:
        """The form keeps its discard as a set, and so shuffles it from the order of its numbers; its top is last."""
        piles = [[NUMBERS[card.value] for card in event.pile] for event in events if isinstance(event, Reshuffled)]
        return [[sorted(pile).index(card) for card in reversed(pile)] for pile in piles]


# ── What is dealt ────────────────────────────────────────────────────────────────────────────────────────


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 1 << 30), seats=st.integers(2, 6), steps=st.integers(0, 80))
def test_every_card_is_dealt_once_and_what_was_seen_lies_where_it_was_seen(seed: int, seats: int, steps: int) -> None:
    state = played(seed, seats, steps)
    sight = view(state, 0)
    world = form(seats, 0, sight).deal(Dice(seed))
    sets = [*world.life_cards, *world.charges, world.discard]
    sets += [1 << card for card in (*world.pile, *world.shields, *world.reinforcements) if card >= 0]
    assert sum(sets) == (1 << 52) - 1
    assert sum(size(cards) for cards in sets) == 52
    for seat in range(seats):
        assert names(world.life_cards[seat]) == {*sight["life_cards"][seat]}
        assert size(world.charges[seat]) == len(sight["charges"][seat])
        assert (world.shields[seat] < 0) == (sight["shields"][seat] is None)
        assert (world.reinforcements[seat] < 0) == (sight["reinforcements"][seat] is None)
    assert len(world.pile) == len(sight["pile"])
    assert names(world.discard) >= {*sight["discard"]} - {"?"}
    assert size(world.discard) == len(sight["discard"])


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 1 << 30), seats=st.integers(2, 6), steps=st.integers(0, 80))
def test_a_view_that_came_as_json_gives_the_same_form(seed: int, seats: int, steps: int) -> None:
    sight = view(played(seed, seats, steps), 0)
    sent = msgspec.json.decode(msgspec.json.encode(sight))
    assert form(seats, 0, sent).deal(Dice(1)).key() == form(seats, 0, sight).deal(Dice(1)).key()


def test_every_unseen_card_is_as_likely_as_a_charge_as_a_reinforcement_and_on_the_pile() -> None:
    state = after(after(begun(5, seats=2), 0, Charge()), 1, Reinforce())
    made, dice = form(2, 0, view(state, 0)), Dice(11)
    unseen, deals = made.unseen.cards, 6000
    charge: Counter[int] = Counter()
    reinforcement: Counter[int] = Counter()
    top: Counter[int] = Counter()
    for _ in range(deals):
        world = made.deal(dice)
        charge[member(world.charges[0], 0)] += 1
        reinforcement[world.reinforcements[1]] += 1
        top[world.pile[-1]] += 1
    for counts in (charge, reinforcement, top):
        assert {*counts} == {*unseen}
        expected = deals / len(unseen)
        chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
        # Of 43 degrees of freedom; it is above 95 once in a hundred thousand times.
        assert chi_square < 95


# ── The change of life cards ─────────────────────────────────────────────────────────────────────────────


@settings(max_examples=400, deadline=None)
@given(data=st.data())
def test_the_life_cards_in_bits_are_those_of_the_rules(data: st.DataObject) -> None:
    pack = data.draw(st.permutations(PACK))
    # Few cards make it hard to find any; many make many that would do.
    own = pack[: data.draw(st.integers(1, 3))]
    discard = pack[3 : 3 + data.draw(st.integers(0, 24))]
    pile = pack[27 : 27 + data.draw(st.integers(0, 25))]
    life = data.draw(st.integers(1, 39))
    found = best_combination(life, own, discard, pile)
    in_bits = best_in_bits(life, bits(own), bits(discard), bits(pile))
    assert names(in_bits) == (set() if found is None else {*found.cards})


# ── Rollouts ─────────────────────────────────────────────────────────────────────────────────────────────


def test_a_rollout_that_means_to_be_sensible_strikes_with_three_charges_at_the_weaker_neighbour() -> None:
    world = NoeForm(3)
    world.life = [20, 20, 20]
    world.shields = [NUMBERS[Card(name)] for name in ("5C", "9C", "2C")]
    world.charges = [bits(["7C", "7D", "7H"]), 0, 0]
    assert CODES.action(sensible(world)) == Attack(2)
    world.charges = [bits(["7C"]), 0, 0]
    assert CODES.action(sensible(world)) == Charge()


# ── Helpers ──────────────────────────────────────────────────────────────────────────────────────────────


def begun(seed: int, seats: int) -> NoeState:
    state = begin(GAME, seats, GAME.options(), Chance.seeded(seed), 0)
    assert isinstance(state, NoeState)
    return state


def after(state: NoeState, seat: int, action: NoeAction) -> NoeState:
    return carry_out(GAME, state, seat, action, Chance.seeded(1)).state


def played(seed: int, seats: int, steps: int) -> NoeState:
    """A game after some random turns, or at its end."""
    state, chance = begun(seed, seats), Chance.seeded(seed)
    for _ in range(steps):
        for seat in GAME.to_act(state):
            state = carry_out(GAME, state, seat, chance.pick(GAME.legal(state, seat)), chance).state
    return state


def bits(names: Iterable[str]) -> int:
    """Cards as a set."""
    return sum(1 << NUMBERS[Card(name)] for name in names)


def names(cards: int) -> set[str]:
    """The cards of a set."""
    return {card for card, number in NUMBERS.items() if cards >> number & 1}
