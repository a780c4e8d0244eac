"""Words for a game's actions, events, fields and pieces, for the boards and terminals that draw any game."""

import re
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from tablee.kernel.words import Language, Text

_FIELD: Final = re.compile(r"\{(\w+)\}")


class Words(Struct, frozen=True, kw_only=True):
    """The words of a game; what has none is written as in the data.

    A phrase can have the fields of what it tells of in braces: `Text("{seat} bids {amount}", "{seat} mise {amount}")`.
    """

    actions: dict[str, Text] = {}
    """By type: what a button says. A field that is still to be chosen on the board is written as …"""
    events: dict[str, Text] = {}
    """By type: what the log says. Without `{seat}`, the seat's name is put before it."""
    untold: tuple[str, ...] = ()
    """The types of events that the log leaves out: what only the rules need to say."""
    fields: dict[str, Text] = {}
    """Names of fields, in actions, events and the view, besides the labels of the zones."""
    pieces: dict[str, Text] = {}
    """How a value is written, beside the pieces of the zones."""
    seats: tuple[str, ...] = ()
    """The fields of actions and events whose number is a seat, written as its name; `seat` always is."""


def filled(phrase: Text, language: Language, written: Callable[[str], str]) -> str:
    return _FIELD.sub(lambda found: written(found[1]), phrase.in_(language))


def fields_in(phrase: Text) -> set[str]:
    return {*_FIELD.findall(phrase.en), *_FIELD.findall(phrase.fr)}
