"""Names that people give: 1 to 24 visible characters, nothing that hides or turns the text around."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.rooms.names import LONGEST_NAME, LONGEST_ROOM_NAME, clean_name

SEEN = "LNPS"
"""The first letters of the categories of characters that can be seen: letters, numbers, punctuation, symbols."""


@pytest.mark.parametrize(
    "name",
    ["A", "Ann", "Zoé", "Łukasz", "Мария", "さくら", "محمد", "नमिता", "O’Neill", "ann_42", "🐈", "Jean-Luc", "?"],
)
def test_a_name_stays_as_it_is(name: str) -> None:
    assert clean_name(name) == name


def test_a_name_has_at_most_24_characters() -> None:
    assert clean_name("x" * LONGEST_NAME) == "x" * 24
    assert clean_name("x" * (LONGEST_NAME + 1)) is None


def test_a_rooms_name_can_be_longer() -> None:
    assert clean_name("x" * 48, LONGEST_ROOM_NAME) == "x" * 48
    assert clean_name("x" * 49, LONGEST_ROOM_NAME) is None


@pytest.mark.parametrize(
    "name",
    ["", " ", "   ", "\t\n", "\u200b", "\u202e\u202c", "\x00", "\u00ad", "\u3000", "\u0301", "\ufe0f", "\u2028"],
    ids=ascii,
)
def test_what_can_not_be_seen_is_no_name(name: str) -> None:
    assert clean_name(name) is None


@pytest.mark.parametrize("blank", ["\u3164", "\u115f", "\u1160", "\uffa0", "\u2800"], ids=ascii)
def test_letters_and_symbols_that_are_drawn_as_nothing_are_no_name(blank: str) -> None:
    assert clean_name(blank * 3) is None
    assert clean_name(f"{blank}Ann{blank}") == "Ann"


@pytest.mark.parametrize(
    "control", ["\x00", "\x07", "\x1b", "\x7f", "\x9f", "\u200b", "\u200d", "\ufeff", "\u00ad", "\ue000"], ids=ascii
)
def test_control_characters_are_removed(control: str) -> None:
    assert clean_name(f"{control}A{control}nn{control}") == "Ann"


@pytest.mark.parametrize("bidi", "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", ids=ascii)
def test_characters_that_turn_the_text_around_are_removed(bidi: str) -> None:
    assert clean_name(f"{bidi}nnA{bidi} !") == "nnA !"


@pytest.mark.parametrize("text", ["Ann\ud800", "\udfffAnn"], ids=ascii)
def test_half_characters_are_removed(text: str) -> None:
    assert clean_name(text) == "Ann"


@pytest.mark.parametrize("text", ["  Ann   Lee ", "Ann\tLee", "Ann\n\nLee", "Ann\u00a0Lee", "Ann\u2028Lee"], ids=ascii)
def test_blanks_are_made_single_and_plain(text: str) -> None:
    assert clean_name(text) == "Ann Lee"


def test_a_name_is_counted_as_it_is_seen_and_not_as_it_was_typed() -> None:
    assert clean_name("e\u0301" * 24) == "é" * 24
    assert clean_name("\u200b" * 30 + "Ann" + " " * 30) == "Ann"


def test_letters_meet_their_accents_once_what_stood_between_is_gone() -> None:
    assert clean_name("Zoe\u200d\u0301") == "Zoé"


def test_a_text_of_unreasonable_length_is_no_name() -> None:
    assert clean_name("A" + "\u200b" * 10**6) is None


@given(st.text())
def test_a_clean_name_is_short_visible_and_clean(text: str) -> None:
    name = clean_name(text)
    if name is not None:
        assert 1 <= len(name) <= 24
        assert any(unicodedata.category(char)[0] in SEEN for char in name)
        assert not any(unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"} for char in name)
        assert name == name.strip()
        assert "  " not in name
        assert name.encode()


@given(st.text())
def test_a_clean_name_stays_as_it_is(text: str) -> None:
    name = clean_name(text)
    assert name is None or clean_name(name) == name
