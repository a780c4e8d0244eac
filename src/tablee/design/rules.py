"""A game's rules, asked so that what they give is looked at before anything is built on it."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from tablee.design.faults import Fault, FaultError, fault_in, fault_of, refused
from tablee.kernel.chance import Chance
from tablee.kernel.events import Ended
from tablee.kernel.game import AnyGame
from tablee.kernel.play import begin, decide, parse_action, parse_options
from tablee.kernel.refusals import Refusal
from tablee.kernel.replay import Viewer, seat_of
from tablee.kernel.story import Story
from tablee.kernel.views import Perspective, opened, perspective
from tablee.kernel.words import Text
from tablee.lab.soundness import unsound

T = TypeVar("T")


class Rules:
    """A game that may be wrong: whatever it does wrong is raised as a FaultError for its author."""

    def __init__(self, game: AnyGame, folder: Path | None) -> None:
        self.game, self.folder = game, folder
        """The folder of its module, resolved: errors in it are reported with their line."""

    def begin(self, seats: int, options: Any, starter: int, chance: Chance) -> Any:
        read = parse_options(self.game, options)
        if isinstance(read, Refusal):
            raise FaultError(Fault(read.text))
        state = self.ask(lambda: begin(self.game, seats, read, chance, starter))
        if isinstance(state, Refusal):
            raise FaultError(Fault(state.text))
        if not isinstance(state, self.game.state):
            raise self._wrong(self.game.setup, "setup", state, self.game.state.__name__)
        self.check(state, seats)
        return state

    def play(self, state: Any, seat: int, raw: Any, chance: Chance) -> tuple[Any, Story[Any, Any]]:
        """An action from plain data, and what comes of it."""
        action = parse_action(self.game, raw)
        if isinstance(action, Refusal):
            raise FaultError(Fault(action.text))
        if action not in self.legal(state, seat):
            refusal = self.ask(lambda: decide(self.game, state, seat, action, chance))
            raise (
                FaultError(Fault(refusal.text))
                if isinstance(refusal, Refusal)
                else refused("That is not among the legal actions.", "Ce n’est pas une action permise.")
            )
        return action, self.tell(state, lambda story: self.game.decide(story, seat, action, chance))

    def tell(self, state: Any, tell: Callable[[Story[Any, Any]], None]) -> Story[Any, Any]:
        story: Story[Any, Any] = Story(state, self._evolve)
        self.ask(lambda: tell(story))
        self.check(story.state, len(self.game.scores(state)))
        return story

    def legal(self, state: Any, seat: int) -> Sequence[Any]:
        legal = self.ask(lambda: self.game.legal(state, seat))
        for action in legal:
            if not isinstance(action, self.game.action_types):
                raise self._wrong(self.game.legal, "legal", action, "an action")
        return legal

    def check(self, state: Any, seats: int) -> None:
        """Raise for a position that can't be looked at: nobody is to act, or the rules fail in it."""
        for seat in self.ask(lambda: self.game.to_act(state)):
            self.legal(state, seat)
        flaw = self.ask(lambda: unsound(self.game, state, seats))
        if flaw is not None:
            raise refused(f"A position that can’t be: {flaw}.", f"Position impossible : {flaw}.")
        for viewer in range(seats):
            self.sight(state, viewer)

    def is_possible(self, state: Any, seats: int) -> bool:
        """Whether the position can be, as far as the game says so (`possible_worlds`)."""
        can_be = self.game.possible_worlds
        return can_be is None or self.ask(lambda: all(can_be(state, seat) for seat in range(seats)))

    def sight(self, state: Any, viewer: Viewer) -> Perspective:
        def look() -> Perspective:
            sight = perspective(self.game, state, seat_of(viewer))
            return msgspec.structs.replace(sight, view=opened(state)) if viewer == "open" else sight

        return self.ask(look)

    def _evolve(self, state: Any, event: Any) -> Any:
        if not isinstance(event, self.game.event_types):
            raise _Wrong("decide", event, "an event of the game", "un événement du jeu")
        after = self.game.evolve(state, event)
        if not isinstance(after, self.game.state):
            wanted = f"{self.game.state.__name__} after {type(event).__name__}"
            raise _Wrong("evolve", after, wanted, wanted.replace("after", "après"))
        if type(event) is not Ended and after.ended != state.ended:
            raise _Wrong("evolve", after.ended, "`ended` as it was", "`ended` tel quel")
        return after

    def ask(self, ask: Callable[[], T]) -> T:
        try:
            return ask()
        except FaultError:
            raise
        except _Wrong as wrong:
            raise FaultError(msgspec.structs.replace(fault_of(wrong, self.folder), text=wrong.text)) from wrong
        except Exception as error:
            raise FaultError(fault_of(error, self.folder)) from error

    def _wrong(self, function: Callable[..., Any], name: str, given: Any, wanted: str) -> FaultError:
        return fault_in(function, _Wrong(name, given, wanted, wanted).text)


class _Wrong(Exception):  # noqa: N818 - control flow inside this file
    """A function of the game gave something else than it should."""

    def __init__(self, name: str, given: Any, wanted: str, voulu: str) -> None:
        kind = "None" if given is None else type(given).__name__
        super().__init__(name)
        self.text = Text(
            f"{name} gives {kind}, where {wanted} is wanted.", f"{name} donne {kind} au lieu de : {voulu}."
        )
