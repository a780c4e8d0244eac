"""Conformance of a search form: it plays the same game as the rules.

A test class subclasses `FormConformance` and names the game:

    class TestForm(FormConformance):
        game = GAME
"""

import importlib
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import msgspec
from hypothesis import assume
from hypothesis import strategies as st

from tablee.bots.worlds import map_secrets
from tablee.kernel.chance import Chance, RecordingChance
from tablee.kernel.game import AnyGame
from tablee.kernel.play import begin, carry_out, check_options
from tablee.kernel.search import Dice, SearchForm
from tablee.kernel.secrecy import EVERYONE, Secret
from tablee.kernel.views import perspective, view
from tablee.testing.conformance import few


class ScriptedDice(Dice):
    """Gives what a chance gave: a form draws what its rules draw, in the same order."""

    def __init__(self, draws: list[Any]) -> None:
        super().__init__(1)
        self._draws = draws

    def below(self, bound: int) -> Any:  # noqa: ARG002 - the signature is that of Dice
        return self._draws.pop(0)

    def shuffle(self, items: list[int]) -> None:
        order = self._draws.pop(0)
        items[:] = [items[place] for place in order]


def open_view(state: Any, seat: int) -> Any:
    """The state with nothing hidden, as a view."""
    return view(map_secrets(state, lambda _kind, secret: Secret(secret.value, EVERYONE)), seat)


def positions(game: AnyGame, seats: int, options: Any, seed: int) -> Iterator[tuple[Any, int]]:
    """The positions of a random game, each with the first seat that is to act in it."""
    chance = Chance.seeded(seed)
    state: Any = begin(game, seats, options, chance)
    while awaited := game.to_act(state):
        yield state, awaited[0]
        seat = chance.pick(awaited)
        state = carry_out(game, state, seat, chance.pick(game.legal(state, seat)), chance).state


class FormConformance:
    """Tests that every search form has to pass."""

    game: ClassVar[AnyGame]
    option_sets: ClassVar[tuple[dict[str, Any], ...]] = ({},)

    def script(self, events: Sequence[Any], draws: list[Any]) -> list[Any]:  # noqa: ARG002 - for games that override it
        """What the form draws where the rules drew this: the same, unless a game says otherwise."""
        return draws

    @property
    def _module(self) -> Any:
        assert self.game.search is not None
        return importlib.import_module(self.game.search)

    def _form(self, seats: int, state: Any, seat: int) -> SearchForm:
        """The form of a state of which everything is known."""
        form: SearchForm = self._module.form(seats, seat, open_view(state, seat)).deal(Dice(3))
        return form

    def _variant(self, data: st.DataObject) -> tuple[int, Any]:
        """A number of seats, and options that go with it."""
        seats = data.draw(st.integers(*self.game.seats))
        options = msgspec.convert(data.draw(st.sampled_from(self.option_sets)), self.game.options)
        assume(check_options(self.game, seats, options) is None)
        return seats, options

    @few(40, seed=st.integers(0, 1 << 30), data=st.data())
    def test_rules_and_form_agree_move_by_move(self, seed: int, data: st.DataObject) -> None:
        game, codes = self.game, self._module.CODES
        seats, options = self._variant(data)
        chance, chooser = RecordingChance(Chance.seeded(seed)), Chance.seeded(f"{seed}/choices")
        state: Any = begin(game, seats, options, chance, seed % seats)
        chance.taken()
        while awaited := game.to_act(state):
            form = self._form(seats, state, awaited[0])
            assert form.actors() == list(awaited)
            for seat in awaited:
                legal = [codes.action(code) for code in form.actions(seat)]
                assert len(legal) == len({*map(repr, legal)})
                assert {*map(repr, legal)} == {*map(repr, game.legal(state, seat))}
            seat = chooser.pick(awaited)
            action = chooser.pick(game.legal(state, seat))
            story = carry_out(game, state, seat, action, chance)
            state = story.state
            form.play(seat, codes.of(action), ScriptedDice(self.script(story.events, list(chance.taken()))))
            assert form.key() == self._form(seats, state, seat).key()
        outcome = state.ended
        assert outcome is not None
        sharing = outcome.winners or outcome.drawn
        assert form.actors() == []
        rewards = form.rewards()
        assert [seat for seat in range(seats) if rewards[seat] == max(rewards)] == list(sharing)

    @few(25, seed=st.integers(0, 1 << 30), data=st.data())
    def test_a_fresh_game_is_what_the_rules_set_up(self, seed: int, data: st.DataObject) -> None:
        seats, options = self._variant(data)
        chance = RecordingChance(Chance.seeded(seed))
        state: Any = begin(self.game, seats, options, chance)
        fresh = self._form(seats, state, 0).fresh(ScriptedDice(list(chance.taken())))
        assert fresh.key() == self._form(seats, state, 0).key()

    @few(15, seed=st.integers(0, 1 << 30), data=st.data())
    def test_what_is_written_of_a_position_is_what_the_seat_may_do_and_sees(
        self, seed: int, data: st.DataObject
    ) -> None:
        game, module = self.game, self._module
        seats, options = self._variant(data)
        widths = [*module.MASK, *map(len, module.sight(seats))]
        for state, seat in positions(game, seats, options, seed):
            form, words, seen = self._form(seats, state, seat), [0] * len(widths), [0] * len(widths)
            form.write(seat, words, 0)
            assert all(word >> width == 0 for word, width in zip(words, widths, strict=True)), (words, widths)
            flags = [word >> place & 1 for word, width in zip(words, widths, strict=True) for place in range(width)]
            codes = [code for code in range(sum(module.MASK)) if flags[code]]
            assert codes == sorted(form.actions(seat))
            assert form.actor() == seat
            module.form(seats, seat, perspective(game, state, seat).view).write(seat, seen, 0)
            assert seen == words, "what is written depends on what the seat can't see"

    @few(25, seed=st.integers(0, 1 << 30), steps=st.integers(0, 60), data=st.data())
    def test_what_is_dealt_leaves_the_seats_own_actions_as_they_are(
        self, seed: int, steps: int, data: st.DataObject
    ) -> None:
        game, codes = self.game, self._module.CODES
        seats = data.draw(st.integers(*game.seats))
        chance = Chance.seeded(seed)
        state: Any = begin(game, seats, game.options(), chance, 0)
        for _ in range(steps):
            awaited = game.to_act(state)
            if not awaited:
                return
            seat = chance.pick(awaited)
            state = carry_out(game, state, seat, chance.pick(game.legal(state, seat)), chance).state
        for seat in game.to_act(state):
            sight = perspective(game, state, seat)
            form = self._module.form(seats, seat, sight.view)
            for number in range(5):
                world = form.deal(Dice(seed + number))
                assert {repr(codes.action(code)) for code in world.actions(seat)} == {*map(repr, sight.legal)}
                world.rollout(Dice(number))
                assert abs(sum(world.rewards())) <= seats
