"""The rules of a game: `rules` reads them here, and keeps the drawings of their pages true."""

import argparse
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tablee.cli.command import Commands, FailedError, UsageError, add_command, add_game
from tablee.kernel.words import Language, Text, count
from tablee.lab.loading import find_folder, find_game

if TYPE_CHECKING:
    from tablee.terminal.rulebook import Drawings

_TRUE = Text("The pages are true: {}, {}, {}.", "Les pages sont justes : {}, {}, {}.")
_POSITIONS = (Text("position", "position"), Text("positions", "positions"))
_CLAIMS = (Text("claim", "affirmation"), Text("claims", "affirmations"))
_NOWHERE = Text("“{}” is nowhere in these rules.", "« {} » n’est nulle part dans ces règles.")


def add_rules(commands: Commands) -> None:
    command = add_command(
        commands,
        "rules",
        rules,
        "read the rules of a game in this terminal, with their positions drawn",
        "tablee rules gigogne",
        "tablee rules gigogne --contents",
        "tablee rules ninth lines",
        "tablee rules ninth --find diagonal",
        "tablee rules gigogne --check                  do the pages show what the rules draw?",
        "tablee rules mygame.py --write                draw the positions of its pages anew",
    )
    add_game(command, with_seats=False)
    command.add_argument("section", metavar="SECTION", nargs="?", help="one section only (see: --contents)")
    wishes = command.add_mutually_exclusive_group()
    wishes.add_argument("--contents", action="store_true", help="list the sections")
    wishes.add_argument("--find", metavar="WORDS", help="only the sections that have these words")
    wishes.add_argument("--check", action="store_true", help="prove the positions, their claims and the drawings")
    wishes.add_argument("--write", action="store_true", help="prove them, and write the drawings into the pages")


def rules(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from tablee.lessons.pages import LANGUAGES, is_found, positions_in, sections_of
    from tablee.lessons.rulebook import read_rulebook
    from tablee.lessons.trying import compile_rulebook
    from tablee.terminal.rulebook import Drawings, read_aloud

    game, folder, language = find_game(arguments.game), find_folder(arguments.game), arguments.lang
    book = read_rulebook(folder)
    drawings = Drawings(game, book, () if book is None else compile_rulebook(game, book))
    pages = {one: _page(game.id, folder, one) for one in LANGUAGES}
    texts = {one: path.read_text(encoding="utf-8") for one, path in pages.items()}
    for one, text in texts.items():
        if unknown := [id_ for id_ in positions_in(text) if id_ not in drawings.positions]:
            raise FailedError(f"{pages[one]} has positions that no positions.toml has: {', '.join(unknown)}")
    if arguments.check or arguments.write:
        _draw(drawings, pages, texts, is_written=arguments.write)
        claims = sum(len(position.claims) for position in drawings.positions.values())
        counts = (count(len(drawings.positions), *_POSITIONS), count(claims, *_CLAIMS))
        told = _TRUE.in_(language).format(game.id, *[number.in_(language) for number in counts])
        sys.stdout.write(f"{told}\n")
        return 0
    sections = sections_of(texts[language], texts["en"])
    if arguments.contents:
        for section in sections:
            sys.stdout.write(f"{'  ' * (section.level - 2)}{section.title}  ({section.id})\n")
        return 0
    console = Console(highlight=False)
    text = texts[language]
    if arguments.section is not None:
        known = {section.id: section for section in sections}
        if arguments.section not in known:
            raise UsageError(f"there is no section {arguments.section!r}; there are: {', '.join(known)}")
        text = known[arguments.section].text
    if arguments.find is not None:
        found = [section.text for section in sections if section.level == 2 and is_found(arguments.find, section.text)]
        if not found:
            raise UsageError(_NOWHERE.in_(language).format(arguments.find))
        text = "\n".join(found)
    read_aloud(text, drawings, console, language)
    return 0


def _page(game: str, folder: Path | None, language: Language) -> Path:
    from tablee.lessons.pages import find_page

    path = find_page(game, folder, language)
    if path is None:
        raise UsageError(f"{game} has no rules page: it would have it in `rules.{language}.md` beside its module")
    return path


def _draw(
    drawings: "Drawings", pages: Mapping[Language, Path], texts: Mapping[Language, str], *, is_written: bool
) -> None:
    """Draw the positions of all pages anew: into them, or to see that nothing changes."""
    from tablee.lessons.pages import with_positions

    for language, text in texts.items():
        drawn = with_positions(text, partial(drawings.in_page, language=language))
        if is_written:
            pages[language].write_text(drawn, encoding="utf-8")
        elif drawn != text:
            raise FailedError(f"{pages[language]} does not show what the rules draw: run it with --write")
