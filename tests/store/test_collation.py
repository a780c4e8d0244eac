"""Folding: what people type and what they meant are the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.store.collation import fold_text


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Élodie", "elodie"),
        ("E\u0301lodie", "elodie"),
        ("GARÇON", "garcon"),
        ("Cœur ŒUVRE", "coeur oeuvre"),
        ("Æsop æ", "aesop ae"),
        ("Straße STRASSE ẞ", "strasse strasse ss"),
        ("Smørrebrød", "smorrebrod"),
        ("Łódź", "lodz"),
        ("İstanbul Iğdır", "istanbul igdir"),
        ("ﬁn", "fin"),
        ("Ångström", "angstrom"),
        ("ΣΊΣΥΦΟΣ Σίσυφος", "σισυφοσ σισυφοσ"),
        ("東京 🎲", "東京 🎲"),
        ("", ""),
    ],
)
def test_case_and_accents_do_not_count(text: str, folded: str) -> None:
    assert fold_text(text) == folded


@given(st.text())
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert fold_text(fold_text(text)) == fold_text(text)


@given(st.text())
def test_capitals_fold_like_small_letters(text: str) -> None:
    assert fold_text(text.casefold()) == fold_text(text)
