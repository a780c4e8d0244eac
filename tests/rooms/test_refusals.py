"""Each refusal has a stable code and a sentence in the player's language."""

from typing import get_args

import pytest

from tablee.kernel import Refusal
from tablee.kernel.refusals import Code
from tablee.rooms import refusals

ALL = {name: value for name, value in vars(refusals).items() if isinstance(value, Refusal)}


@pytest.mark.parametrize("name", ALL)
def test_a_refusal_has_a_stable_code_and_a_sentence_in_both_languages(name: str) -> None:
    refusal = ALL[name]
    assert refusal.code in get_args(Code)
    assert refusal.text.en.endswith(".")
    assert refusal.text.fr.endswith(".")
    assert refusal.text.en != refusal.text.fr


def test_no_two_refusals_say_the_same() -> None:
    assert len({refusal.text for refusal in ALL.values()}) == len(ALL)
