"""Data of a game that was stored under an older version of its rules, brought to the present form.

Options, states, actions and events are stored with the version of the rules by which they were written. When their
form changes, the game brings an upcaster for each version before: plain JSON data in, that of the next version out.
A version of the rules that left all forms as they were needs none.

    GAME = Game(…, rules_version=3, upcasters={2: Upcaster(event=lambda data: {**data, "seat": data.pop("player")})})
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from tablee.kernel.game import AnyGame

Json: TypeAlias = Any
Kind: TypeAlias = Literal["options", "state", "action", "event"]


class UnknownRules(Exception):  # noqa: N818 - reads as what it is
    """The data was stored under a version of the rules that this program does not know yet."""


def _as_it_is(data: Json) -> Json:
    return data


@dataclass(frozen=True)
class Upcaster:
    """From one version of the rules to the next."""

    options: Callable[[Json], Json] = _as_it_is
    state: Callable[[Json], Json] = _as_it_is
    action: Callable[[Json], Json] = _as_it_is
    event: Callable[[Json], Json] = _as_it_is


def upcast(game: "AnyGame", kind: Kind, data: Json, rules_version: int) -> Json:
    if rules_version > game.rules_version:
        raise UnknownRules(
            f"{game.id} is known here up to version {game.rules_version} of its rules, and this was stored under "
            f"version {rules_version}: use the newer program."
        )
    for version in range(rules_version, game.rules_version):
        upcaster = game.upcasters.get(version)
        if upcaster is not None:
            data = getattr(upcaster, kind)(data)
    return data
