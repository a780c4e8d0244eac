"""Draws any game from a seat's perspective, by the hints in its `zones`, and by form where there are none."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec
from msgspec.structs import replace
from rich.box import SIMPLE
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text as Styled

from tablee.kernel.data import Action
from tablee.kernel.game import AnyGame
from tablee.kernel.play import describe
from tablee.kernel.secrecy import HIDDEN
from tablee.kernel.views import Perspective, View
from tablee.kernel.vocabulary import fields_in, filled
from tablee.kernel.words import Language, Text
from tablee.kernel.zones import Zone

SEAT_COLOURS = ("red", "blue", "green", "yellow", "magenta", "cyan")
SEAT_SIGNS = ("●", "▲", "■", "◆", "★", "✚")

_NOT_DRAWN = {"type", "turn", "active", "options", "phase", "ended"}
"""Fields drawn otherwise, or shown by the legal actions."""

_YES, _NO = Text("yes", "oui"), Text("no", "non")
_TURN, _POINTS = Text("turn", "tour"), Text("points", "points")

_WITHOUT_HINT = Zone(field="", title=Text("", ""))


def draw(game: AnyGame, seen: Perspective, language: Language, fields: Collection[str] = ()) -> RenderableType:
    """The whole perspective: the board, what each seat has, and whatever else there is to know; or some zones of it."""
    view = msgspec.to_builtins(seen.view)
    parts: list[RenderableType] = []
    if game.sketch is not None:
        parts.append(Padding(Styled(game.sketch(view, seen.seat, language)), (1, 2)))
        return Group(_seats((), {}, seen, language), *parts)
    words = _words_of(game)
    zones = [
        replace(zone, labels={**words.labels, **zone.labels}, pieces={**words.pieces, **zone.pieces})
        for zone in game.zones
        if not zone.is_hidden and (not fields or zone.field in fields)
    ]
    grids = [zone for zone in zones if zone.form == "grid" and not zone.by_seat]
    seats = [zone for zone in zones if zone.by_seat]
    others = [zone for zone in zones if zone not in grids and zone not in seats]
    parts.extend(_titled(zone.title.in_(language), _grid(zone, view[zone.field], language)) for zone in grids)
    if seats or not fields:
        parts.append(_seats(seats, view, seen, language))
    facts = {
        zone.title.in_(language): _body(zone, view[zone.field], language)
        for zone in others
        if view[zone.field] or (zone.form != "counter" and not _is_empty(view[zone.field]))
    }
    drawn = {*view} if fields else _NOT_DRAWN | {zone.field for zone in game.zones}
    facts |= {
        _label(name, language, words): write(value, language, words)
        for name, value in view.items()
        if name not in drawn and not _is_empty(value)
    }
    if facts or not fields:
        parts.append(_facts(facts))
    return Group(*parts)


def draw_actions(game: AnyGame, legal: Sequence[Action], language: Language) -> RenderableType:
    """The legal actions, numbered from 1, in columns."""
    width, written = len(str(len(legal))), [escape(write_action(game, action, language)) for action in legal]
    return Padding(
        Columns([f"[bold]{number:>{width}}[/] {action}" for number, action in enumerate(written, start=1)]), (0, 2)
    )


def write_action(game: AnyGame, action: Action, language: Language) -> str:
    """An action in the game's words, in short where it has none."""
    fields = msgspec.to_builtins(action)
    phrase = game.words.actions.get(fields["type"])
    return describe(action) if phrase is None else _fill(game, phrase, fields, language)


def write_events(game: AnyGame, events: Iterable[View], language: Language) -> Iterator[str]:
    """Tell events, line by line, without those the game leaves untold."""
    for event in events:
        if msgspec.to_builtins(event)["type"] not in game.words.untold:
            yield write_event(game, event, language)


def write_event(game: AnyGame, event: View, language: Language) -> str:
    fields, words = dict(msgspec.to_builtins(event)), _words_of(game)
    phrase = game.words.events.get(fields["type"])
    if phrase is not None:
        told = _fill(game, phrase, fields, language)
        return told if "seat" not in fields or "seat" in fields_in(phrase) else f"{_place(fields['seat'])} {told}"
    name = _as_words(str(fields.pop("type", "")))
    told = ", ".join(
        f"{_label(key, language, words)} {write(value, language, words)}"
        for key, value in fields.items()
        if not _is_empty(value)
    )
    return f"{name}: {told}" if told else name


def _fill(game: AnyGame, phrase: Text, fields: Mapping[str, Any], language: Language) -> str:
    words, seats = _words_of(game), {"seat", *game.words.seats}

    def written(field: str) -> str:
        value = fields.get(field)
        return _place(value) if field in seats and isinstance(value, int) else write(value, language, words)

    return filled(phrase, language, written)


def _place(seat: int) -> str:
    """A seat where there is no markup."""
    return f"{SEAT_SIGNS[seat % len(SEAT_SIGNS)]} {seat}"


def _words_of(game: AnyGame) -> Zone:
    """Merge the zones' labels and piece names, except numbers, which mean nothing outside their zone."""
    labels = {**game.words.fields} | {name: text for zone in game.zones for name, text in zone.labels.items()}
    pieces = {**game.words.pieces}
    pieces |= {name: text for zone in game.zones for name, text in zone.pieces.items() if not name.isdecimal()}
    return Zone(field="", title=Text("", ""), labels=labels, pieces=pieces)


def seat_name(seat: int) -> str:
    return f"{_sign(seat)} {seat}"


def _sign(seat: int) -> str:
    place = seat % len(SEAT_SIGNS)
    return f"[{SEAT_COLOURS[place]}]{SEAT_SIGNS[place]}[/]"


def write(value: Any, language: Language, zone: Zone = _WITHOUT_HINT) -> str:
    """A piece of a view in a few characters, as the hints of its zone say."""
    match value:
        case None:
            return "·"
        case bool():
            return (_YES if value else _NO).in_(language)
        case int() | str() if str(value) in zone.pieces:
            return zone.pieces[str(value)].in_(language)
        case int() if zone.of_seats:
            return _sign(value)
        case Mapping():
            return _write_record(value, language, zone)
        case list() | tuple() if value and all(isinstance(part, int) for part in value):
            return " ".join(write(part, language, zone) for part in value)
        case list() | tuple():
            return _write_row(write(part, language, zone) for part in value)
        case _:
            return str(value)


def _write_record(record: Mapping[str, Any], language: Language, zone: Zone) -> str:
    """Strings speak for themselves, flags by their name, numbers with it; what is empty is left out."""
    words = []
    for name, value in record.items():
        if _is_empty(value) or name == "type":
            continue
        label = _label(name, language, zone)
        written = write(value, language, zone)
        words.append(label if value is True else written if isinstance(value, str) else f"{label} {written}")
    return ", ".join(words) or "·"


def _label(name: str, language: Language, zone: Zone) -> str:
    return zone.labels[name].in_(language) if name in zone.labels else _as_words(name)


def _as_words(name: str) -> str:
    """The name of a field, where nobody has said what it is called."""
    return name.replace("_", " ")


def _write_row(pieces: Iterable[str]) -> str:
    """Pieces in a row, two blanks apart; several that are alike in a row become one with a number."""
    written = []
    for piece, group in groupby(pieces):
        count = len(list(group))
        written.append(f"{piece} ×{count}" if count > 1 else piece)
    return "  ".join(written) or "–"


def _is_empty(value: Any) -> bool:
    return value is None or value is False or value in ("", [], ())


def _seats(zones: Sequence[Zone], view: Mapping[str, Any], seen: Perspective, language: Language) -> RenderableType:
    """A line for each seat: whether it is to act, its score, and its part of each zone."""
    turn, points = _TURN.in_(language), _POINTS.in_(language)
    table = Table(f"{turn} {seen.turn}", points, *(zone.title.in_(language) for zone in zones), box=SIMPLE)
    for seat, score in enumerate(seen.scores):
        mark = "▶" if seat in seen.to_act else " "
        bodies = [_body(zone, view[zone.field][seat], language) for zone in zones]
        table.add_row(f"{mark} {seat_name(seat)}", str(score), *bodies)
    return table


def _body(zone: Zone, value: Any, language: Language) -> RenderableType:
    match zone.form:
        case "grid":
            return _grid(zone, value, language)
        case "pile":
            return _pile(zone, value, language)
        case "row" | "counter":
            return write(value, language, zone)


def _grid(zone: Zone, cells: Sequence[Any], language: Language) -> RenderableType:
    table = Table(show_header=False, show_lines=True, padding=(0, 1))
    written = [f"[dim]{place}[/] {write(cell, language, zone)}" for place, cell in enumerate(cells)]
    columns = zone.columns_for(len(cells))
    for start in range(0, len(cells), columns):
        table.add_row(*written[start : start + columns])
    return table


def _pile(zone: Zone, cards: Sequence[Any], language: Language) -> str:
    """How many cards, and those that are known, with their places from the top."""
    known = [f"{place + 1}: {write(card, language, zone)}" for place, card in enumerate(cards) if card != HIDDEN]
    return f"{len(cards)}" + (f"  ({', '.join(known)})" if known else "")


def _facts(facts: Mapping[str, RenderableType]) -> RenderableType:
    table = Table.grid(padding=(0, 2))
    for name, value in facts.items():
        table.add_row(f"[dim]{name}[/]", value)
    return Padding(table, (0, 1, 1, 1))


def _titled(title: str, body: RenderableType) -> RenderableType:
    return Padding(Group(f"[bold]{title}[/]", body), (1, 0, 0, 1))
