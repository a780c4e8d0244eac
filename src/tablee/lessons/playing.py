"""Playing what a script says by the rules of its game, and proving what it claims."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UnsetType
from msgspec.structs import replace

from tablee.kernel.chance import Chance, ScriptedChance, ScriptError
from tablee.kernel.data import Action, as_json
from tablee.kernel.game import AnyGame
from tablee.kernel.play import begin, carry_out, decide, describe, parse_action, parse_options
from tablee.kernel.refusals import Refusal
from tablee.kernel.views import perspective, redact
from tablee.lessons.compiled import LessonMove
from tablee.lessons.position import PositionError, plain, read_position
from tablee.lessons.rulebook import Position
from tablee.lessons.script import Draws, Lesson, LessonError, Pattern, Then, fits

_LISTED_AT_MOST = 6


class Player:
    """Plays a script; what the rules don't allow is a LessonError that says where."""

    def __init__(self, game: AnyGame, script: Lesson | Position) -> None:
        self.game, self.script = game, script

    def where(self) -> str:
        """The file, and the part of it that is being played."""
        raise NotImplementedError

    def set_up(self) -> Any:
        script, game = self.script, self.game
        options = parse_options(game, script.options)
        if isinstance(options, Refusal):
            raise self.error(options.text.en)
        chance = self.chance(script.chance, "set-up")
        try:
            state = begin(game, script.seats, options, chance, script.starter)
        except ScriptError as error:
            raise self.error(f"`chance` does not fit the set-up: {error}") from error
        if isinstance(state, Refusal):
            raise self.error(state.text.en)
        self._check_used_up(chance, "the set-up")
        return state

    def position(self, setup: Any, given: Mapping[str, Any], about: object) -> Any:
        chance = Chance.seeded(f"{self.script.seed}/rest/{about}")
        try:
            return read_position(self.game, setup, given, self.script.seen, chance)
        except PositionError as error:
            raise self.error(f"the position can’t be: {error}") from error

    def play(
        self, state: Any, seat: int, action: Action, draws: Draws | UnsetType, about: object
    ) -> tuple[LessonMove, Any]:
        chance = self.chance(draws, about)
        try:
            story = carry_out(self.game, state, seat, action, chance)
        except ScriptError as error:
            raise self.error(f"`chance` does not fit {describe(action)}: {error}") from error
        self._check_used_up(chance, describe(action))
        return self.shown(seat, story.events, story.state), story.state

    def play_then(self, state: Any, then: Then, about: object) -> tuple[LessonMove, Any]:
        return self.play(state, then.seat, self.the_one(then.do, state, then.seat, "`then` "), then.chance, about)

    def the_one(self, pattern: Pattern, state: Any, seat: int, named: str = "") -> Action:
        """The one legal action that a pattern fits."""
        legal = self.game.legal(state, seat)
        self.check_allowed(pattern, state, legal, seat)
        found: list[Action] = [other for other in legal if fits(pattern, other)]
        if len(found) > 1:
            raise self.error(f"{named}{written(pattern)} could be any of {len(found)}: say more of it")
        return found[0]

    def shown(self, seat: int, events: Sequence[Any], state: Any) -> LessonMove:
        viewer = self.script.seat
        sight = replace(perspective(self.game, state, viewer), legal=())
        return LessonMove(seat, tuple([redact(event, viewer) for event in events]), sight)

    def chance(self, draws: Draws | UnsetType, about: object) -> Chance:
        if isinstance(draws, UnsetType):
            return Chance.seeded(f"{self.script.seed}/{about}")
        return ScriptedChance(draws)

    # ── Proving ──────────────────────────────────────────────────────────────────────────────────────────

    def check_allowed(self, pattern: Pattern, state: Any, legal: Sequence[Any], seat: int | None = None) -> None:
        """Raise unless a pattern fits something legal, with the rule against it where it is one action."""
        if any(fits(pattern, action) for action in legal):
            return
        seat = self.script.seat if seat is None else seat
        action = parse_action(self.game, pattern)
        if isinstance(action, Refusal):
            some = [describe(other) for other in legal[:_LISTED_AT_MOST]] or ["nothing"]
            more = ", …" if len(legal) > _LISTED_AT_MOST else ""
            raise self.error(
                f"nothing that seat {seat} may do fits {written(pattern)}; it may: {', '.join(some)}{more}"
            )
        refusal = decide(self.game, state, seat, action, ScriptedChance(()))
        raise self.error(refusal.text.en if isinstance(refusal, Refusal) else f"{describe(action)} is not allowed")

    def check_claims(self, claims: Mapping[str, Any], state: Any) -> None:
        sight = as_json(perspective(self.game, state, self.script.seat))
        for path, claimed in claims.items():
            found = _at(sight, path)
            if found != plain(claimed):
                raise self.error(f"it claims {path} = {claimed!r}, and it is {found!r}")

    def _check_used_up(self, chance: Chance, by: str) -> None:
        if isinstance(chance, ScriptedChance) and not chance.is_used_up:
            raise self.error(f"`chance` has more draws than {by} takes")

    def error(self, why: str) -> LessonError:
        return LessonError(f"{self.where()}: {why}")


def written(pattern: Pattern) -> str:
    return "{" + ", ".join(f"{name} = {value!r}" for name, value in pattern.items()) + "}"


def _at(data: Any, path: str) -> Any:
    """The value at a path such as `view.life.2`; None if there is none."""
    for name in path.split("."):
        try:
            data = data[int(name)] if isinstance(data, list | tuple) else data[name]
        except (LookupError, TypeError, ValueError):
            return None
    return data
