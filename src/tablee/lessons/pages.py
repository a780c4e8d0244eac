"""The rules of a game as pages in Markdown, one for each language; positions stand in them by name.

    ## How to win                        a section: known everywhere by its English heading, `how-to-win`

    ```position win                      a position of `positions.toml`
    …                                    its drawing, written here by `tablee rules GAME --write`
    ```

    - → Cell 2: three in line.           and its claims: what can be done, and
    - ✗ Cell 0: marked already.          what is refused

The pages are `rules.en.md` and `rules.fr.md` beside the game's module, or `rules/GAME.en.md` and `.fr.md` there; those
of our own games are in docs/rules.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from tablee.kernel.words import Language
from tablee.lessons.script import LessonError

LANGUAGES: tuple[Language, ...] = ("en", "fr")
_TABLEE = Path(__file__).parent.parent
_OURS = (_TABLEE / "rules", _TABLEE.parent.parent / "docs/rules")
"""Where a wheel has them, and where they are written."""

_HEADING = re.compile(r"^(#{2,3}) (.+)$")
_POSITION = re.compile(
    r"^```position (?P<id>\S+)\n(?:(?!```).*\n)*?```\n(?:\n(?:- [→✗] .*\n(?:  .*\n)*)+)?", flags=re.MULTILINE
)


class Section(Struct, frozen=True):
    """A heading, and all that is below it up to the next one of its level."""

    id: str
    level: int
    title: str
    text: str


def find_page(game: str, folder: Path | None, language: Language) -> Path | None:
    """The rules of a game: beside its module, else among ours."""
    ours = next((path for each in _OURS if (path := each / f"{game}.{language}.md").is_file()), None)
    return page_beside(game, folder, language) or ours


def page_beside(game: str, folder: Path | None, language: Language) -> Path | None:
    """The rules that a game brings: beside its module, or by its name in the folder `rules` there."""
    if folder is None:
        return None
    places = (folder / f"rules.{language}.md", folder / "rules" / f"{game}.{language}.md")
    return next((path for path in places if path.is_file()), None)


def sections_of(page: str, english: str) -> Sequence[Section]:
    """The sections of a page; they are called by the headings of the English one, in whose order they have to be.

    Raises LessonError where the two don't have the same headings.
    """
    own, known = list(_headings(page)), list(_headings(english))
    if [level for _, level, _ in own] != [level for _, level, _ in known]:
        raise LessonError(f"the pages have {len(own)} and {len(known)} headings, or not of the same levels")
    lines = page.splitlines(keepends=True)
    found = []
    for place, (line, level, title) in enumerate(own):
        end = next((later for later, other, _ in own[place + 1 :] if other <= level), len(lines))
        found.append(Section(slug(known[place][2]), level, title, "".join(lines[line:end])))
    return found


def slug(heading: str) -> str:
    """As code hosts make an address of a heading."""
    return re.sub(r" ", "-", re.sub(r"[^\w\- ]", "", heading.lower()))


def positions_in(page: str) -> Sequence[str]:
    return [found["id"] for found in _POSITION.finditer(page)]


def with_positions(page: str, draw: Callable[[str], str]) -> str:
    """The page with its positions drawn anew; `draw` gives all that goes in the place of one."""
    return _POSITION.sub(lambda found: draw(found["id"]), page)


def parts_of(page: str) -> Iterator[tuple[str, str | None]]:
    """A page in turn: text, and the position that follows it, if one does."""
    end = 0
    for found in _POSITION.finditer(page):
        yield page[end : found.start()], found["id"]
        end = found.end()
    yield page[end:], None


def is_found(words: str, text: str) -> bool:
    """Whether a text has these words, whatever their case and accents."""
    return _plain(words) in _plain(text)


def _plain(text: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(letter))


def _headings(page: str) -> Iterator[tuple[int, int, str]]:
    """The number of its line, the level and the title of each heading; lines inside a code fence don't count."""
    is_fenced = False
    for number, line in enumerate(page.splitlines()):
        is_fenced ^= line.startswith("```")
        if not is_fenced and (found := _HEADING.match(line)):
            yield number, len(found[1]), found[2]
