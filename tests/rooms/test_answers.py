"""What a room remembers of the actions it has accepted."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from tablee.games.noe.rules import SwapShield
from tablee.rooms.answers import NOTHING_ANSWERED, answer_with_the_end, find_answer, note_answer
from tablee.rooms.codec import encode_room
from tests.rooms.table import ANN, BEN, NOE, from_a_snapshot, playing

IDS = st.text(min_size=1, max_size=64)


@given(st.lists(st.tuples(st.integers(0, 5), IDS), unique=True, max_size=40), st.tuples(st.integers(0, 5), IDS))
def test_every_action_is_found_with_its_own_version_and_no_other_is(
    accepted: list[tuple[int, str]], other: tuple[int, str]
) -> None:
    answers = NOTHING_ANSWERED
    for version, (seat, id_) in enumerate(accepted):
        answers = note_answer(answers, seat, id_, version)
    assert [find_answer(answers, seat, id_) for seat, id_ in accepted] == list(range(len(accepted)))
    assert (find_answer(answers, *other) is None) == (other not in accepted)


def test_what_looks_like_an_id_across_two_answers_is_none() -> None:
    mine = note_answer(NOTHING_ANSWERED, 0, "mine", 7)
    across = b"\x00\x00\x00\x00" + mine + mine[:8]
    assert across.find(mine[:8]) == 4
    assert find_answer(across, 0, "mine") is None
    assert find_answer(across + mine[8:] + b"....", 0, "mine") is None
    assert find_answer(b"01234567...." + mine, 0, "mine") == 7


def test_only_the_action_that_ended_the_game_is_answered_with_the_end() -> None:
    answers = note_answer(note_answer(NOTHING_ANSWERED, 0, "first", 7), 1, "last", 8)
    ended = answer_with_the_end(answers, 9)
    assert (find_answer(ended, 0, "first"), find_answer(ended, 1, "last")) == (7, 9)
    by_the_clock = answer_with_the_end(answers, 10)
    assert by_the_clock == answers


def test_a_snapshot_of_a_long_game_knows_every_action_in_a_few_bytes_each() -> None:
    table = playing(NOE, ANN, BEN)
    few = len(encode_room(NOE, table.room))
    for turn in range(20):
        table = table.having(table.acting(turn % 2, SwapShield(turn % 2), id=f"{turn}".rjust(64, "x")))
    read = from_a_snapshot(NOE, table.room)
    assert read.play is not None
    assert [find_answer(read.play.answers, turn % 2, f"{turn}".rjust(64, "x")) for turn in range(20)] == [
        table.room.version - 19 + turn for turn in range(20)
    ]
    state = len(msgspec.json.encode(table.state)) - len(msgspec.json.encode(playing(NOE, ANN, BEN).state))
    assert len(encode_room(NOE, table.room)) - few - state < 20 * 20
