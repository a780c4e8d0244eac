"""`tablee lab report`: one page that needs nothing else, the facts as tables, and refusals before any game."""

import csv
import html
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from arro3.io import read_parquet

from tablee.kernel.registry import game_ids, load_game
from tablee.lab.report import export
from tests.commands import tablee

ROOT = Path(__file__).parents[3]
TICTACTOE = "examples/tictactoe/tictactoe.py"
SKULL = "examples/skull/skull.py"
TINY = ("--games", "4", "--budget", "2", "--ladder", "1", "--workers", "1", "--seed", "5", "--lang", "en")


class Reader(HTMLParser):
    """Reads a page: what it asks for elsewhere, and its cards by language."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.language = ""
        self.headlines: dict[str, list[str]] = {}
        self.sentences: dict[str, list[str]] = {}
        self._into: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.asked += [given[name] for name in ("src", "href") if name in given and not given[name].startswith("data:")]
        if tag == "main":
            self.language = given["lang"]
        if tag == "h2" or given.get("class") == "told":
            self._into = (self.headlines if tag == "h2" else self.sentences).setdefault(self.language, [])
            self._into.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in {"h2", "p"}:
            self._into = None

    def handle_data(self, data: str) -> None:
        if self._into is not None:
            self._into[-1] += data


def report(folder: Path, *arguments: str) -> str:
    file = folder / "report.html"
    result = tablee("lab", "report", *arguments, "-o", str(file), *TINY)
    assert result.returncode == 0, result.stderr
    assert f"Written: {file}" in result.stderr
    return file.read_text(encoding="utf-8")


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    return reader


def read_whole(page: str) -> Reader:
    """A small page that asks for nothing, can be printed, and has a sentence under every figure, in both languages."""
    assert len(page.encode()) < 1_000_000
    found = read(page)
    assert found.asked == []
    assert "url(" not in page.replace("url(data:", "")
    assert "@media print" in page
    assert len(found.headlines["en"]) == len(found.headlines["fr"]) >= 8
    for language in ("en", "fr"):
        assert len(found.sentences[language]) == len(found.headlines[language])
        assert all(sentence.strip().endswith((".", "!")) for sentence in found.sentences[language])
    return found


def test_a_report_is_one_page_in_both_languages_with_a_sentence_under_every_figure(tmp_path: Path) -> None:
    page = report(tmp_path, TICTACTOE)
    found = read_whole(page)
    assert "No seat has an edge that can be seen" in found.headlines["en"]
    assert "Pas de hasard\u00a0: rien n’est tiré" in found.headlines["fr"]
    assert "tablee lab report examples/tictactoe/tictactoe.py --seed 5 --games 4 --budget 2 --ladder 1" in page
    assert "So few games are not enough to tell anything" in page


@pytest.mark.parametrize("game", game_ids())
def test_the_report_of_each_of_our_games_is_whole_and_is_spoken_of(game: str) -> None:
    page = (ROOT / "docs" / "lab" / f"{game}.html").read_text()
    read_whole(page)
    spoken = (ROOT / "docs" / "lab" / "README.md").read_text()
    assert f"### {load_game(game).name.en}\n" in spoken


_FIGURE = re.compile(r"([\d.]+) ?%(?: \(([\d.]+)–([\d.]+)\))?|([\d.]+) ± ([\d.]+)")
"""A share, with or without its interval, or a difference with its margin."""


@pytest.mark.parametrize("game", game_ids())
def test_what_is_said_of_a_report_is_in_it(game: str) -> None:
    """Every share and difference with its interval, rounded as it is told."""
    folder = ROOT / "docs" / "lab"
    page = re.sub(r"<(script|style)\b.*?</\1>|<[^>]+>", " ", (folder / f"{game}.html").read_text(), flags=re.DOTALL)
    found = _figures_in(html.unescape(page).replace("\u202f", " ").replace("\u00a0", " "))
    told = (folder / "README.md").read_text().partition(f"### {load_game(game).name.en}\n")[2]
    said = _figures_in(told.partition("*A designer might*")[0])
    assert said
    assert [figure for figure in said if not any(_is_rounded(figure, each) for each in found)] == []


def _figures_in(text: str) -> set[tuple[str, ...]]:
    return {match.groups(default="") for match in _FIGURE.finditer(re.sub(r"\s+", " ", text))}


def _is_rounded(said: tuple[str, ...], found: tuple[str, ...]) -> bool:
    def agree(one: str, other: str) -> bool:
        places = len(one.partition(".")[2])
        return not one or (bool(other) and abs(float(one) - float(other)) <= 0.5 * 10**-places + 1e-9)

    return all(map(agree, said, found))


def test_the_same_seed_gives_the_same_figures(tmp_path: Path) -> None:
    one, other = (re.sub(r"<header>.*?</header>", "", report(tmp_path, TICTACTOE)) for _ in range(2))
    assert one == other


def test_games_that_hide_things_and_let_all_choose_at_once_are_examined_too(tmp_path: Path) -> None:
    page = report(tmp_path, SKULL, "--seats", "2")
    assert "Miser …" in page
    assert "une fleur" in page


def test_variants_stand_side_by_side(tmp_path: Path) -> None:
    page = report(tmp_path, "kitty", "--vary", "hearts_per_turn=1..3")
    for label in ("hearts_per_turn=none", "hearts_per_turn=1", "hearts_per_turn=2", "hearts_per_turn=3"):
        assert f'<th scope="row">{label}</th>' in page
    assert "No difference can be told from chance" in page


def test_another_game_stands_beside_it(tmp_path: Path) -> None:
    other = tmp_path / "wide.py"
    source = Path(TICTACTOE).read_text(encoding="utf-8")
    other.write_text(source.replace("(0, 4, 8), (2, 4, 6)", ""), encoding="utf-8")
    page = report(tmp_path, TICTACTOE, "--against", str(other))
    assert '<th scope="row">tictactoe</th>' in page
    assert '<th scope="row">wide</th>' in page


def test_the_facts_are_written_as_csv_and_as_parquet_alike(tmp_path: Path) -> None:
    report(tmp_path, TICTACTOE, "--csv", str(tmp_path / "facts"), "--parquet", str(tmp_path / "facts"))
    for name in ("games", "decisions"):
        with (tmp_path / f"facts/{name}.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        columns = read_parquet(str(tmp_path / f"facts/{name}.parquet")).read_all()
        assert columns.num_rows == len(rows) > 0
        assert columns.column_names == list(rows[0])
        assert [str(value) for value in columns.column("match").to_pylist()] == [row["match"] for row in rows]
    with (tmp_path / "facts/decisions.csv").open(encoding="utf-8", newline="") as file:
        first = next(csv.DictReader(file))
    assert (first["match"], first["choices"], first["turn"]) == ("equals", "9", "0")
    assert first["action"].startswith('{"type":"mark","cell":')
    assert 0 <= float(first["reckoned"]) <= 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("chess",), "chess"),
        ((TICTACTOE, "--seats", "3"), "Tic-tac-toe is for 2 players, not 3."),
        ((TICTACTOE, "--player", "genius"), "there is no player 'genius'"),
        ((TICTACTOE, "--vary", "tiles=1..5"), "tictactoe has no option 'tiles'; it has: none"),
        (("diggers", "--vary", "tiles"), "write KEY=VALUES, as tiles=1..5"),
        (("diggers", "--vary", "tiles=5..1"), "a range goes from a number up to a larger one"),
        (("diggers", "--vary", "tiles=3"), "that is what is played already"),
        (("diggers", "--vary", "tiles=0..10"), "these are 10 variants; at most 8 fit on a page"),
        (("diggers", "--vary", "tiles=many"), "These options don't fit Diggers"),
        (("gigogne", "--seats", "3", "--vary", "fair_opening=on"), "The fair opening is only for two seats"),
        ((TICTACTOE, "--against", "nowhere.py"), "there is no file nowhere.py"),
        (("noe", "--seats", "4", "--against", TICTACTOE), "Tic-tac-toe is for 2 players, not 4."),
        ((TICTACTOE, "--games", "0"), "'0' must be 1 or more"),
    ],
)
def test_what_can_not_be_played_is_refused_in_a_sentence(tmp_path: Path, arguments: tuple[str, ...], told: str) -> None:
    file = tmp_path / "report.html"
    result = tablee("lab", "report", *arguments, "-o", str(file), "--seed", "1", "--lang", "en")
    assert (result.returncode, told in result.stderr) == (2, True), result.stderr
    assert not file.exists()


def test_a_page_that_can_not_be_written_is_refused_before_the_games(tmp_path: Path) -> None:
    for output, told in ((tmp_path, "that is a folder"), (tmp_path / "no/report.html", "there is no folder")):
        result = tablee("lab", "report", TICTACTOE, "-o", str(output))
        assert (result.returncode, told in result.stderr) == (2, True), result.stderr


def test_parquet_without_its_package_is_refused_with_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "PARQUET", "no_such_package.io")
    arguments = ("-o", str(tmp_path / "report.html"), "--parquet", str(tmp_path))
    result = tablee("lab", "report", TICTACTOE, *arguments)
    assert (result.returncode, "pip install 'tablee[lab]'" in result.stderr) == (2, True), result.stderr
