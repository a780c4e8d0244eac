"""What holds in every position of every game: an independent reading of the page, and what the rules rely on."""

from collections import Counter
from collections.abc import Iterator

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.bots.worlds import alike
from tablee.games.kitty import words
from tablee.games.kitty.pieces import COLOURS, HEARTS, MAGIC
from tablee.games.kitty.rules import (
    GAME,
    Draw,
    EndTurn,
    KittyAction,
    KittyOptions,
    KittyState,
    Place,
    Recycle,
    Shield,
    Wind,
)
from tablee.kernel import NOBODY, Rule, only
from tablee.kernel.chance import Chance
from tablee.kernel.play import carry_out, state_decoder, timeout
from tablee.kernel.views import Perspective, perspective, redact

ALL_ACTIONS: tuple[KittyAction, ...] = (
    Draw(),
    *(Place(heart, tile) for heart in HEARTS for tile in range(8)),
    *(Wind(tile) for tile in range(8)),
    *(Recycle(tile) for tile in range(8)),
    Shield(),
    EndTurn(),
)

limits = st.none() | st.integers(1, 3)
no_deadline = settings(deadline=None)
games = st.tuples(st.integers(0, 2**32), st.builds(KittyOptions, limits, limits))


def play(seed: int, options: KittyOptions) -> Iterator[KittyState]:
    """Every position of a random game that does not hurry to its end."""
    chance = Chance.seeded(seed)
    state = GAME.setup(2, options, chance.below(2), chance)
    yield state
    while state.ended is None:
        seat = state.active
        if chance.below(20) == 0:
            state = timeout(GAME, state, chance).state
        else:
            state = carry_out(GAME, state, seat, chance.pick(GAME.legal(state, seat)), chance).state
        yield state


# ── An oracle for the legal actions ──────────────────────────────────────────────────────────────────────


def page_allows(state: KittyState, action: KittyAction) -> bool:
    """Whether the page allows the active seat that action: read off it sentence by sentence, one action at a time."""
    me, other = state.active, 1 - state.active
    if state.owes_draw or isinstance(action, Draw):
        return state.owes_draw and isinstance(action, Draw)
    if isinstance(action, EndTurn):
        return True
    if isinstance(action, Place):
        limit = state.options.hearts_per_turn or 16
        if limit == 2 and state.turn == 0:
            limit = 1
        hand = [card.value for card in state.hearts[me]]
        return action.heart in hand and state.tiles[action.tile].heart is None and state.hearts_placed < limit
    name = msgspec.to_builtins(action)["type"]
    if name not in [card.value for card in state.magic[me]]:
        return False
    if state.magic_used >= (state.options.magic_per_turn or 16):
        return False
    if isinstance(action, Shield):
        return state.shields[other] == 0
    tile = state.tiles[action.tile]
    if tile.owner == other and state.shields[other]:
        return False
    return tile.owner == other if isinstance(action, Wind) else tile.colour in COLOURS


@no_deadline
@given(games)
def test_legal_lists_what_the_page_allows_once_each(game: tuple[int, KittyOptions]) -> None:
    for state in play(*game):
        if state.ended is None:
            allowed = [action for action in ALL_ACTIONS if page_allows(state, action)]
            assert list(GAME.legal(state, state.active)) == allowed
        assert list(GAME.legal(state, 1 - state.active)) == []


@no_deadline
@given(games)
def test_every_other_action_is_refused_by_one_of_the_rules(game: tuple[int, KittyOptions]) -> None:
    rules = {rule for rule in vars(words).values() if isinstance(rule, Rule)}
    for state in play(*game):
        if state.ended is None:
            for action in set(ALL_ACTIONS) - set(GAME.legal(state, state.active)):
                assert GAME.why_not(state, state.active, action) in rules


# ── Invariants ───────────────────────────────────────────────────────────────────────────────────────────


@no_deadline
@given(games)
def test_no_card_is_ever_lost_or_made(game: tuple[int, KittyOptions]) -> None:
    first: Counter[str] | None = None
    for state in play(*game):
        hearts = Counter[str](card.value for pile in (*state.hearts, state.heart_deck) for card in pile)
        hearts.update(tile.heart for tile in state.tiles if tile.heart is not None)
        hearts.update(state.removed)
        magic = Counter(card.value for pile in (*state.magic, state.magic_deck) for card in pile)
        magic.update(state.spent)
        first = first or hearts
        assert hearts == first
        assert magic == Counter(MAGIC)


@no_deadline
@given(games)
def test_each_position_is_sound(game: tuple[int, KittyOptions]) -> None:
    for state in play(*game):
        assert all((tile.heart is None) == (tile.owner is None) for tile in state.tiles)
        assert 0 in state.shields, "two shields are active"
        assert set(state.shields) <= {0, 1, 2, 3}
        for hand in state.hearts:
            assert [card.value for card in hand] == sorted((card.value for card in hand), key=HEARTS.index)
        for seat in (0, 1):
            assert {card.seen_by for card in state.hearts[seat]} <= {only(seat)}
            assert {card.seen_by for card in state.magic[seat]} <= {only(seat)}
        assert {card.seen_by for card in state.heart_deck} <= {NOBODY}
        assert {card.seen_by for card in state.magic_deck} <= {NOBODY}


@no_deadline
@given(games)
def test_a_game_lasts_twelve_turns_at_most(game: tuple[int, KittyOptions]) -> None:
    *_, last = play(*game)
    assert last.turn < 12
    assert last.ended is not None


@no_deadline
@given(games)
def test_the_score_follows_the_tiles(game: tuple[int, KittyOptions]) -> None:
    for state in play(*game):
        expected = [0, 0]
        for tile in state.tiles:
            if tile.heart is not None and tile.owner is not None:
                colour, points = tile.heart[:-1], int(tile.heart[-1])
                expected[tile.owner] += {"white": 1, colour: 2}.get(tile.colour, 0) * points
        assert GAME.scores(state) == tuple(expected)


@no_deadline
@given(games)
def test_a_position_survives_the_way_through_json(game: tuple[int, KittyOptions]) -> None:
    for state in play(*game):
        assert state_decoder(GAME).decode(msgspec.json.encode(state)) == state


# ── Secrecy ──────────────────────────────────────────────────────────────────────────────────────────────


@no_deadline
@given(games, st.integers(0, 1))
def test_worlds_that_differ_in_what_a_seat_cannot_see_look_the_same_to_it(
    game: tuple[int, KittyOptions], seat: int
) -> None:
    chance = Chance.seeded(game[0])
    for state in play(*game):
        other = alike(state, seat, chance)
        assert _bytes(perspective(GAME, other, seat)) == _bytes(perspective(GAME, state, seat))
        for action in GAME.legal(state, seat):
            if action != Draw():  # which shows the seat two cards: the worlds part
                events, others = (carry_out(GAME, world, seat, action, chance).events for world in (state, other))
                assert events == others
        if state.ended is None and state.active != seat:
            events, others = timeout(GAME, state, chance).events, timeout(GAME, other, chance).events
            assert [redact(event, seat) for event in others] == [redact(event, seat) for event in events]


def _bytes(seen: Perspective) -> bytes:
    return msgspec.json.encode(seen)
