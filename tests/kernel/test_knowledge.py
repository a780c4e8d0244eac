"""Which actions make something known: those, and no others, can't be taken back."""

from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.bots.worlds import alike
from tablee.kernel.chance import Chance, RecordingChance, ScriptedChance
from tablee.kernel.data import Action, Event, Options, State, put
from tablee.kernel.game import AnyGame, Game
from tablee.kernel.knowledge import makes_known
from tablee.kernel.play import begin, carry_out, choices
from tablee.kernel.refusals import Rule, rule
from tablee.kernel.secrecy import EVERYONE, Open, Secret, holds, only, without
from tablee.kernel.story import Story
from tablee.kernel.views import perspective, redact
from tablee.kernel.words import Text
from tests.rooms.table import GAMES

# ── A game of everything that can be done with a card ────────────────────────────────────────────────────

Card = Literal["crown", "drum", "egg"]


class Peek(Action, frozen=True):
    """Look at the card on the pile."""


class Exchange(Action, frozen=True):
    """Put one's card on the pile and take the one that lay there."""


class Play(Action, frozen=True):
    """Lay a card open."""

    card: Card


class Bury(Action, frozen=True):
    """Lay a card face down."""

    card: Card


class Pass(Action, frozen=True):
    """Do nothing."""


class Seen(Event, frozen=True):
    """Somebody sees the card on the pile."""

    card: Secret[Card]


class Exchanged(Event, frozen=True):
    """A hand and the pile have changed places."""

    drawn: Secret[Card]


class Laid(Event, frozen=True):
    """A card was laid open."""

    card: Open[Card]


class Buried(Event, frozen=True):
    """A card was laid face down."""

    card: Secret[Card]


class Passed(Event, frozen=True):
    """Nothing was done."""


class CardsOptions(Options, frozen=True):
    """None."""


class Cards(State, frozen=True, kw_only=True):
    """Two hands, a pile and what was laid."""

    active: int = 0
    hands: tuple[tuple[Secret[Card], ...], ...]
    pile: Secret[Card]
    buried: tuple[Secret[Card], ...] = ()
    laid: tuple[Open[Card], ...] = ()


def _legal(state: Cards, seat: int) -> list[Action]:
    cards = dict.fromkeys(secret.value for secret in state.hands[seat])
    return [Peek(), Exchange(), Pass(), *(Play(card) for card in cards), *(Bury(card) for card in cards)]


def _decide(story: Story[Cards, Any], seat: int, action: Action, _chance: Chance) -> None:
    match action:
        case Peek():
            story.tell(Seen(story.state.pile.shown_to(seat)))
        case Exchange():
            story.tell(Exchanged(Secret(story.state.pile.value, only(seat))))
        case Play(card):
            story.tell(Laid(card))
        case Bury(card):
            story.tell(Buried(Secret(card, only(seat))))
        case _:
            story.tell(Passed())


def _evolve(state: Cards, event: Event) -> Cards:
    seat, hand = state.active, state.hands[state.active]
    match event:
        case Seen(card):
            return replace(state, pile=card)
        case Exchanged(drawn):
            given_up = Secret(hand[0].value)
            return replace(state, pile=given_up, hands=put(state.hands, seat, (drawn, *hand[1:])))
        case Laid(card):
            return replace(state, laid=(*state.laid, card), hands=put(state.hands, seat, without(hand, card)))
        case Buried(card):
            hands = put(state.hands, seat, without(hand, card.value))
            return replace(state, buried=(*state.buried, card), hands=hands)
        case _:
            return state


def _nothing(*_: Any) -> None:
    """Nothing happens."""


def _why_not(_state: Cards, _seat: int, _action: Action) -> Rule:
    return rule("none", "No.", "Non.")


CARDS: AnyGame = Game(
    id="cards",
    name=Text("Cards", "Cartes"),
    seats=(2, 2),
    rules_version=1,
    options=CardsOptions,
    state=Cards,
    actions=Peek | Exchange | Play | Bury | Pass,
    events=Seen | Exchanged | Laid | Buried | Passed,
    setup=_nothing,  # positions are shown below
    legal=_legal,
    decide=_decide,
    evolve=_evolve,
    timeout=_nothing,
    leave=_nothing,
    scores=lambda _: (0, 0),
    why_not=_why_not,
    reasons={},
)


def cards(hand: tuple[Card, ...], pile: Card, other: tuple[Card, ...] = ("egg", "crown"), seen: int = 1) -> Cards:
    """Seat 0 is to act; who sees its hand can be told."""
    hands = tuple(Secret(card, seen) for card in hand), tuple(Secret(card, only(1)) for card in other)
    return Cards(turn=0, hands=hands, pile=Secret(pile))


def is_known(state: Cards, action: Action) -> bool:
    return makes_known(CARDS, state, 0, action, carry_out(CARDS, state, 0, action, ScriptedChance(())))


def test_what_shows_nothing_makes_nothing_known() -> None:
    assert not is_known(cards(("crown",), "drum"), Pass())


def test_a_look_at_a_hidden_card_makes_it_known() -> None:
    assert is_known(cards(("crown",), "drum"), Peek())


def test_a_second_look_at_a_card_makes_nothing_known() -> None:
    state = cards(("crown",), "drum")
    assert not is_known(replace(state, pile=state.pile.shown_to(0)), Peek())


@pytest.mark.parametrize("pile", ["crown", "drum", "egg"])
def test_a_card_that_is_exchanged_for_an_equal_one_is_known_all_the_same(pile: Card) -> None:
    assert is_known(cards(("crown",), pile), Exchange())


@pytest.mark.parametrize("hand", [("crown",), ("crown", "drum"), ("crown", "drum", "egg"), ("crown", "crown")])
def test_a_card_of_a_hidden_hand_that_is_laid_open_is_known_whatever_else_is_in_it(hand: tuple[Card, ...]) -> None:
    assert is_known(cards(hand, "egg"), Play("crown"))


def test_a_card_that_all_have_seen_is_laid_without_making_it_known() -> None:
    assert not is_known(cards(("crown", "drum"), "egg", seen=EVERYONE), Play("crown"))


def test_an_onlooker_counts_too() -> None:
    assert is_known(cards(("crown", "drum"), "egg", seen=0b11), Play("crown"))


def test_a_card_that_is_laid_face_down_is_known_to_nobody_else() -> None:
    assert holds(cards(("crown",), "drum").hands[0], "crown")
    assert not is_known(cards(("crown", "drum"), "egg"), Bury("crown"))


def test_where_only_one_thing_could_be_hidden_caution_is_taken() -> None:
    assert is_known(cards(("crown",), "crown", ("crown",)), Peek())


# ── The games ────────────────────────────────────────────────────────────────────────────────────────────


def _shown(game: AnyGame, story: Story[Any, Any], viewer: int | None) -> bytes:
    events = [redact(event, viewer) for event in story.events]
    return msgspec.json.encode([events, perspective(game, story.state, viewer)])


def _can_look_so(game: AnyGame, world: Any, seat: int, action: Action, viewer: int | None, shown: bytes) -> bool:
    """Whether it could be seen in that world: of one's own action, or of any that another may have taken."""
    legal = game.legal(world, seat)
    tried = [action] if viewer == seat or action in legal else legal
    return any(
        each in legal and _shown(game, carry_out(game, world, seat, each, Chance.seeded(0)), viewer) == shown
        for each in tried
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 1 << 30))
def test_in_no_game_does_an_action_that_can_be_taken_back_tell_anyone_in_which_world_they_are(
    game: AnyGame, seed: int
) -> None:
    chance = Chance.seeded(seed)
    seats = game.seats[0] + seed % (game.seats[1] - game.seats[0] + 1)
    state: Any = begin(game, seats, game.options(), chance)
    for _ in range(60):
        if state.ended is not None:
            return
        seat = chance.pick(game.to_act(state))
        action = chance.pick(choices(game, state, seat))
        recorded = RecordingChance(chance)
        story = carry_out(game, state, seat, action, recorded)
        if not recorded.taken() and not makes_known(game, state, seat, action, story):
            for viewer in (*range(seats), None):
                world, shown = alike(state, viewer, chance), _shown(game, story, viewer)
                assert _can_look_so(game, world, seat, action, viewer, shown), (viewer, action, story.events)
        state = story.state


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 1 << 30))
def test_whether_it_can_be_taken_back_tells_nothing_either(game: AnyGame, seed: int) -> None:
    chance = Chance.seeded(seed)
    seats = game.seats[0] + seed % (game.seats[1] - game.seats[0] + 1)
    state: Any = begin(game, seats, game.options(), chance)
    for step in range(60):
        if state.ended is not None:
            return
        seat = chance.pick(game.to_act(state))
        action = chance.pick(choices(game, state, seat))
        story, is_quiet = _decided(game, state, seat, action, f"{seed} {step}")
        for viewer in (*range(seats), None):
            world = alike(state, viewer, chance)
            if action in game.legal(world, seat):
                other, is_quiet_too = _decided(game, world, seat, action, f"{seed} {step}")
                if _shown(game, story, viewer) == _shown(game, other, viewer):
                    assert is_quiet_too == is_quiet, (viewer, action)
        state = story.state


def _decided(game: AnyGame, state: Any, seat: int, action: Action, seed: str) -> tuple[Story[Any, Any], bool]:
    recorded = RecordingChance(Chance.seeded(seed))
    story = carry_out(game, state, seat, action, recorded)
    return story, not recorded.taken() and not makes_known(game, state, seat, action, story)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_game_has_actions_that_can_be_taken_back(game: AnyGame) -> None:
    chance = Chance.seeded(1)
    state: Any = begin(game, 2, game.options(), chance)
    for _ in range(200):
        seat = chance.pick(game.to_act(state))
        action = chance.pick(choices(game, state, seat))
        recorded = RecordingChance(chance)
        story = carry_out(game, state, seat, action, recorded)
        if not recorded.taken() and not makes_known(game, state, seat, action, story):
            return
        state = story.state
        assert state.ended is None, "none was found before the end"
