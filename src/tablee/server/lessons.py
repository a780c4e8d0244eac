"""The lessons of the games here, and the positions of their rules: compiled once, and then played without us."""

from collections.abc import Iterator, Sequence
from functools import cache

import msgspec
import structlog
from litestar import MediaType

from tablee.kernel.registry import folder_of, game_ids, load_game
from tablee.lessons.compiled import CompiledLesson, CompiledPosition
from tablee.lessons.compiling import compile_lesson
from tablee.lessons.finding import files_beside, read_file
from tablee.lessons.rulebook import read_rulebook
from tablee.lessons.script import LessonError
from tablee.lessons.trying import compile_rulebook
from tablee.server import pages

log = structlog.get_logger(__name__)


@cache
def lessons_of(game: str) -> Sequence[CompiledLesson]:
    """The lessons of an installed game; one that does not hold is left out, and the log says why."""
    return tuple(_compiled(game))


@cache
def lessons_here() -> frozenset[tuple[str, str]]:
    """The game and the id of every lesson that can be learnt here."""
    return frozenset((game, lesson.id) for game in game_ids() for lesson in lessons_of(game))


@cache
def lessons_page(game: str) -> pages.Page:
    return pages.made(msgspec.json.encode(lessons_of(game)), MediaType.JSON)


@cache
def positions_page(game: str) -> pages.Page:
    return pages.made(msgspec.json.encode(_positions(game)), MediaType.JSON)


def _positions(game: str) -> Sequence[CompiledPosition]:
    """Of an installed game's rules; none if any doesn't hold, and the log says why."""
    try:
        book = read_rulebook(folder_of(game))
        return () if book is None else compile_rulebook(load_game(game), book)
    except LessonError as error:
        log.warning("positions_left_out", game=game, error=str(error))
        return ()


def _compiled(game: str) -> Iterator[CompiledLesson]:
    for file in files_beside(folder_of(game)):
        try:
            script = read_file(file)
            if script.game == game:
                yield compile_lesson(load_game(game), script)
        except LessonError as error:
            log.warning("lesson_left_out", game=game, error=str(error))
