"""The bench: positions back and forth, edited, and kept when the rules change."""

import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablee.design.bench import Bench
from tablee.design.changes import Change
from tablee.design.faults import FaultError
from tablee.design.loading import Source
from tablee.design.session import Deal, Session
from tablee.design.wire import (
    AnyAsk,
    Bot,
    Clock,
    Drop,
    Edit,
    Enter,
    Keep,
    Leave,
    Play,
    Redeal,
    Rewrite,
    SaveGiven,
    Seek,
    TableShown,
    WouldGiven,
)
from tablee.lessons.compiling import compile_lesson
from tablee.lessons.finding import read_file

Save = Callable[..., None]
EXAMPLES = Path(__file__).parents[2] / "examples"


def session_of(bench: Bench) -> Session:
    assert bench.session is not None
    return bench.session


def table_of(bench: Bench) -> TableShown:
    table = bench.shown().table
    assert table is not None
    return table


def take(bench: Bench, *numbers: int) -> None:
    for number in numbers:
        bench.do(Play(session_of(bench).state.active, {"type": "take", "number": number}))


def left(bench: Bench) -> int:
    return int(session_of(bench).state.left)


def refused(bench: Bench, ask: AnyAsk) -> str:
    before = session_of(bench)
    with pytest.raises(FaultError) as caught:
        bench.do(ask)
    assert bench.session is before, "what was refused changed something"
    return caught.value.fault.text.en


# ── Back and forth ───────────────────────────────────────────────────────────────────────────────────────


def test_stepping_back_is_free_and_playing_on_from_there_opens_a_branch(bench: Bench) -> None:
    take(bench, 1, 2, 3)
    bench.do(Seek(1))
    assert (left(bench), table_of(bench).at, len(table_of(bench).line)) == (9, 1, 4)
    take(bench, 3)
    assert [step.what for step in table_of(bench).line] == ["start", "take(number=1)", "take(number=3)"]
    first, second = table_of(bench).line[1].branches
    bench.do(Enter(first))
    assert [step.what for step in table_of(bench).line][2:] == ["take(number=2)", "take(number=3)"]
    assert table_of(bench).line[2].node == first != second


def test_what_was_played_before_is_found_again_and_not_played_twice(bench: Bench) -> None:
    take(bench, 1, 2)
    bench.do(Seek(0))
    take(bench, 1)
    assert len(session_of(bench).nodes) == 3
    assert len(table_of(bench).line) == 3


def test_the_same_deal_has_the_same_luck_and_another_seed_another(bench: Bench) -> None:
    def charms(seed: int) -> tuple[Any, ...]:
        bench.do(Redeal(2, {}, seed))
        return tuple(charm.value for charm in session_of(bench).state.charms)

    assert charms(1) == charms(1)
    assert len({charms(seed) for seed in range(8)}) == 2


def test_clock_and_leaving_are_steps_too(bench: Bench) -> None:
    bench.do(Clock())
    assert session_of(bench).state.ended.reason == "left"
    bench.do(Seek(0))
    bench.do(Leave(1))
    assert session_of(bench).state.ended.winners == (0,)
    assert "over" in refused(bench, Clock())


def test_bots_play_a_step_or_the_rest(bench: Bench) -> None:
    bench.do(Bot())
    assert table_of(bench).at == 1
    bench.do(Bot(to_end=True))
    assert left(bench) == 0
    assert table_of(bench).legal == ()


def test_an_action_is_shown_before_it_is_played_and_does_just_that(bench: Bench) -> None:
    seat = session_of(bench).state.active
    would = bench.would(WouldGiven(seat, {"type": "take", "number": 2}))
    take(bench, 2)
    assert would.events == table_of(bench).events[-1].stored
    assert table_of(bench).at == 1


# ── Seen by ──────────────────────────────────────────────────────────────────────────────────────────────


def test_every_viewer_gets_its_own_sight_and_events_and_nothing_is_hidden_from_the_author(bench: Bench) -> None:
    take(bench, 1)
    table = table_of(bench)
    mine, theirs = (charm.value for charm in session_of(bench).state.charms)
    assert table.sights["0"].view["charms"] == [mine, "?"]
    assert table.sights["everyone"].view["charms"] == ["?", "?"]
    assert table.sights["open"].view["charms"] == [mine, theirs]
    actor = 1 - session_of(bench).state.active
    assert table.events[0].seen["everyone"][0]["found"] == "?"
    assert table.events[0].seen[str(actor)][0] == table.events[0].stored[0]


def test_a_position_is_checked_as_the_suite_checks_it(bench: Bench, save: Save) -> None:
    assert [check.is_kept for check in table_of(bench).checks] == [True, True, True]
    save(("state.ended else (0, 0)", "state.ended else (int(state.charms[0].value == 'ring'), 0)"))
    broken = [check for check in table_of(bench).checks if not check.is_kept]
    assert [check.text.en for check in broken] == ["what a spectator sees tells a secret"]
    assert '"scores":[' in broken[0].found


# ── Editing ──────────────────────────────────────────────────────────────────────────────────────────────


def test_an_edit_is_a_step_of_its_own_and_can_be_taken_back(bench: Bench) -> None:
    bench.do(Edit((Change(("left",), 2),)))
    table = table_of(bench)
    assert (left(bench), table.line[1].cause, table.is_edited) == (2, "edited", True)
    assert len(table.legal[0].actions) == 2
    bench.do(Seek(0))
    assert (left(bench), table_of(bench).is_edited) == (10, False)


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        (("left",), "many", "left can’t be that: expected `int`, got `str`."),
        (("left",), -1, "left can’t be that: expected `int` >= 0."),
        (("charms", 0, "value"), 7, "charms[0].value can’t be that: expected `str`, got `int`."),
        (("right",), 1, "The state has no right."),
        (("charms", 9), 1, "The state has no charms[9]."),
        (("left",), 0, "A position that can’t be: seat 0 is to act, but has no legal action."),
        (("charms", 0, "value"), "hat", "By possible_worlds this position can’t be."),
    ],
)
def test_an_edit_is_refused_by_types_and_by_rules(bench: Bench, path: Any, value: Any, why: str) -> None:
    told = refused(bench, Edit((Change(path, value),)))
    assert told.replace("seat 1", "seat 0").startswith(why)


def test_several_fields_are_changed_at_once(bench: Bench) -> None:
    state = {"turn": 3, "active": 0, "left": 4, "ended": None}
    charms = [{"value": "coin", "seen_by": 1}, {"value": "ring", "seen_by": 2}]
    bench.do(Rewrite({**state, "charms": charms}))
    assert session_of(bench).state.charms[1].value == "ring"
    assert refused(bench, Rewrite({**state, "charms": charms})) == "Nothing is changed."


# ── New rules ────────────────────────────────────────────────────────────────────────────────────────────


def test_a_save_plays_everything_again_by_the_new_rules(bench: Bench, save: Save) -> None:
    take(bench, 3, 1)
    save(("left=10", "left=12"))
    assert (left(bench), table_of(bench).at) == (8, 2)
    shown = bench.shown()
    assert shown.told is not None
    assert shown.told.en == "Reloaded, 2 steps played again."
    assert [line[0] for line in shown.changed] == ["-", "+"]


def test_where_a_step_is_refused_now_it_stops_and_the_old_position_can_be_kept(bench: Bench, save: Save) -> None:
    take(bench, 1, 3, 2)
    save(("MOST = 3", "MOST = 2"))
    stopped = table_of(bench).stopped
    assert stopped is not None
    assert (stopped.step, stopped.what, table_of(bench).at) == (2, "take(number=3)", 1)
    assert "Too many." in stopped.why.text.en
    bench.do(Keep())
    assert (left(bench), table_of(bench).is_edited, table_of(bench).stopped) == (4, True, None)


def test_or_it_is_played_from_where_the_new_rules_lead(bench: Bench, save: Save) -> None:
    take(bench, 1, 3)
    save(("MOST = 3", "MOST = 2"))
    bench.do(Drop())
    assert (left(bench), table_of(bench).stopped) == (9, None)
    take(bench, 2)
    assert left(bench) == 7


def test_an_edit_is_made_again_too_and_a_field_that_is_gone_stops_it(bench: Bench, save: Save) -> None:
    bench.do(Edit((Change(("left",), 5),)))
    take(bench, 2)
    save(("left=10", "left=20"))
    assert left(bench) == 3
    save(("left: Annotated", "heap: Annotated"), ("left=10", "heap=10"), ("state.left", "state.heap"),
         ("left=state.heap", "heap=state.heap"))  # fmt: skip
    stopped = table_of(bench).stopped
    assert stopped is not None
    assert stopped.why.text.en == "The state has no left."


# ── Faults of the file ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("old", "new", "told", "code"),
    [
        ("GAME = Game(", "GAME = Game((", "Python can’t read it: '(' was never closed.", "GAME = Game(("),
        ("    setup=setup, legal=legal,", "    setup=setup,", "The game does not say its legal yet.", "GAME = Game("),
        ("legal=legal,", "legal=lawful,", "NameError: name 'lawful' is not defined.", "setup=setup, legal=lawful,"),
        (
            "state.left) + 1",
            "state.rest) + 1",
            "In legal, AttributeError: 'Heap' object has no attribute 'rest'.",
            "return",
        ),
        ("    return replace", "    replace", "evolve gives None, where Heap after Took is wanted.", "story.tell(Took"),
        ("[Take(number) for", "[number for", "legal gives int, where an action is wanted.", "def legal"),
        ("left=10", "left=0", "A position that can’t be: seat", ""),
        ("    return Heap(", "    Heap(", "setup gives None, where Heap is wanted.", "def setup"),
    ],
)
def test_a_fault_is_a_sentence_with_its_line_and_the_last_good_position_stays(
    bench: Bench, save: Save, old: str, new: str, told: str, code: str
) -> None:
    take(bench, 1)
    save((old, new))
    fault = bench.fault
    assert fault is not None
    assert fault.text.en.startswith(told)
    assert fault.text.fr
    assert fault.code.startswith(code)
    assert not code or fault.file == "heap.py"
    assert left(bench) == 9
    save(("left=10", "left=11"))
    assert (bench.fault, left(bench)) == (None, 10)


def test_a_file_that_is_wrong_from_the_start_waits_to_be_mended(file: Path) -> None:
    good = file.read_text(encoding="utf-8")
    file.write_text("GAME = ", encoding="utf-8")
    bench = Bench(Source(str(file)), Deal(0, {}, 1), file.parent)
    bench.load()
    shown = bench.shown()
    assert shown.table is None
    assert shown.fault is not None
    assert (shown.fault.file, shown.fault.line) == ("heap.py", 1)
    file.write_text(good, encoding="utf-8")
    bench.load()
    assert (bench.fault, left(bench)) == (None, 10)


# ── Saving ───────────────────────────────────────────────────────────────────────────────────────────────


def test_a_position_saved_as_a_test_passes_and_fails_once_the_rules_do_otherwise(bench: Bench, file: Path) -> None:
    take(bench, 3)
    saved = bench.save(SaveGiven("test", "Three are taken"))
    take(bench, 2)
    bench.save(SaveGiven("test", "Three are taken"))
    assert Path(saved.file) == file.parent / "test_heap_positions.py"

    assert _run(Path(saved.file)) == {"test_three_are_taken": True, "test_three_are_taken_2": True}
    file.write_text(file.read_text(encoding="utf-8").replace("MOST = 3", "MOST = 40"), encoding="utf-8")
    assert _run(Path(saved.file)) == {"test_three_are_taken": False, "test_three_are_taken_2": False}


def _run(tests: Path) -> dict[str, bool]:
    """Whether each of the tests passes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(tests.parent))
        patch.delitem(sys.modules, "heap", raising=False)
        found = {name: test for name, test in runpy.run_path(str(tests)).items() if name.startswith("test_")}
        sys.modules.pop("heap", None)
    return {name: _passes(test) for name, test in found.items()}


def _passes(test: Callable[[], None]) -> bool:
    try:
        test()
    except AssertionError:
        return False
    return True


def test_a_position_saved_as_a_lesson_holds_by_the_rules(bench: Bench, file: Path) -> None:
    take(bench, 3)
    seat = session_of(bench).state.active
    saved = bench.save(SaveGiven("lesson", "After three", seat))
    assert Path(saved.file) == file.parent / "lessons/after-three.toml"
    lesson = compile_lesson(session_of(bench).rules.game, read_file(Path(saved.file)))
    assert lesson.nodes[0].sight.view["left"] == 7
    with pytest.raises(FaultError, match="is there already"):
        bench.save(SaveGiven("lesson", "After three", seat))


def test_without_a_title_nothing_is_written(bench: Bench, file: Path) -> None:
    with pytest.raises(FaultError):
        bench.save(SaveGiven("test", "  "))
    assert sorted(path.name for path in file.parent.iterdir()) == ["heap.py"]


# ── Every game ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "name", ["ninth", "diggers", "noe", "gigogne", "kitty", *map(str, sorted(EXAMPLES.glob("*/[a-z]*.py")))]
)
def test_every_game_lies_on_the_bench_plays_and_is_saved(name: str, tmp_path: Path) -> None:
    bench = Bench(Source(name), Deal(0, {}, 3), tmp_path)
    bench.load()
    bench.do(Bot(to_end=True))
    assert session_of(bench).state.ended is not None
    bench.do(Seek(2))
    assert all(check.is_kept for check in table_of(bench).checks)
    seat = table_of(bench).legal[0].seat
    for what in ("test", "lesson"):
        bench.save(SaveGiven(what, f"A {what} of it", seat))
    bench.source._texts = {}  # as if all of it had been saved anew
    steps = len(table_of(bench).line)
    bench.load()
    assert (bench.fault, len(table_of(bench).line)) == (None, steps)
