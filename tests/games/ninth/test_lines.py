"""What is a line, and what it is worth."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.games.ninth.board import LINES, Line, Slot, lines_on
from tablee.games.ninth.planets import PLANETS, Planet
from tablee.games.ninth.rules import Claim, Place, Take
from tablee.kernel import EVERYONE, Secret
from tests.games.ninth.positions import legal, play, position, without_powers

Faces = tuple[Planet | None, ...]


def lines_of(board: str) -> dict[Line, Planet]:
    """The lines on a drawn board and what each is a line of."""
    return dict(lines_on(position(board).board, powers=True))


# ── Rows and columns ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("line", LINES[:6])
def test_three_of_a_planet_in_a_row_or_a_column_are_a_line(line: Line) -> None:
    letters = ["ve", "ea", "ma", "ju", "sa", "ur", "ne", "ea", "ve"]
    for slot in line:
        letters[slot] = "me"
    assert lines_of(" ".join(letters)) == {line: "mercury"}


def test_lines_come_in_the_order_of_rows_columns_diagonals() -> None:
    assert list(lines_of("ur ur ur  ur ur ur  ur ur ur")) == [
        (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6),
    ]  # fmt: skip


def test_two_of_a_planet_and_a_hole_are_no_line() -> None:
    assert lines_of("ve ve .  ju sa ur  ne ma ve") == {}


def test_a_face_down_card_is_in_no_line() -> None:
    assert lines_of("ve ve ve?01  ju sa ur  ne ma ve") == {}
    assert lines_of("ve? ve? ve?  ju sa ur  ne ma ve") == {}


# ── Ninth ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("row", ["ni ve ve", "ve ni ve", "ve ve ni", "ni ni ve", "ni ve ni", "ve ni ni"])
def test_ninth_stands_for_any_planet(row: str) -> None:
    assert lines_of(f"{row}  ju sa ur  ne ma ea") == {(0, 1, 2): "venus"}


def test_ninth_does_not_make_a_line_of_two_different_planets() -> None:
    assert lines_of("ve ni ma  ju sa ur  ne ma ea") == {}


def test_three_ninths_are_a_line_of_ninth() -> None:
    assert lines_of("ni ni ni  ju sa ur  ne ma ea") == {(0, 1, 2): "ninth"}


def test_a_face_down_ninth_stands_for_nothing() -> None:
    assert lines_of("ve ve ni?01  ju sa ur  ne ma ea") == {}


# ── Diagonals ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("board", "line"),
    [
        ("ur ea ma  ju ur sa  ne ma ur", (0, 4, 8)),
        ("ve ea ur  ju ur sa  ur ma ne", (2, 4, 6)),
        ("ni ea ma  ju ur sa  ne ma ur", (0, 4, 8)),
        ("ur ea ma  ju ni sa  ne ma ni", (0, 4, 8)),
    ],
)
def test_a_diagonal_of_uranus_and_ninths_is_a_line_of_uranus(board: str, line: Line) -> None:
    assert lines_of(board) == {line: "uranus"}


@pytest.mark.parametrize(
    "board",
    [
        "ve ea ma  ju ve sa  ne ma ve",
        "ve ea ma  ju ni sa  ne ma ve",
        "ni ea ma  ju ni sa  ne ma ni",
        "ur ea ma  ju ur sa  ne ma ve",
        "ur ea ma  ju ur sa  ne ma ur?01",
    ],
    ids=["venus", "venus and ninth", "ninths alone", "two uranus", "one face down"],
)
def test_any_other_diagonal_is_none(board: str) -> None:
    assert lines_of(board) == {}


# ── All boards ───────────────────────────────────────────────────────────────────────────────────────────

_faces = st.lists(st.sampled_from([None, "ninth", "uranus", "mercury", "mars"]), min_size=9, max_size=9).map(tuple)


def _stands_by_trying_everything(faces: Faces, line: Line) -> Planet | None:
    """By the words of the rule: try every planet for every ninth, and see whether three are the same."""
    three = [faces[slot] for slot in line]
    if None in three:
        return None
    choices = [PLANETS if face == "ninth" else (face,) for face in three]
    same = {planets[0] for planets in product(*choices) if len(set(planets)) == 1}
    if line in ((0, 4, 8), (2, 4, 6)):
        return "uranus" if "uranus" in same and "uranus" in three else None
    if set(three) == {"ninth"}:
        return "ninth"
    return same.pop() if same else None


@given(_faces)
def test_the_lines_are_those_found_by_trying_every_planet_for_every_ninth(faces: Faces) -> None:
    board = tuple([None if face is None else Slot(Secret(face, EVERYONE)) for face in faces])
    tried = {line: _stands_by_trying_everything(faces, line) for line in LINES}
    assert dict(lines_on(board, powers=True)) == {line: planet for line, planet in tried.items() if planet}


@given(_faces)
def test_without_powers_the_lines_are_three_equal_cards_in_a_row_or_column(faces: Faces) -> None:
    board = tuple([None if face is None else Slot(Secret(face, EVERYONE)) for face in faces])
    three = {line: {faces[slot] for slot in line} for line in LINES[:6]}
    equal = {line: found.pop() for line, found in three.items() if len(found) == 1 and None not in found}
    assert dict(lines_on(board, powers=False)) == equal


# ── Worth ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("row", "card", "points"),
    [
        ("ea ve ve", "venus", 1),
        ("ea me me", "mercury", 2),
        ("ea ni me", "mercury", 2),
        ("ea ni ni", "mercury", 2),
        ("ea me me", "ninth", 2),
        ("ea ni ni", "ninth", 1),
        ("ea ni ni", "venus", 1),
    ],
)
def test_a_line_is_worth_one_and_a_line_of_mercury_two(row: str, card: Planet, points: int) -> None:
    state = position(f"{row}  ju sa ur  ne ma ea", hand=card[:2], pile="ea ju sa ne ve")
    state = play(state, Take(0), Place(card, 0))
    assert [line.points for line in state.lines[0]] == [points]


def test_without_powers_a_line_of_mercury_is_worth_one() -> None:
    state = play(without_powers("ea me me  ju sa ur  ne ma ea", hand="me"), Take(0), Place("mercury", 0))
    assert [line.points for line in state.lines[0]] == [1]


def test_without_powers_ninth_is_not_wild_and_no_diagonal_counts() -> None:
    state = play(without_powers("ea ni ur  ju ur sa  ur ma ni", hand="ni"), Take(0), Place("ninth", 0))
    assert state.lines == ((), ())


def test_without_powers_three_ninths_are_three_identical_planets() -> None:
    state = play(without_powers("ea ni ni  ju sa ur  ne ma ea", hand="ni"), Take(0), Place("ninth", 0))
    assert [(line.planet, line.points) for line in state.lines[0]] == [("ninth", 1)]


def test_lines_of_both_kinds_can_be_chosen_between() -> None:
    state = play(position("ur ma ur  ve sa ve  ur ma ur", hand="ur"), Take(4), Place("uranus", 4))
    assert legal(state) == [Claim((0, 4, 8)), Claim((2, 4, 6))]
