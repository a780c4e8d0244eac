"""Whether everything that is legal can be pressed on the board that draws any game, by the rule it is drawn by."""

from collections.abc import Mapping
from typing import Any

import msgspec

from tablee.kernel.aims import Aim, Pressed, Surface
from tablee.kernel.data import State
from tablee.kernel.game import AnyGame
from tablee.kernel.play import position
from tablee.kernel.views import view


class Playable:
    """Sees positions, and fails at one in which an action can't be played, or once a hint has proven wrong."""

    def __init__(self, game: AnyGame) -> None:
        self._game, self._aims = game, {aim.field: aim for aim in game.aims}
        # By the field that a zone names: an action whose field leads nowhere; None once one has led somewhere.
        self._astray: dict[str, Mapping[str, Any] | None] = {}

    def see(self, state: State, seat: int) -> None:
        """Press every legal action of a seat."""
        surface = Surface(self._game.zones, self._game.aims, msgspec.to_builtins(view(state, seat)), seat)
        actions: dict[tuple[Any, ...], Mapping[str, Any]] = {}
        for legal in self._game.legal(state, seat):
            action = msgspec.to_builtins(legal)
            pressed = surface.pressed(action)
            key = (*pressed.places, msgspec.json.encode(pressed.part))
            other = actions.setdefault(key, action)
            here = f"for seat {seat}, in the position {position(state)}"
            assert other is action, f"{action} and {other} are pressed in the same places, {here}"
            for place in pressed.places:
                assert surface.draws(place), f"{action} is pressed at {place}, which is not drawn, {here}"
            self._follow(action, pressed)

    def conclude(self) -> None:
        """Fail for a hint that has never led to a place."""
        for field, action in self._astray.items():
            aim = self._aims[field]
            zone = next(zone for zone in self._game.zones if zone.field == aim.zone)
            assert action is None, (
                f"the zone {zone.title.en!r} has the target {field!r}, but never draws the {aim.by} that it names, as "
                f"in {action}: places, columns and rows are counted from 0, in a zone of each seat in the actor's own; "
                "without the target it is a button"
            )

    def _follow(self, action: Mapping[str, Any], pressed: Pressed) -> None:
        for field, aim in self._aims.items():
            if not isinstance(action.get(field), int) or not self._is_named(aim):
                continue
            if field not in pressed.part:
                self._astray[field] = None
            else:
                self._astray.setdefault(field, action)

    def _is_named(self, aim: Aim) -> bool:
        return any(zone.field == aim.zone and aim.field in zone.targets for zone in self._game.zones)
