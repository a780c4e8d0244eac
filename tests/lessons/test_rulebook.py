"""The rules pages are true: the rules draw every position, and prove every claim beside it."""

import ast
import re
import shutil
from pathlib import Path

import msgspec
import pytest

from tablee.kernel.registry import folder_of, game_ids, load_game
from tablee.kernel.words import Language
from tablee.lessons.compiled import CompiledPosition
from tablee.lessons.pages import LANGUAGES, find_page, positions_in, sections_of, with_positions
from tablee.lessons.rulebook import Rulebook, read_rulebook
from tablee.lessons.script import LessonError
from tablee.lessons.trying import compile_rulebook
from tablee.terminal.rulebook import Drawings
from tests.commands import tablee
from tictactoe.tictactoe import GAME as TICTACTOE

EXAMPLE = Path(__file__).parent.parent.parent / "examples/tictactoe"


def book_of(game: str) -> Rulebook:
    book = read_rulebook(folder_of(game))
    assert book is not None
    return book


def page_of(game: str, language: Language) -> str:
    path = find_page(game, folder_of(game), language)
    assert path is not None
    return path.read_text(encoding="utf-8")


def section_ids(game: str, language: Language) -> list[str]:
    return [section.id for section in sections_of(page_of(game, language), page_of(game, "en"))]


@pytest.mark.parametrize("game", game_ids())
def test_both_pages_show_what_the_rules_draw_and_nothing_drawn_by_hand(game: str) -> None:
    book = book_of(game)
    drawings = Drawings(load_game(game), book, compile_rulebook(load_game(game), book))
    for language in LANGUAGES:
        page = page_of(game, language)
        assert with_positions(page, lambda id_: drawings.in_page(id_, language)) == page, "run `make rulebook`"  # noqa: B023
        assert sorted(positions_in(page)) == sorted(position.id for position in book.positions)
        assert page.count("```") == 2 * len(book.positions), "a drawing that no rules have drawn"
    assert positions_in(page_of(game, "en")) == positions_in(page_of(game, "fr"))


@pytest.mark.parametrize("game", game_ids())
def test_every_game_shows_how_it_is_won_what_is_refused_and_what_is_done(game: str) -> None:
    claims = [claim for position in book_of(game).positions for claim in position.claims]
    refused = [claim for claim in claims if isinstance(claim.refused, str)]
    assert any("outcome.winners" in claim.holds for claim in claims)
    assert len(refused) >= 2
    assert len(claims) - len(refused) >= 3
    assert [claim.tried.en for claim in claims if claim not in refused and not claim.holds] == [], "nothing is proved"


@pytest.mark.parametrize("game", game_ids())
def test_every_rule_that_refuses_is_explained_in_both_languages(game: str) -> None:
    folder = folder_of(game)
    assert folder is not None
    named = {}
    for file in folder.glob("*.py"):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "rule":
                name, *_, section = (ast.literal_eval(part) for part in (call.args[0], call.args[-1]))
                named[name] = section if len(call.args) == 4 else None
    assert len(named) >= 4
    for language in LANGUAGES:
        known = section_ids(game, language)
        assert {name: section for name, section in named.items() if section not in known} == {}


def test_a_refusal_says_its_section_and_a_refused_claim_shows_it() -> None:
    positions = {one.id: one for one in compile_rulebook(load_game("noe"), book_of("noe"))}
    refused = [claim for claim in positions["neighbours"].claims if claim.action is None]
    assert [claim.section for claim in refused] == ["your-turn", "your-turn"]
    assert b'"section"' not in msgspec.json.encode(positions["attack"].claims), "what is allowed needs no rule"


def test_what_a_position_hides_is_not_in_its_bytes() -> None:
    book = book_of("noe")
    (table,) = [position for position in book.positions if position.id == "table"]
    assert isinstance(table.position, dict)
    other = {**table.position, "charges": [["4D", "6H"], ["12C", "3S"]]}

    def compiled(given: dict[str, object]) -> CompiledPosition:
        positions = (msgspec.structs.replace(table, position=given),)
        return compile_rulebook(load_game("noe"), msgspec.structs.replace(book, positions=positions))[0]

    assert compiled(table.position).nodes[0].sight == compiled(other).nodes[0].sight


# ── What doesn't hold ────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("tictactoe.py", "positions.toml", "rules.en.md", "rules.fr.md"):
        shutil.copy(EXAMPLE / name, tmp_path / name)
    return tmp_path


@pytest.mark.parametrize(
    ("written", "instead", "why"),
    [
        ('"outcome.winners" = [0]', '"outcome.winners" = [1]', "position 'win', claim 'Cell 2': it claims outcome"),
        ('refused = "taken"', 'refused = "full"', "it claims the rule 'full', and it is 'taken'"),
        ("cell = 4 }\nrefused", "cell = 3 }\nrefused", "it claims that mark(cell=3) is refused, and it is allowed"),
        ("do = { cell = 2 }", "do = { cell = 0 }", "nothing that seat 0 may do fits"),
        ("do = { cell = 2 }", 'do = { type = "mark" }', "could be any of 5: say more of it"),
        ("{ seat = 1, do = { cell = 4 } }", "{ seat = 1, do = { cell = 0 } }", "nothing that seat 1 may do fits"),
        ('refused = "taken"', "", "it `says` what comes of it, or names the rule"),
        ('id = "win"', 'id = "Win it"', "an id is of small letters"),
        ('id = "win"', 'id = "win"\nfrom = "later"', "`from` names a position above it"),
        ('id = "win"', 'id = "win"\ndepth = 9', "`depth` from 1 to 3"),
        ("says.fr", "sagt.fr", "position 'win': Object"),
        ('game = "tictactoe"', 'game = "chess"', "it is of the game 'chess'"),
        ('game = "tictactoe"', "game =", "can’t be read"),
    ],
)
def test_a_claim_that_is_not_so_is_refused_with_its_place(folder: Path, written: str, instead: str, why: str) -> None:
    file = folder / "positions.toml"
    text = file.read_text(encoding="utf-8")
    assert written in text
    file.write_text(text.replace(written, instead, 1), encoding="utf-8")
    with pytest.raises(LessonError, match=re.escape(why)) as error:
        compile_rulebook(TICTACTOE, read_rulebook(folder) or book_of("none"))
    assert "positions.toml" in str(error.value)


# ── `tablee rules` ───────────────────────────────────────────────────────────────────────────────────────


def test_the_rules_are_read_whole_by_section_and_by_words() -> None:
    whole = tablee("rules", "gigogne").stdout
    assert "Squares that nest in squares" in whole
    assert "0 small ● │ 1 large ●" in whole
    assert "→ A large square in cell 2: Ada shows 0, 1 and 2, and wins." in whole
    section = tablee("rules", "ninth", "lines", lang="fr_FR.UTF-8").stdout
    assert "Les lignes" in section
    assert "✗ La diagonale qui part d’en haut à gauche" in section
    assert "Les neuf pouvoirs" not in section
    found = tablee("rules", "kitty", "--find", "POSÉ UN SEUL", lang="fr_FR.UTF-8").stdout
    assert "Les trois magies" in found
    assert "Sur la table" not in found
    assert "  A round, as an example  (a-round-as-an-example)\n" in tablee("rules", "diggers", "--contents").stdout


def test_what_is_not_in_the_rules_is_told() -> None:
    refused = tablee("rules", "noe", "diagonals")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "there is no section 'diagonals'; there are: what-is-on-the-table, your-turn" in refused.stderr
    assert "“zugzwang” is nowhere in these rules." in tablee("rules", "noe", "--find", "zugzwang").stderr


def test_a_page_is_drawn_anew_and_one_that_is_not_true_is_found_out(folder: Path) -> None:
    game, page = str(folder / "tictactoe.py"), folder / "rules.en.md"
    assert tablee("rules", game, "--check").stdout == "The pages are true: tictactoe, 1 position, 2 claims.\n"
    true = page.read_text(encoding="utf-8")
    page.write_text(true.replace("4 ▲", "4 ●"), encoding="utf-8")
    refused = tablee("rules", game, "--check")
    assert refused.returncode == 1
    assert f"{page} does not show what the rules draw" in refused.stderr
    assert tablee("rules", game, "--write").returncode == 0
    assert page.read_text(encoding="utf-8") == true
    page.write_text(true.replace("position win", "position lost"), encoding="utf-8")
    assert "has positions that no positions.toml has: lost" in tablee("rules", game, "--write").stderr


def test_pages_need_the_same_headings_and_a_game_may_have_none(folder: Path) -> None:
    game = str(folder / "tictactoe.py")
    with (folder / "rules.fr.md").open("a", encoding="utf-8") as page:
        page.write("\n## Encore\n")
    refused = tablee("rules", game, lang="fr_FR.UTF-8")
    assert (refused.returncode, "2 and 1 headings" in refused.stderr) == (1, True)
    (folder / "rules.en.md").unlink()
    assert "would have it in `rules.en.md` beside its module" in tablee("rules", game).stderr
