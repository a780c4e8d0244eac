"""The conformance suite: what every game must keep, ours or not. Five lines run it all.

    from my_package import GAME
    from tablee.testing import GameConformance

    class TestMyGame(GameConformance):
        game = GAME

Say more to have more tested: `census` for what is conserved, `option_sets` for variants, `playthroughs` for the
folder of golden games.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, get_type_hints

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablee.bots.worlds import TRIES, Worlds
from tablee.kernel import play
from tablee.kernel.chance import Chance
from tablee.kernel.data import Options, explanation
from tablee.kernel.game import AnyGame
from tablee.kernel.record import Header, Tampered, read_header, replay
from tablee.kernel.refusals import Refusal
from tablee.kernel.registry import game_ids
from tablee.kernel.search import Dice
from tablee.kernel.views import perspective, redact
from tablee.kernel.vocabulary import fields_in
from tablee.kernel.words import Text
from tablee.lab.random_play import random_record, random_steps
from tablee.lab.soundness import unsound
from tablee.testing.fuzz import check_refusals
from tablee.testing.noninterference import find_leak
from tablee.testing.playthroughs import playthrough, playthrough_path
from tablee.testing.pressing import Playable

_seeds = st.integers(min_value=0, max_value=2**32)


def few(examples: int, **given_: Any) -> Callable[[Any], Any]:
    """Let Hypothesis give a seed, or what is said: this many examples, no deadline, inheritance allowed."""
    limits = settings(max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.differing_executors])
    return lambda test: limits(given(**given_ or {"seed": _seeds})(test))


class GameConformance:
    """Inherit, set `game`, and pytest runs the suite on it."""

    game: ClassVar[AnyGame]
    option_sets: ClassVar[Sequence[Mapping[str, object]]] = ({},)
    """The variants to test, each as options that differ from the defaults."""
    playthroughs: ClassVar[Path | None] = None
    """The folder of the golden games; a registered game must have one there."""
    longest: ClassVar[int] = 10_000
    """No game may take more actions than this."""
    is_race: ClassVar[bool] = False
    """Whether, of several seats to act, the first to act changes what the others' actions mean."""

    def census(self, state: Any) -> Mapping[str, int]:  # noqa: ARG002 - for games to say
        """Count what the game conserves (cards, pieces); must never change during a game."""
        return {}

    # ── Random play ──────────────────────────────────────────────────────────────────────────────────────

    @few(30)
    def test_random_play_keeps_the_invariants_and_ends(self, seed: int) -> None:
        seats, state, chance = self._begin(seed)
        census, turn, actions = self.census(state), state.turn, 0
        self._check_sound(state, seats)
        for step in random_steps(self.game, state, chance, chance):
            self._check_sound(step.state, seats)
            self._check_census(step.state, census)
            assert step.state.turn >= turn, f"the turn went back from {turn} to {step.state.turn}"
            turn, actions = step.state.turn, actions + 1
            assert actions <= self.longest, f"a game took more than {self.longest} actions (`longest`)"
            self._check_bounds(step.state, seats, actions)

    @few(5)
    def test_every_listed_action_is_accepted_and_leads_to_a_sound_state(self, seed: int) -> None:
        for seats, state in self._positions(seed, every=5):
            for seat in self.game.to_act(state):
                for action in self.game.legal(state, seat):
                    read = play.parse_action(self.game, msgspec.to_builtins(action))
                    assert read == action, f"{action} comes back from JSON as {read}"
                    story = play.decide(self.game, state, seat, action, Chance.seeded(seed))
                    assert not isinstance(story, Refusal), story.text.en
                    self._check_sound(story.state, seats)

    @few(5)
    def test_unlisted_and_malformed_actions_are_refused(self, seed: int) -> None:
        source = random.Random(seed)
        for seats, state in self._positions(seed, every=7):
            before = msgspec.json.encode(state)
            for seat in range(seats):
                check_refusals(self.game, state, seat, source, tries=60)
            assert msgspec.json.encode(state) == before, "a refused action changed the state"

    @few(10)
    def test_a_seat_out_of_turn_is_refused_whatever_it_tries(self, seed: int) -> None:
        for seats, state in self._positions(seed, every=3):
            awaited = self.game.to_act(state)
            for seat in set(range(seats)) - set(awaited):
                action = play.choices(self.game, state, awaited[0])[0]
                refusal = play.decide(self.game, state, seat, action, Chance.seeded(seed))
                assert isinstance(refusal, Refusal), f"seat {seat} acted, but {awaited} were to act"
                assert refusal.code == "not_your_turn", refusal.text.en

    @few(5)
    def test_who_chooses_at_the_same_time_makes_no_other_choice_stale(self, seed: int) -> None:
        for _, state in self._positions(seed, every=3):
            awaited = self.game.to_act(state)
            if self.is_race or len(awaited) == 1:
                continue
            for seat in awaited:
                action = play.choices(self.game, state, seat)[seed % len(play.choices(self.game, state, seat))]
                after = play.carry_out(self.game, state, seat, action, Chance.seeded(seed)).state
                for other in (set(awaited) & set(self.game.to_act(after))) - {seat}:
                    is_touched = self.game.legal(after, other) != self.game.legal(state, other)
                    assert after.turn == state.turn or is_touched, (
                        f"seat {seat} plays {action}, and `turn` goes from {state.turn} to {after.turn} while seat "
                        f"{other} is still to act and may do the same as before: what it sends for the turn it saw "
                        "is refused as stale. Let `turn` grow when the last of those who choose at once has chosen, "
                        "not with each choice; where the first to act changes all that, say `is_race = True`, in "
                        f"the position {play.position(state)}"
                    )

    # ── Data ─────────────────────────────────────────────────────────────────────────────────────────────

    @few(8)
    def test_states_events_and_views_survive_json(self, seed: int) -> None:
        seats, state, chance = self._begin(seed)
        for step in random_steps(self.game, state, chance, chance):
            state = play.state_decoder(self.game).decode(msgspec.json.encode(step.state))
            assert state == step.state, f"the state {step.state} comes back from JSON as {state}"
            events = play.event_decoder(self.game).decode(msgspec.json.encode(step.events))
            assert events == tuple(step.events), f"the events {step.events} come back from JSON as {events}"
            for seat in (*range(seats), None):
                view = msgspec.json.encode(perspective(self.game, step.state, seat))
                assert msgspec.json.encode(msgspec.json.decode(view)) == view, f"a view is no plain JSON: {view!r}"
                msgspec.json.encode([redact(event, seat) for event in step.events])

    @few(8)
    def test_a_record_replays_to_the_same_states(self, seed: int) -> None:
        header, lines = self._record(seed)
        replayed = replay(self.game, header, lines)
        assert not isinstance(replayed, Tampered), replayed.text.en
        assert len(replayed.steps) == len(lines) - 1, "the game was over before its record was"

    @few(8)
    def test_a_record_with_a_line_missing_is_found_out_at_that_line(self, seed: int) -> None:
        header, lines = self._record(seed)
        missing = seed % len(lines)
        replayed = replay(self.game, header, lines[:missing] + lines[missing + 1 :])
        assert isinstance(replayed, Tampered), f"nobody notices that line {missing + 2} of a record is missing"
        assert replayed.line == missing + 2, f"line {missing + 2} is missing, but: {replayed.text.en}"

    # ── Timeout and leaving ──────────────────────────────────────────────────────────────────────────────

    @few(40)
    def test_timeout_and_leaving_at_any_moment_keep_it_sound(self, seed: int) -> None:
        seats, state, chance = self._begin(seed)
        census, present = self.census(state), set(range(seats))
        for _ in range(10 * self.longest):
            awaited = self.game.to_act(state)
            if not awaited:
                break
            dice = chance.below(24)
            if dice == 0:
                seat = chance.below(seats)
                state = play.leave(self.game, state, seat, chance).state
                assert not play.leave(self.game, state, seat, chance).events, "who has left can't leave again"
                present.discard(seat)
                assert not set(self.game.to_act(state)) - present, "who has left has nothing to do"
            elif dice < 4:
                turn = state.turn
                state = play.timeout(self.game, state, chance).state
                assert state.turn > turn or state.ended, "a timeout ends the turn or round"
            else:
                seat = chance.pick(awaited)
                action = chance.pick(play.choices(self.game, state, seat))
                state = play.carry_out(self.game, state, seat, action, chance).state
            self._check_sound(state, seats)
            self._check_census(state, census)
        assert state.ended is not None, f"a game took more than {10 * self.longest} steps"

    @few(20)
    def test_seats_that_leave_together_are_gone_and_a_game_that_all_leave_ends(self, seed: int) -> None:
        seats, state, chance = self._begin(seed)
        for _ in range(chance.below(20)):
            if awaited := self.game.to_act(state):
                seat = chance.pick(awaited)
                action = chance.pick(play.choices(self.game, state, seat))
                state = play.carry_out(self.game, state, seat, action, chance).state
        census, gone = self.census(state), [seat for seat in range(seats) if chance.below(2)]
        state = play.leave_together(self.game, state, gone, chance).state
        self._check_sound(state, seats)
        self._check_census(state, census)
        assert not set(self.game.to_act(state)) & set(gone), "who has left has nothing to do"
        assert not play.leave_together(self.game, state, gone, chance).events, "who has left can't leave again"
        state = play.leave_together(self.game, state, range(seats), chance).state
        self._check_sound(state, seats)
        assert state.ended is not None, "all have left, and the game goes on"

    @few(10)
    def test_a_game_that_everybody_lets_time_out_ends(self, seed: int) -> None:
        seats, state, chance = self._begin(seed)
        for _ in range(self.longest):
            if state.ended:
                break
            state = play.timeout(self.game, state, chance).state
            self._check_sound(state, seats)
        assert state.ended is not None, f"after {self.longest} timeouts the game still goes on"
        assert not play.timeout(self.game, state, chance).events, (
            "the clock runs out after the end, and something happens"
        )
        assert not play.leave(self.game, state, 0, chance).events, "someone leaves after the end, and something happens"

    # ── Secrecy ──────────────────────────────────────────────────────────────────────────────────────────

    @few(10)
    def test_worlds_that_look_alike_to_a_viewer_go_on_looking_alike(self, seed: int) -> None:
        seats, options = self._variant(seed)
        leak = find_leak(self.game, seats, options, seed)
        assert leak is None, str(leak)

    @few(5)
    def test_possible_worlds_hold_for_every_real_one_and_are_found_from_what_a_seat_sees(self, seed: int) -> None:
        is_possible, dice = self.game.possible_worlds, Dice(seed)
        if is_possible is None:
            return
        for seats, state in self._positions(seed, every=3):
            census = self.census(state)
            for seat in range(seats):
                here = f"for seat {seat}, in the position {play.position(state)}"
                assert is_possible(state, seat), f"`possible_worlds` rules out what really is, {here}"
                sight = perspective(self.game, state, seat)
                world = Worlds(self.game, seats, sight).fill(dice)
                assert is_possible(world, seat), (
                    f"of {TRIES} worlds that the types allow none is possible, {here}. "
                    "If one can be, let the game deal it: `deal_world`"
                )
                imagined = perspective(self.game, world, seat)
                seen, dealt = map(msgspec.to_builtins, (sight.view, imagined.view))
                assert dealt == seen, f"a world was imagined that looks different, {here}"
                assert imagined.legal == sight.legal, f"in a possible world other actions are legal, {here}"
                assert self.census(world) == census, f"the census was {census} and is {self.census(world)}, {here}"
                self._check_sound(world, seats)

    # ── The board that draws any game ────────────────────────────────────────────────────────────────────────

    def test_every_legal_action_can_be_played_on_the_board_that_draws_any_game(self) -> None:
        check = Playable(self.game)
        for seed in range(3):
            for _, state in self._positions(seed, every=4):
                for seat in self.game.to_act(state):
                    check.see(state, seat)
        check.conclude()

    # ── Words and files ──────────────────────────────────────────────────────────────────────────────────

    def test_everything_has_words_in_both_languages(self) -> None:
        words = self.game.words
        texts = [self.game.name, *self.game.reasons.values(), *([self.game.promise] if self.game.promise else [])]
        texts += [text for said in (words.actions, words.events, words.fields, words.pieces) for text in said.values()]
        for zone in self.game.zones:
            texts += [zone.title, *zone.labels.values(), *zone.pieces.values()]
        hints = get_type_hints(self.game.options, include_extras=True)
        for field in self.game.options.__struct_fields__:
            text = explanation(hints[field])
            assert text is not None, f"the option {field} is not explained"
            texts.append(text)
        for text in texts:
            assert text.en.strip(), f"{text.fr!r} has no words in English"
            assert text.fr.strip(), f"{text.en!r} has no words in French"

    def test_hints_for_drawing_name_fields_of_actions_that_there_are(self) -> None:
        fields = {field for action in self.game.action_types for field in action.__struct_fields__}
        for zone in self.game.zones:
            unknown = ", ".join(sorted(set(zone.targets) - fields))
            assert not unknown, f"the zone {zone.title.en!r} has targets that no action has: {unknown}"

    def test_words_are_of_actions_and_events_that_there_are_and_name_their_fields(self) -> None:
        words = self.game.words
        events = {str(type_.__struct_config__.tag) for type_ in self.game.event_types}
        assert not set(words.untold) - events, f"there are no events {', '.join(sorted(set(words.untold) - events))}"
        for what, said, types in (
            ("action", words.actions, self.game.action_types),
            ("event", words.events, self.game.event_types),
        ):
            fields = {str(type_.__struct_config__.tag): {*type_.__struct_fields__} for type_ in types}
            for name, phrase in said.items():
                assert name in fields, f"there are words for the {what} {name!r}; there are: {', '.join(fields)}"
                unknown = ", ".join(sorted(fields_in(phrase) - fields[name]))
                assert not unknown, f"the words of the {what} {name!r} name fields that it does not have: {unknown}"
                in_one = fields_in(Text(phrase.en, "")) ^ fields_in(Text("", phrase.fr))
                assert not in_one, f"the {what} {name!r} says {', '.join(sorted(in_one))} in one language only"

    def test_a_game_starts_with_its_default_options_for_every_number_of_seats(self) -> None:
        fewest, most = self.game.seats
        for seats in range(fewest, most + 1):
            refusal = play.check_options(self.game, seats, self.game.options())
            assert refusal is None, refusal.text.en
        for seats in (0, fewest - 1, most + 1):
            refusal = play.check_options(self.game, seats, self.game.options())
            assert refusal is not None, f"it starts with {seats} seats, but is for {fewest} to {most}"
            assert refusal.code == "bad_options", refusal.text.en

    def test_the_golden_playthrough_is_still_the_same(self) -> None:
        if self.playthroughs is None:
            if self.game.id in game_ids():
                pytest.fail(f"{self.game.id} is a registered game: it needs a golden playthrough")
            return
        path = playthrough_path(self.playthroughs, self.game)
        assert path.is_file(), f"write it: python -m tablee.testing {self.playthroughs} {self.game.id}"
        golden, now = path.read_bytes().splitlines(), playthrough(self.game).splitlines()
        for number, (then, line) in enumerate(zip(golden, now, strict=False), start=1):
            assert line == then, f"{path.name}, line {number}"
        assert len(golden) == len(now), f"{path.name} has {len(golden)} lines, the game now {len(now)}"

    # ── Helpers ──────────────────────────────────────────────────────────────────────────────────────────

    def _variant(self, seed: int) -> tuple[int, Options]:
        """A number of seats and options that go together."""
        source = random.Random(seed)
        while True:
            options = play.parse_options(self.game, source.choice(self.option_sets))
            assert not isinstance(options, Refusal), options.text.en
            seats = source.randint(*self.game.seats)
            if play.check_options(self.game, seats, options) is None:
                return seats, options

    def _begin(self, seed: int) -> tuple[int, Any, Chance]:
        seats, options = self._variant(seed)
        chance = Chance.seeded(seed)
        state = play.begin(self.game, seats, options, chance)
        assert not isinstance(state, Refusal), state.text.en
        return seats, state, chance

    def _positions(self, seed: int, every: int) -> Iterator[tuple[int, Any]]:
        """Some positions of a random game in which someone is to act."""
        seats, state, chance = self._begin(seed)
        yield seats, state
        for number, step in enumerate(random_steps(self.game, state, chance, chance)):
            if number % every == 0 and self.game.to_act(step.state):
                yield seats, step.state

    def _record(self, seed: int) -> tuple[Header, list[bytes]]:
        seats, options = self._variant(seed)
        lines = random_record(self.game, seats, options, seed)
        assert not isinstance(lines, Refusal), lines.text.en
        first, *rest = lines
        header = read_header(first)
        assert isinstance(header, Header)
        return header, rest

    def _check_census(self, state: Any, census: Mapping[str, int]) -> None:
        now = self.census(state)
        assert now == census, f"the census was {census} and is {now}, in the position {play.position(state)}"

    def _check_bounds(self, state: Any, seats: int, actions: int) -> None:
        if self.game.bounds is None:
            return
        bounds, scores = (
            self.game.bounds(getattr(state, "options", self.game.options()), seats),
            self.game.scores(state),
        )
        least, most = bounds.scores
        assert actions <= bounds.actions, f"a game took more than the {bounds.actions} actions of its `bounds`"
        assert all(least <= score <= most for score in scores), f"the scores {scores} are out of `bounds`: {bounds}"

    def _check_sound(self, state: Any, seats: int) -> None:
        flaw = unsound(self.game, state, seats)
        assert flaw is None, f"{flaw}, in the position {play.position(state)}"
