"""The square of nine slots that both seats share, and the lines that stand on it."""

from typing import Final, TypeAlias

from msgspec import Struct

from tablee.games.ninth.planets import Planet
from tablee.kernel import Secret

Line: TypeAlias = tuple[int, int, int]

STRAIGHTS: Final[tuple[Line, ...]] = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8))
DIAGONALS: Final[tuple[Line, ...]] = ((0, 4, 8), (2, 4, 6))
LINES: Final = STRAIGHTS + DIAGONALS


class Slot(Struct, frozen=True, forbid_unknown_fields=True):
    """A card on the board."""

    card: Secret[Planet]
    """Seen by all, or, face down, by a seat that placed it or knew it from the pile."""
    face_down: bool = False


Board: TypeAlias = tuple[Slot | None, ...]


def lines_on(board: Board, *, powers: bool) -> list[tuple[Line, Planet]]:
    faces = _faces(board)
    lines: list[tuple[Line, Planet]] = []
    for line in LINES if powers else STRAIGHTS:
        planet = _common_planet(faces[line[0]], faces[line[1]], faces[line[2]], wild=powers)
        if planet is not None and (planet == "uranus" or line not in DIAGONALS):
            lines.append((line, planet))
    return lines


def shows_nine_planets(board: Board) -> bool:
    """Whether every slot shows another planet, ninth counting as itself."""
    faces = set(_faces(board))
    return len(faces) == 9 and None not in faces


def _faces(board: Board) -> list[Planet | None]:
    """The planet that each slot shows to all."""
    return [None if slot is None or slot.face_down else slot.card.value for slot in board]


def _common_planet(a: Planet | None, b: Planet | None, c: Planet | None, *, wild: bool) -> Planet | None:
    """The planet that three slots are a line of; a wild Ninth counts as any planet."""
    planets = {a, b, c}
    if wild and len(planets) > 1:
        planets.discard("ninth")
    return planets.pop() if len(planets) == 1 else None
