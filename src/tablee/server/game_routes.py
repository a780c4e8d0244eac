"""Games, lessons and puzzles over HTTP."""

import asyncio
from functools import cache
from typing import Any, Final, get_type_hints

import msgspec
from litestar import MediaType, Response, get

from tablee.bots import LEVELS
from tablee.kernel.data import explanation
from tablee.kernel.game import AnyGame
from tablee.kernel.registry import folder_of, game_ids, load_game
from tablee.lessons.compiled import CompiledLesson, CompiledPosition
from tablee.protocol.http import GameShown, LessonName, OptionShown
from tablee.puzzles.compiled import CompiledPuzzle
from tablee.puzzles.puzzle import GAMES
from tablee.server import pages, refusals
from tablee.server.house import House, Refused, accepted, described, kept_answer
from tablee.server.lessons import lessons_of, lessons_page, positions_page
from tablee.server.pages import AnyRequest
from tablee.server.puzzles import day_of, puzzle_page
from tablee.server.rules_pages import rules_beside


@get("/api/games", **described("games", shown=kept_answer(tuple[GameShown, ...], "The games")))
async def list_games(request: AnyRequest, house: House) -> Response[bytes]:
    """The games of this server, with their options explained."""
    has_bots = house.settings.bot_workers > 0
    # In a thread: the first request has the lessons compiled.
    page = await asyncio.to_thread(_games_page, tuple(game_ids()), has_bots=has_bots)
    return pages.send(request, page)


@get(
    "/api/games/{game:str}/lessons",
    **described("games", 400, shown=kept_answer(tuple[CompiledLesson, ...], "The lessons")),
)
async def list_lessons(request: AnyRequest, game: str) -> Response[bytes]:
    """The lessons of a game. Each contains everything that can be tried, so it is played without the server."""
    if game not in game_ids():
        raise Refused(refusals.UNKNOWN_GAME)
    return pages.send(request, await asyncio.to_thread(lessons_page, game))


@get(
    "/api/games/{game:str}/positions",
    **described("games", 400, shown=kept_answer(tuple[CompiledPosition, ...], "The positions")),
)
async def list_positions(request: AnyRequest, game: str) -> Response[bytes]:
    """The positions in a game's rules pages, each with everything that can be tried in it."""
    if game not in game_ids():
        raise Refused(refusals.UNKNOWN_GAME)
    return pages.send(request, await asyncio.to_thread(positions_page, game))


@get("/api/puzzles/{day:str}/{game:str}", **described("games", 400, shown=kept_answer(CompiledPuzzle, "The puzzle")))
async def show_puzzle(request: AnyRequest, day: str, game: str) -> Response[bytes]:
    """A game's puzzle of the day. It contains everything that can be tried, so it is played without the server."""
    if game not in GAMES or game not in game_ids():
        raise Refused(refusals.UNKNOWN_GAME)
    found = accepted(day_of(day))
    return pages.send(request, await asyncio.to_thread(puzzle_page, game, found))


def _schema_of(type_: Any, default: Any) -> dict[str, Any]:
    """An option's schema with references inlined: msgspec makes one for an Enum."""
    schema = msgspec.json.schema(type_)
    definitions = schema.pop("$defs", {})
    name = schema.pop("$ref", "").rpartition("/")[2]
    return {**definitions.get(name, {}), **schema, "default": msgspec.to_builtins(default)}


@cache
def _games_page(ids: tuple[str, ...], *, has_bots: bool) -> pages.Page:
    shown = [show_game(load_game(id_), has_bots=has_bots) for id_ in ids]
    return pages.made(msgspec.json.encode(shown), MediaType.JSON)


@cache
def show_game(game: AnyGame, *, has_bots: bool) -> GameShown:
    hints = get_type_hints(game.options, include_extras=True)
    options = tuple(
        OptionShown(name, default, _schema_of(hints[name], default), explanation(hints[name]))
        for name, default in msgspec.structs.asdict(game.options()).items()
    )
    return GameShown(
        game.id,
        game.name,
        game.seats,
        game.rules_version,
        game.policy,
        game.has_starter,
        options,
        tuple(LEVELS) if has_bots else (),
        game.perfect_seats if has_bots else (),
        {**game.reasons},
        game.zones,
        game.aims,
        game.words,
        game.promise,
        rules_beside(folder_of(game.id), game.id),
        tuple(LessonName(lesson.id, lesson.title) for lesson in lessons_of(game.id)),
    )


GAME_ROUTES: Final = (
    list_games,
    list_lessons,
    list_positions,
    show_puzzle,
)
