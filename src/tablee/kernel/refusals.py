"""A refusal is a value: a stable code, the rule that forbids the action, and a sentence for the player.

A refusal changes nothing and tells no secret. Exceptions are for bugs and broken machines.
"""

from typing import Literal, TypeAlias, final

from msgspec import UNSET, Struct, UnsetType

from tablee.kernel.words import Text

Code: TypeAlias = Literal[
    # of a game
    "not_your_turn",
    "illegal_action",
    "game_over",
    "bad_message",
    "bad_options",
    # of a room and its server
    "room_full",
    "wrong_code",
    "too_many_attempts",
    "already_seated",
    "expelled",
    "not_host",
    "not_enough_players",
    "room_closed",
    "not_signed_in",
    "stale",
    "colour_taken",
    "rate_limited",
    "not_in_room",
    "game_in_progress",
    "unavailable",
    "banned",
    "not_for_bots",
]
"""Stable: clients and bots may build on them."""


class Rule(Struct, frozen=True):
    """A sentence of the rules that forbids an action, under a stable name."""

    name: str
    text: Text
    section: str | UnsetType = UNSET
    """Where the game's rules page explains it: the English heading, in small letters with dashes."""


@final
class Refusal(Struct, frozen=True):
    """Why something was not done."""

    code: Code
    text: Text
    """Says what was tried, why it was refused, and what is allowed."""
    rule: str | None = None
    """With `illegal_action`: the name of the game's rule."""
    wait: int | None = None
    """With `too_many_attempts` and `rate_limited`, `wrong_code` where many have guessed, and a `banned` that ends: the
    seconds to wait."""
    section: str | UnsetType = UNSET
    """Only with `illegal_action`: the section of the game's rules page that explains it."""


def rule(name: str, en: str, fr: str, section: str | UnsetType = UNSET) -> Rule:
    return Rule(name, Text(en, fr), section)


def refusal(code: Code, en: str, fr: str, wait: int | None = None) -> Refusal:
    return Refusal(code, Text(en, fr), wait=wait)
