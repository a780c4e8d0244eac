"""Where an action of any game is pressed on the board that draws any game.

Some fields of an action point to a place on the table, which is pressed there. What is left of the action, its part,
is a button; and so is whatever points to no place that is drawn. Therefore every legal action can be played.

This is the one definition of it. The browser is sent a game's aims and does what `pressed` does
(web/src/boards/generic/pressing.ts); tests/kernel/presses.json holds both to the same answers.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple, NewType, TypeAlias, get_args, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from tablee.kernel.zones import Zone

By: TypeAlias = Literal["place", "column", "row"]


class Aim(Struct, frozen=True):
    """A field of actions that points into a zone."""

    field: str
    zone: str
    by: By = "place"
    """The thing its number counts: places, or whole columns or rows of a grid, of which any place can be pressed.

    Where it holds no number but a piece by its name, as a card of a hand, it points to the first place with that piece.
    """
    is_piece: bool = False
    """Whether its number, too, is a piece and no place: the zone holds things of that very type."""


class Place(Struct, frozen=True):
    """Something to press: a place of a zone, or a whole column or row."""

    zone: str
    by: By
    index: int


class Pressed(NamedTuple):
    """How an action is put together."""

    places: tuple[Place, ...]
    """One after the other."""
    part: Mapping[str, Any]
    """The rest: the button, where there is more than one to choose from or nothing else to press."""


def aims_in(
    zones: Sequence[Zone], fields: Collection[str], pieces: Collection[tuple[str, str]] = ()
) -> tuple[Aim, ...]:
    """For each of the actions' fields that points into a zone: where. What a zone names comes before what is usual.

    `pieces` are fields and the zones of which they name a piece.
    """
    found: dict[str, Aim] = {}
    for aim in (*_named(zones), *_lines(zones), *_usual(zones)):
        if aim.field in fields:
            is_piece = aim.by == "place" and (aim.field, aim.zone) in pieces
            found.setdefault(aim.field, replace(aim, is_piece=is_piece))
    return tuple(found.values())


@cache
def pieces_named(actions: tuple[type, ...], state: type) -> frozenset[tuple[str, str]]:
    """The fields of actions that have a type of their own (a NewType), with each field of the state that holds it."""
    kept = get_type_hints(state, include_extras=True)
    return frozenset(
        (field, zone)
        for type_ in actions
        for field, hint in get_type_hints(type_).items()
        for zone, held in kept.items()
        if isinstance(hint, NewType) and _holds(held, hint)
    )


def _holds(annotation: Any, type_: Any) -> bool:
    return annotation is type_ or any(_holds(part, type_) for part in get_args(annotation))


def _named(zones: Iterable[Zone]) -> Iterator[Aim]:
    for zone in zones:
        for field in zone.targets:
            yield Aim(field, zone.field, _counted(zone, field))


def _counted(zone: Zone, field: str) -> By:
    if zone.form != "grid":
        return "place"
    return "column" if field == zone.column else "row" if field == zone.row else "place"


def _lines(zones: Sequence[Zone]) -> Iterator[Aim]:
    """Columns and rows, each by a name that no other grid uses."""
    grids = [zone for zone in zones if zone.form == "grid"]
    users = Counter(name for zone in grids for name in (zone.column, zone.row))
    for zone in grids:
        if users[zone.column] == 1:
            yield Aim(zone.column, zone.field, "column")
        if users[zone.row] == 1:
            yield Aim(zone.row, zone.field, "row")


def _usual(zones: Iterable[Zone]) -> Iterator[Aim]:
    for zone in zones:
        if not zone.targets and zone.form != "counter" and zone.field.endswith("s"):
            yield Aim(zone.field[:-1], zone.field)


class Surface:
    """The places that a seat can press, as its view draws them."""

    def __init__(self, zones: Sequence[Zone], aims: Iterable[Aim], view: Mapping[str, Any], seat: int) -> None:
        self._seat = seat
        self._aims = {aim.field: aim for aim in aims}
        self._pieces = {zone.field: _pieces(zone, view, seat) for zone in zones}
        self._sizes = {zone.field: _size(zone, self._pieces[zone.field]) for zone in zones}
        self._of_seats = {zone.field for zone in zones if zone.by_seat}

    def pressed(self, action: Mapping[str, Any]) -> Pressed:
        """How an action, as plain data, is put together."""
        aimed = {field: aim for field, aim in self._aims.items() if self._is_aimed(action, aim)}
        places: list[Place] = []
        taken: set[str] = set()
        for field in action:
            if field not in aimed or field in taken:
                continue
            fields, place = self._place(action, aimed, aimed[field])
            if self.draws(place):
                places.append(place)
                taken |= fields
        return Pressed(tuple(places), {field: value for field, value in action.items() if field not in taken})

    def draws(self, place: Place) -> bool:
        places, columns, rows = self._sizes[place.zone]
        return 0 <= place.index < {"place": places, "column": columns, "row": rows}[place.by]

    def _is_aimed(self, action: Mapping[str, Any], aim: Aim) -> bool:
        value = action.get(aim.field)
        is_elsewhere = aim.zone in self._of_seats and action.get("seat", self._seat) != self._seat
        is_number = isinstance(value, int) and not isinstance(value, bool)
        return (is_number or (isinstance(value, str) and aim.by == "place")) and not is_elsewhere

    def _place(self, action: Mapping[str, Any], aimed: Mapping[str, Aim], aim: Aim) -> tuple[set[str], Place]:
        """Find what a field points to, with which other fields: a column and a row of one grid are a place."""
        crossing = {"column": "row", "row": "column"}.get(aim.by)
        other = next((each for each in aimed.values() if each.zone == aim.zone and each.by == crossing), None)
        if other is None:
            return {aim.field}, Place(aim.zone, aim.by, self._index(aim, action[aim.field]))
        column, row = (action[each.field] for each in sorted((aim, other), key=lambda each: each.by))
        _, columns, _ = self._sizes[aim.zone]
        is_crossing = 0 <= column < columns and row >= 0
        return {aim.field, other.field}, Place(aim.zone, "place", row * columns + column if is_crossing else -1)

    def _index(self, aim: Aim, value: int | str) -> int:
        """The number of a place, or of the first with this piece; -1 if there is none."""
        if isinstance(value, int) and not aim.is_piece:
            return value
        return next((index for index, piece in enumerate(self._pieces[aim.zone]) if piece == value), -1)


def _pieces(zone: Zone, view: Mapping[str, Any], seat: int) -> Sequence[Any]:
    """Yield what a zone draws for a seat, place by place."""
    value = view.get(zone.field)
    if zone.by_seat and isinstance(value, list | tuple):
        value = value[seat] if seat < len(value) else None
    return value if isinstance(value, list | tuple) and not zone.is_hidden else ()


def _size(zone: Zone, pieces: Sequence[Any]) -> tuple[int, int, int]:
    """How many places a zone has, and in a grid how many columns and rows."""
    if zone.form != "grid" or not pieces:
        return len(pieces), 0, 0
    columns = zone.columns_for(len(pieces))
    return len(pieces), columns, -(-len(pieces) // columns)
