"""Conformance of a search form: it plays the same game as the rules.

A test class subclasses `FormConformance` and names the game:

    class TestForm(FormConformance):
        game = GAME
"""

import importlib
from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec
from hypothesis import given
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


class FormConformance:
    """What every search form has to pass."""

    game: ClassVar[AnyGame]
    option_sets: ClassVar[tuple[dict[str, Any], ...]] = ({},)
    """Options to play with."""

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

    @few(40)
    @given(seed=st.integers(0, 1 << 30), data=st.data())
    def test_rules_and_form_agree_move_by_move(self, seed: int, data: st.DataObject) -> None:
        game, codes = self.game, self._module.CODES
        seats = data.draw(st.integers(*game.seats))
        options = msgspec.convert(data.draw(st.sampled_from(self.option_sets)), game.options)
        if check_options(game, seats, options) is not None:
            return
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

    @few(25)
    @given(seed=st.integers(0, 1 << 30), steps=st.integers(0, 60), data=st.data())
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
