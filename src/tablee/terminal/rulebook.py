"""The rules of a game in the terminal, with their positions drawn; and the same drawings as text, for the pages."""

import textwrap
from collections.abc import Mapping, Sequence
from io import StringIO

from rich.console import Console, Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text as Styled

from tablee.kernel.game import AnyGame
from tablee.kernel.words import Language
from tablee.lessons.compiled import CompiledPosition
from tablee.lessons.pages import parts_of
from tablee.lessons.rulebook import Rulebook
from tablee.terminal.drawing import SEAT_SIGNS, draw

WIDTH = 84
"""Columns of a drawing in a page."""
_TEXT_WIDTH = 118


class Drawings:
    """The positions of a game's rules, drawn."""

    def __init__(self, game: AnyGame, book: Rulebook | None, positions: Sequence[CompiledPosition]) -> None:
        self._game = game
        self._shows: Mapping[str, tuple[str, ...]] = {one.id: one.shows for one in book.positions} if book else {}
        self.positions: Mapping[str, CompiledPosition] = {one.id: one for one in positions}

    def draw(self, id_: str, language: Language) -> RenderableType:
        """The seats, and the position as the terminal draws it."""
        position = self.positions[id_]
        players = "   ".join(f"{SEAT_SIGNS[seat]} {seat} {name}" for seat, name in enumerate(position.players))
        board = draw(self._game, position.nodes[0].sight, language, self._shows[id_])
        return Group(Styled(position.title.in_(language), "bold"), Styled(players, "dim"), board)

    def claims(self, id_: str, language: Language) -> Sequence[str]:
        """What the rules say of it, a line for each."""
        colon = "\u00a0: " if language == "fr" else ": "
        return [
            f"{'✗' if claim.action is None else '→'} {claim.tried.in_(language)}{colon}{claim.says.in_(language)}"
            for claim in self.positions[id_].claims
        ]

    def in_page(self, id_: str, language: Language) -> str:
        """Everything a page shows for a position."""
        written = StringIO()
        Console(file=written, width=WIDTH, color_system=None, force_terminal=False, legacy_windows=False).print(
            self.draw(id_, language)
        )
        lines = [line.rstrip() for line in written.getvalue().splitlines()]
        drawing = "\n".join(line for place, line in enumerate(lines) if line or (place and lines[place - 1])).strip(
            "\n"
        )
        claims = [
            textwrap.fill(claim, _TEXT_WIDTH, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False)
            for claim in self.claims(id_, language)
        ]
        told = "".join(f"{claim}\n" for claim in claims)
        return f"```position {id_}\n{drawing}\n```\n" + (f"\n{told}" if told else "")


def read_aloud(page: str, drawings: Drawings, console: Console, language: Language) -> None:
    """Print a page, or a part of one, with its positions drawn as this terminal can."""
    for text, position in parts_of(page):
        if text.strip():
            console.print(Markdown(text))
        if position is not None:
            console.print()
            console.print(Padding(drawings.draw(position, language), (0, 2)))
            for claim in drawings.claims(position, language):
                console.print(Padding(Styled(claim), (0, 2)))
            console.print()
