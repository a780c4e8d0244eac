"""A picture of a position, for links that are shared, drawn from the game's zones or its text sketch without a browser.

It shows what an onlooker saw. The fonts are those of the pages, where they are built.
"""

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Struct
from PIL import Image, ImageDraw, ImageFont

from tablee.kernel.game import AnyGame
from tablee.kernel.replay import SeenStep
from tablee.kernel.secrecy import HIDDEN
from tablee.kernel.words import Language, Text
from tablee.kernel.zones import Zone
from tablee.server.pages import FOLDER

WIDTH, HEIGHT = 1200, 630

_PAPER, _INK, _SOFT, _TILE, _EDGE, _BACK = "#FBF7F0", "#1E1B18", "#6B625A", "#FFFFFF", "#E2D9CC", "#2F4858"
_COLOURS: Final = {
    "vermilion": "#D55E00",
    "blue": "#0072B2",
    "green": "#009E73",
    "amber": "#E69F00",
    "rose": "#CC79A7",
    "sky": "#56B4E9",
}
_RED_SUITS: Final = "♥♦"
_SUITS: Final = "♥♦♠♣"
_MARGIN: Final = 44
_LEGIBLE: Final = 18
"""Pixels of a line of a sketch, at least."""
_TURN, _WINS, _DRAW = Text("Turn {}", "Tour {}"), Text("{} wins", "{} gagne"), Text("A draw", "Match nul")

Font: TypeAlias = ImageFont.FreeTypeFont | ImageFont.ImageFont


class Piece(Struct, frozen=True):
    """A value as drawn: a seat's disc, words, or the back of something hidden."""

    kind: Literal["seat", "text", "back"]
    text: str = HIDDEN
    seat: int = 0


class Seat(Struct, frozen=True):
    """A player, as the picture shows it."""

    name: str
    colour: str


def draw_picture(game: AnyGame, seats: Sequence[Seat], step: SeenStep, turn: int, language: Language) -> bytes:
    """The position as PNG; `turn` as people count it, from 1."""
    picture = _Picture(game, seats, step, turn, language)
    picture.draw()
    return picture.png()


class _Picture:
    def __init__(self, game: AnyGame, seats: Sequence[Seat], step: SeenStep, turn: int, language: Language) -> None:
        self._game, self._seats, self._step, self._turn, self._language = game, seats, step, turn, language
        self._view: Mapping[str, Any] = msgspec.to_builtins(step.view)
        self._image = Image.new("RGB", (WIDTH, HEIGHT), _PAPER)
        self._pen = ImageDraw.Draw(self._image)

    def png(self) -> bytes:
        out = io.BytesIO()
        self._image.save(out, "PNG", optimize=True)
        return out.getvalue()

    def draw(self) -> None:
        zones = [zone for zone in self._game.zones if not zone.is_hidden]
        grid = next((zone for zone in zones if zone.form == "grid" and not zone.by_seat), None)
        side = HEIGHT - 2 * _MARGIN
        if grid is not None:
            self._draw_grid(grid, side)
            self._draw_seats(_MARGIN + side + 48, ())
        elif self._game.sketch is not None:
            sketch = self._game.sketch(self._view, None, self._language)
            self._draw_sketch(sketch.splitlines(), side + 180)
            self._draw_seats(_MARGIN + side + 228, ())
        else:
            self._draw_seats(_MARGIN, [zone for zone in zones if zone.by_seat])

    # ── The board ────────────────────────────────────────────────────────────────────────────────────────

    def _draw_grid(self, zone: Zone, side: int) -> None:
        cells = self._view[zone.field]
        columns = zone.columns_for(len(cells))
        rows = -(-len(cells) // columns)
        step = side // max(columns, rows)
        top = (HEIGHT - rows * step) // 2
        for place, cell in enumerate(cells):
            x, y = _MARGIN + place % columns * step, top + place // columns * step
            box = (x + 5, y + 5, x + step - 5, y + step - 5)
            self._pen.rounded_rectangle(box, radius=step // 9, fill=_TILE, outline=_EDGE, width=3)
            lines = list(_lines_of(cell, zone, self._language))[:4]
            height = min(step // 4, 38)
            start = y + (step - height * len(lines)) // 2
            for number, pieces in enumerate(lines):
                self._draw_line(pieces, x + step // 2, start + number * height + height // 2, height, step - 24)

    def _draw_line(self, pieces: Sequence[Piece], middle: int, y: int, height: int, width: int) -> None:
        """Pieces in a row, around a middle, smaller where there is no room."""
        size = height * 3 // 4
        while size > 10 and self._width(pieces, size) > width:
            size -= 2
        self._draw_pieces(pieces, middle - self._width(pieces, size) // 2, y, size)

    def _draw_sketch(self, lines: Sequence[str], width: int) -> None:
        """Letters in columns, whatever the font; of several parts, those that are still legible."""
        height = HEIGHT - 2 * _MARGIN
        most = height // _LEGIBLE
        if len(lines) > most:
            # A title alone, between empty lines, is the end of nothing.
            ends = [row for row in range(2, most) if not lines[row].strip() and lines[row - 2].strip()]
            lines = lines[: ends[-1] if ends else most]
        across = max(8, width // max(1, *map(len, lines)))
        down = min(height // max(1, len(lines)), across * 2)
        font = _font("figtree", min(down - 2, round(across * 1.6)), 500)
        for row, line in enumerate(lines):
            for column, letter in enumerate(line):
                if letter.strip():
                    at = (_MARGIN + column * across + across // 2, _MARGIN + row * down + down // 2)
                    self._pen.text(at, letter, font=font, fill=_INK, anchor="mm")

    # ── Who plays ────────────────────────────────────────────────────────────────────────────────────────

    def _draw_seats(self, left: int, zones: Sequence[Zone]) -> None:
        """The game's name, a line for each seat, and the score; with zones, what each seat has."""
        right, outcome = WIDTH - _MARGIN, self._step.outcome
        self._write(self._game.name.in_(self._language), left, 84, 64, right - left, family="bricolage", weight=700)
        room = (HEIGHT - 250) // max(1, len(self._seats))
        height = min(room, 92 if zones else 76)
        for number, seat in enumerate(self._seats):
            y = 160 + number * height + height // 2
            is_awaited = number in self._step.to_act
            self._disc(left + 20, y, 18, number, is_awaited)
            score = str(self._step.scores[number])
            width = 250 if zones else right - left - 130
            self._write(seat.name, left + 56, y, 34, width, weight=700 if is_awaited else 500)
            if zones:
                self._draw_own(zones, number, left + 330, y, right - left - 330)
            else:
                self._pen.text((right, y), score, font=_font("figtree", 38, 700), fill=_INK, anchor="rm")
        told = self._said(_TURN).format(self._turn)
        if outcome is not None:
            names = ", ".join(self._seats[seat].name for seat in outcome.winners)
            told = self._said(_WINS).format(names) if names else self._said(_DRAW)
        self._write(told, left, HEIGHT - 66, 32, right - left - 150, fill=_SOFT)
        self._pen.text((right, HEIGHT - 66), "tablée", font=_font("bricolage", 34, 700), fill=_INK, anchor="rm")

    def _draw_own(self, zones: Iterable[Zone], seat: int, x: int, y: int, width: int) -> None:
        right = x + width
        for zone in zones:
            value = self._view[zone.field][seat]
            for pieces in _lines_of(value, zone, self._language):
                wide = self._width(pieces, 30) + 20
                if x + wide > right:
                    return
                is_back = pieces[0].kind == "back"
                if zone.form != "counter":
                    box = (x, y - 26, x + wide - 6, y + 26)
                    self._pen.rounded_rectangle(box, radius=9, fill=_BACK if is_back else _TILE, outline=_EDGE, width=2)
                self._draw_pieces(pieces, x + 7, y, 30, on_back=is_back)
                x += wide
            x += 14

    # ── Pieces ───────────────────────────────────────────────────────────────────────────────────────────

    def _draw_pieces(self, pieces: Iterable[Piece], x: int, y: int, size: int, *, on_back: bool = False) -> None:
        font = _font("figtree", size, 600)
        for piece in pieces:
            match piece.kind:
                case "seat":
                    self._disc(x + size // 2, y, size // 2 - 1, piece.seat)
                case "back":
                    self._pen.text((x, y), HIDDEN, font=font, fill=_PAPER if on_back else _SOFT, anchor="lm")
                case "text":
                    self._draw_text(piece.text, x, y, size, font)
            x += self._piece_width(piece, size) + size // 4

    def _draw_text(self, text: str, x: int, y: int, size: int, font: Font) -> None:
        """Words; the suits of cards are drawn, as the fonts don't have them."""
        for part in _split(text):
            if part in _SUITS:
                _draw_suit(self._pen, part, x + size // 2, y, size)
                x += size
            else:
                fill = _COLOURS["vermilion"] if any(suit in text for suit in _RED_SUITS) else _INK
                self._pen.text((x, y), part, font=font, fill=fill, anchor="lm")
                x += round(font.getlength(part))

    def _width(self, pieces: Sequence[Piece], size: int) -> int:
        return sum(self._piece_width(piece, size) + size // 4 for piece in pieces) - size // 4

    def _piece_width(self, piece: Piece, size: int) -> int:
        if piece.kind == "seat":
            return size
        font = _font("figtree", size, 600)
        return sum(size if part in _SUITS else round(font.getlength(part)) for part in _split(piece.text))

    def _disc(self, x: int, y: int, radius: int, seat: int, is_ringed: bool = False) -> None:
        colour = _COLOURS.get(self._seats[seat].colour if seat < len(self._seats) else "", _SOFT)
        if is_ringed:
            self._pen.ellipse((x - radius - 6, y - radius - 6, x + radius + 6, y + radius + 6), outline=_INK, width=3)
        self._pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)

    def _write(
        self, text: str, x: int, y: int, size: int, width: int, *, fill: str = _INK, weight: int = 500,
        family: str = "figtree",
    ) -> None:  # fmt: skip
        """A line of text, cut where it is too long."""
        font = _font(family, size, weight)
        while len(text) > 1 and font.getlength(text) > width:
            text = f"{text[:-2]}…"
        self._pen.text((x, y), text, font=font, fill=fill, anchor="lm")

    def _said(self, text: Text) -> str:
        return text.in_(self._language)


def _lines_of(value: Any, zone: Zone, language: Language) -> Iterator[Sequence[Piece]]:
    """A value of a zone, each of its parts on a line."""
    match value:
        case None | False | [] | "":
            return
        case Mapping():
            for name, part in value.items():
                is_named = isinstance(part, int) and name in zone.labels
                named = [Piece("text", zone.labels[name].in_(language))] if is_named else []
                for pieces in _lines_of(part, zone, language):
                    yield named if named and part is True else [*named, *pieces]
        case list() | tuple():
            for part in value:
                yield from _lines_of(part, zone, language)
        case str() if value == HIDDEN:
            yield [Piece("back")]
        case int() if zone.of_seats and str(value) not in zone.pieces and value is not True:
            yield [Piece("seat", seat=value)]
        case _:
            told = zone.pieces.get(str(value))
            yield [Piece("text", str(value) if told is None else told.in_(language))]


def _split(text: str) -> Iterator[str]:
    """Words and suits, apart."""
    words = ""
    for letter in text:
        if letter in _SUITS:
            if words:
                yield words
            yield letter
            words = ""
        else:
            words += letter
    if words:
        yield words


def _draw_suit(pen: ImageDraw.ImageDraw, suit: str, x: int, y: int, size: int) -> None:
    r, fill = size * 0.21, _COLOURS["vermilion"] if suit in _RED_SUITS else _INK

    def disc(dx: float, dy: float) -> None:
        pen.ellipse((x + dx - r, y + dy - r, x + dx + r, y + dy + r), fill=fill)

    if suit == "♦":
        pen.polygon([(x, y - 1.8 * r), (x + 1.4 * r, y), (x, y + 1.8 * r), (x - 1.4 * r, y)], fill=fill)
    elif suit == "♥":
        disc(-r * 0.85, -r * 0.6)
        disc(r * 0.85, -r * 0.6)
        pen.polygon([(x - 1.75 * r, y - 0.2 * r), (x + 1.75 * r, y - 0.2 * r), (x, y + 1.9 * r)], fill=fill)
    else:
        if suit == "♣":
            disc(0, -r * 0.9)
        else:
            pen.polygon([(x - 1.75 * r, y + 0.3 * r), (x + 1.75 * r, y + 0.3 * r), (x, y - 1.9 * r)], fill=fill)
        disc(-r * 0.9, r * 0.5)
        disc(r * 0.9, r * 0.5)
        pen.polygon([(x, y), (x + 0.8 * r, y + 1.9 * r), (x - 0.8 * r, y + 1.9 * r)], fill=fill)


@cache
def _file(family: str) -> Path | None:
    return next(iter(sorted((FOLDER / "assets").glob(f"{family}-*.woff2"))), None)


@cache
def _font(family: str, size: int, weight: int) -> Font:
    file = _file(family)
    if file is None:
        return ImageFont.load_default(size)
    font = ImageFont.truetype(file, size)
    font.set_variation_by_axes([weight])
    return font
