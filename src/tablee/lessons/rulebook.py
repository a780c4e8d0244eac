"""The positions of a game's rules: a TOML file `positions.toml` beside the game's module, for pages in any language.

    game = "tictactoe"
    players = ["Ada", "Ben"]                 what the seats are called; without it, Ada, Ben, Chloé …

    [[positions]]
    id = "win"                               the page has it where it says ```position win
    title.en = "Ada to mark a cell"          what is above the drawing, in both languages
    position = { cells = [ … ] }             as in a lesson (position.py); else the set-up
    from = "other"                           or another position of this file,
    plays = [{ seat = 0, do = { … } }]       and what is played before it is shown
    holds = { scores = [1, 0] }              what has to be so when it is shown
    seat = 0                                 who sees it, and tries
    depth = 2                                how many actions in a row can be tried; one, if not said
    shows = ["cells"]                        the zones that a drawing in text has, here or for all; without it, all

    [[positions.claims]]                     what the page says of it: each is proved
    try.en = "Cell 2"                        one action in words
    do = { type = "mark", cell = 2 }         and as it is; legal,
    says.en = "Three in line: Ada wins."     with what comes of it,
    holds = { "outcome.winners" = [0] }      and what has to be so then;
    refused = "taken"                        or refused, by the rule of that name, whose own words it says

A claim also has `chance` and `then`, as in a lesson.
"""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType, field
from msgspec.structs import replace

from tablee.kernel.words import Text
from tablee.lessons.script import Draws, LessonError, Pattern, Scene, Then

FILE = "positions.toml"
MOST_DEPTH = 3
_NAMES = ("Ada", "Ben", "Chloé", "Dan", "Eva", "Finn")


class Claim(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One action in a position, and what the page says of it."""

    tried: Text = field(name="try")
    do: Pattern
    says: Text | UnsetType = UNSET
    holds: dict[str, Any] = field(default_factory=dict)
    refused: str | UnsetType = UNSET
    """The name of the rule against it."""
    chance: Draws | UnsetType = UNSET
    then: tuple[Then, ...] = ()


class Position(Scene, frozen=True, kw_only=True):
    """One position, as its author writes it."""

    id: str
    title: Text
    players: tuple[str, ...] = ()
    """Where the file's own don't fit."""
    position: dict[str, Any] | UnsetType = UNSET
    start: str | UnsetType = field(default=UNSET, name="from")
    plays: tuple[Then, ...] = ()
    holds: dict[str, Any] = field(default_factory=dict)
    depth: int = 1
    shows: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()

    @property
    def seats(self) -> int:
        return len(self.players)


class Rulebook(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The whole file."""

    game: str
    players: tuple[str, ...] = _NAMES[:2]
    seen: dict[str, str] = {}
    """As in a lesson; for all positions."""
    shows: tuple[str, ...] = ()
    """For the positions that don't say it themselves."""
    positions: tuple[Position, ...]
    file: str = ""


def read_rulebook(folder: Path | None) -> Rulebook | None:
    """The positions beside a game's module; None where there are none. Raises LessonError."""
    path = None if folder is None else folder / FILE
    if path is None or not path.is_file():
        return None
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise LessonError(f"{path} can’t be read: {error}") from error
    try:
        book = msgspec.convert({**data, "file": str(path)}, Rulebook)
    except msgspec.ValidationError as error:
        raise LessonError(f"{path}{_where(data, str(error))}") from error
    positions = tuple(
        replace(
            one,
            players=one.players or book.players,
            seen={**book.seen, **one.seen},
            shows=one.shows or book.shows,
        )
        for one in book.positions
    )
    book = replace(book, positions=positions)
    _check(book)
    return book


def _check(book: Rulebook) -> None:
    known: set[str] = set()
    for one in book.positions:
        where = f"{book.file}, position {one.id!r}"
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", one.id) or one.id in known:
            raise LessonError(f"{where}: an id is of small letters, figures and single dashes, and there once")
        if not isinstance(one.start, UnsetType) and one.start not in known:
            raise LessonError(f"{where}: `from` names a position above it in the file, not {one.start!r}")
        if not isinstance(one.start, UnsetType) and not isinstance(one.position, UnsetType):
            raise LessonError(f"{where}: it is `from` another, or has a `position` of its own, not both")
        if not 0 <= one.seat < one.seats or not 1 <= one.depth <= MOST_DEPTH:
            raise LessonError(f"{where}: `seat` is from 0 to {one.seats - 1}, and `depth` from 1 to {MOST_DEPTH}")
        for claim in one.claims:
            if isinstance(claim.says, UnsetType) == isinstance(claim.refused, UnsetType):
                raise LessonError(
                    f"{where}, claim {claim.tried.en!r}: it `says` what comes of it, or names the rule in `refused`"
                )
        known.add(one.id)


def _where(data: Mapping[str, Any], error: str) -> str:
    """An error of msgspec, with the id of the position."""
    what, _, path = error.partition(" - at ")
    found = re.match(r"`\$\.positions\[(\d+)\]", path)
    positions = data.get("positions")
    if found is None or not isinstance(positions, list):
        return f": {what}{f', at {path}' if path else ''}"
    one = positions[int(found[1])]
    return f", position {one.get('id', int(found[1]) + 1) if isinstance(one, dict) else found[1]!r}: {what}, at {path}"
