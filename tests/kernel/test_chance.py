"""Chance is injected, seeded or secure, and can be recorded and scripted."""

import random
from collections import Counter

import pytest

from tablee.kernel.chance import Chance, RecordingChance, ScriptedChance, ScriptError


def test_the_same_seed_gives_the_same_draws() -> None:
    one, other = Chance.seeded("a"), Chance.seeded("a")
    assert one.shuffled(range(50)) == other.shuffled(range(50))
    assert one.roll(20) == other.roll(20)


def test_real_games_draw_from_the_systems_secure_source() -> None:
    chance = Chance.secure()
    assert isinstance(chance._source, random.SystemRandom)
    assert chance.shuffled(range(52)) != chance.shuffled(range(52))


def test_a_shuffle_keeps_what_it_shuffles_and_every_order_is_about_as_likely() -> None:
    chance = Chance.seeded(1)
    counts = Counter(chance.shuffled("abc") for _ in range(6000))
    assert set(counts) == {(a, b, c) for a in "abc" for b in "abc" for c in "abc" if len({a, b, c}) == 3}
    assert all(900 < count < 1100 for count in counts.values())


def test_dice_show_one_to_six() -> None:
    assert set(Chance.seeded(1).roll(200)) == {1, 2, 3, 4, 5, 6}


def test_recorded_draws_replayed_as_a_script_give_the_same() -> None:
    recording = RecordingChance(Chance.seeded(5))
    drawn = (recording.shuffled("abcde"), recording.roll(3), recording.pick("xyz"))
    script = ScriptedChance(recording.taken())
    assert (script.shuffled("abcde"), script.roll(3), script.pick("xyz")) == drawn
    assert script.is_used_up
    assert recording.taken() == []


@pytest.mark.parametrize("draws", [[], [6], [-1], [[0, 1]]])
def test_a_script_that_does_not_fit_a_die_is_an_error(draws: list[int]) -> None:
    with pytest.raises(ScriptError):
        ScriptedChance(draws).roll(1)


@pytest.mark.parametrize("draws", [[], [0], [[0, 0]], [[0, 1, 2]]])
def test_a_script_that_does_not_fit_a_shuffle_is_an_error(draws: list[int]) -> None:
    with pytest.raises(ScriptError):
        ScriptedChance(draws).shuffled("ab")
