"""Every lesson is played by the rules, with all that can be tried; what it says has to be so."""

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from tablee.kernel.chance import Chance
from tablee.kernel.play import begin
from tablee.kernel.registry import folder_of, game_ids, load_game
from tablee.lessons.compiled import CompiledLesson
from tablee.lessons.compiling import MOST_NODES, compile_lesson
from tablee.lessons.finding import files_beside, read_file
from tablee.lessons.position import read_position
from tablee.lessons.script import MOST_STEPS, MOST_WORDS, Lesson, LessonError, read_lesson, words_in
from tictactoe.tictactoe import GAME as TICTACTOE

ROOT = Path(__file__).parent.parent.parent
OURS = [file for game in game_ids() for file in files_beside(folder_of(game))]
SECOND = {"ninth": "powers", "kitty": "magic", "noe": "charges"}

BANNED = r"\b(onlooker|disable|rubble|whom|whoever|robot|éboulis|gravats|horloge|room)\w*"


def named(file: Path) -> str:
    return f"{file.parent.parent.name}-{file.stem}"


def compiled(file: Path) -> CompiledLesson:
    script = read_file(file)
    return compile_lesson(load_game(script.game), script)


def texts_of(lesson: Lesson) -> list[str]:
    steps = [text for step in lesson.steps for text in (step.title, step.say, step.ask, step.after)]
    return [told for text in (*steps, *(w.text for s in lesson.steps for w in s.wrong)) for told in (text.en, text.fr)]


def test_every_game_has_its_basics_and_three_have_a_second_lesson() -> None:
    found = {game: [file.stem for file in files_beside(folder_of(game))] for game in game_ids()}
    assert found == {game: ["basics", *([SECOND[game]] if game in SECOND else [])] for game in game_ids()}


@pytest.mark.parametrize("file", OURS, ids=named)
def test_a_lesson_holds_and_leads_from_its_first_step_to_its_end(file: Path) -> None:
    lesson = compiled(file)
    assert len(lesson.steps) <= MOST_STEPS
    assert len(lesson.nodes) <= MOST_NODES
    seen, number = [], 0
    while True:
        node = lesson.nodes[number]
        seen.append(node.step)
        assert [tried.action for tried in node.tries if tried.action] == [*node.sight.legal], "every try has its answer"
        right = next(tried for tried in node.tries if tried.is_right)
        if right.to is None:
            break
        number = right.to
    assert seen == [*range(len(lesson.steps))]


@pytest.mark.parametrize("file", OURS, ids=named)
def test_its_words_are_few_and_those_of_the_house(file: Path) -> None:
    script = read_file(file)
    for told in texts_of(script):
        assert words_in(told) <= MOST_WORDS
        assert "'" not in told, told
        assert not re.search(BANNED, told, re.IGNORECASE), told
    words = sum(words_in(text.en) for step in script.steps for text in (step.say, step.ask, step.after))
    assert words / 200 * 60 + 8 * len(script.steps) <= 180, "three minutes, by reading and eight seconds a step"


@pytest.mark.parametrize("file", [file for file in OURS if "..." in file.read_text(encoding="utf-8")], ids=named)
def test_nothing_is_in_its_bytes_that_the_learner_may_not_see(file: Path) -> None:
    """Worlds that differ only in the rest of the pile, which nobody draws from, are the same lesson to the byte."""
    script = read_file(file)
    game = load_game(script.game)
    one, other = (msgspec.json.encode(compile_lesson(game, replace(script, seed=seed))) for seed in (0, 1))
    assert one == other


def test_the_rest_of_a_pile_does_depend_on_the_seed() -> None:
    """Else the proof above would compare a world with itself."""
    game = load_game("noe")
    setup = begin(game, 2, game.options(), Chance.seeded(0))
    given = {"shields": ["9H", "4C"], "pile": ["11D", "..."]}
    piles = [read_position(game, setup, given, {}, Chance.seeded(seed)).pile for seed in (0, 1)]
    assert piles[0] != piles[1]
    assert Counter(piles[0]) == Counter(piles[1])
    assert len(piles[0]) == 52 - 2 - 6, "all that the position has nowhere else"


# ── What is refused ──────────────────────────────────────────────────────────────────────────────────────

EXAMPLE = (ROOT / "examples/tictactoe/lessons/basics.toml").read_text(encoding="utf-8")


def check(source: str) -> None:
    compile_lesson(TICTACTOE, read_lesson(source, "lessons/basics.toml"))


CHANGES = {
    "an illegal step": (
        'do = { type = "mark", cell = 8 }',
        'do = { type = "mark", cell = 4 }',
        "step 2: mark(cell=4) is not allowed: That cell is marked already",
    ),
    "an action that is none": (
        'do = { type = "mark", cell = 8 }',
        'do = { type = "jump" }',
        "step 2: nothing that seat 0 may do fits {type = 'jump'}; it may: mark(cell=2), mark(cell=3)",
    ),
    "an answer that can’t be": (
        '{ seat = 1, do = { type = "mark", cell = 1 } }',
        '{ seat = 1, do = { type = "mark", cell = 4 } }',
        "step 1: mark(cell=4) is not allowed",
    ),
    "somebody out of turn": (
        '{ seat = 1, do = { type = "mark", cell = 1 } }',
        '{ seat = 0, do = { type = "mark", cell = 1 } }',
        "step 1: mark(cell=1): not seat 0’s turn",
    ),
    "an answer that could be several": (
        '{ seat = 1, do = { type = "mark", cell = 1 } }',
        '{ seat = 1, do = { type = "mark" } }',
        "step 1: `then` {type = 'mark'} could be any of 8",
    ),
    "a missing language": (
        'say.fr = "Trois de vos marques alignées, et c’est gagné."',
        "",
        "step 1, `say`: object missing required field `fr`",
    ),
    "an empty text": ('ask.fr = "Complétez la ligne."', 'ask.fr = " "', "step 2: `ask` says nothing in 'fr'"),
    "too many words": (
        "Complete the line.",
        "Complete " + "the very long " * 9 + "line.",
        "step 2: `ask` has 29 words in 'en', at most 25 are read",
    ),
    "a try without an answer": (
        '\n[[steps.wrong]]\nen = "Allowed, but only two lines go through a side."\n'
        'fr = "Permis, mais deux lignes seulement passent par un côté."',
        "",
        "step 1: mark(cell=1) is legal, and no `wrong` answers it",
    ),
    "an answer to nothing": (
        "try = { cell = [0, 2, 6, 8] }",
        "try = { cell = 9 }",
        "step 1: `wrong` 1 answers nothing that is legal here",
    ),
    "a claim that is not so": (
        '"outcome.winners" = [0]',
        '"outcome.winners" = [1]',
        "step 2: it claims outcome.winners = [1], and it is [0]",
    ),
    "a position that can’t be": (
        "cells = [0, 1,",
        'cells = ["x", 1,',
        "step 2: the position can’t be: it does not fit: Expected `int | null`, got `str` - at `$.cells[0]`",
    ),
    "a field that is none": ("cells = [", "squares = [", "step 2: the position can’t be: there is no field 'squares'"),
    "draws that are too many": (
        'do = { type = "mark", cell = 8 }',
        'do = { type = "mark", cell = 8 }\nchance = [1]',
        "step 2: `chance` has more draws than mark(cell=8) takes",
    ),
    "a word that means nothing": ("ask.en", "aks.en", "step 1: object contains unknown field `aks`"),
    "another game": ('game = "tictactoe"', 'game = "chess"', "it is a lesson of 'chess', not of 'tictactoe'"),
    "names for too many": ('game = "tictactoe"', 'game = "tictactoe"\nothers = ["A", "B"]', "`others` names 1"),
    "no TOML": ("[[steps]]", "[[steps", "this is no TOML"),
}


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_a_lesson_that_does_not_hold_is_refused_with_its_file_its_step_and_why(change: str) -> None:
    old, new, why = CHANGES[change]
    assert old in EXAMPLE
    with pytest.raises(LessonError) as refused:
        check(EXAMPLE.replace(old, new, 1))
    assert str(refused.value).startswith("lessons/basics.toml")
    assert why in str(refused.value)


def test_a_lesson_has_ten_steps_at_most() -> None:
    head, first, second = EXAMPLE.split("[[steps]]")
    with pytest.raises(LessonError, match="a lesson has 1 to 10 steps, this one has 11"):
        check("[[steps]]".join([head, *[second] * 11]))
    check("[[steps]]".join([head, first, *[second] * 9]))


def test_a_position_can_t_have_more_of_a_card_than_the_pack() -> None:
    script = read_file(next(file for file in OURS if named(file) == "noe-charges"))
    broken = replace(script.steps[0], position={**positions(script)[0], "shields": ["9H", "12C", "12C"]})
    with pytest.raises(LessonError, match="step 1: the position can’t be: it has '12C' 2 times, the game 1 times"):
        compile_lesson(load_game("noe"), replace(script, steps=(broken, *script.steps[1:])))


def positions(script: Lesson) -> Sequence[dict[str, object]]:
    return [step.position for step in script.steps if isinstance(step.position, dict)]


def test_where_several_ways_are_right_each_leads_on_from_where_it_led() -> None:
    lesson = compiled(next(file for file in OURS if named(file) == "kitty-basics"))
    right = [tried for tried in lesson.nodes[1].tries if tried.is_right]
    assert [tried.action.tile for tried in right] == [0, 6]
    for tried in right:
        assert tried.to is not None
        tiles = lesson.nodes[tried.to].sight.view["tiles"]
        assert tiles[tried.action.tile].heart == "red3"


def test_too_many_ways_are_refused() -> None:
    script = read_file(next(file for file in OURS if named(file) == "diggers-basics"))
    steps = (*script.steps[:2], replace(script.steps[2], position=UNSET))
    with pytest.raises(LessonError, match="step 3: too many ways lead here, more than 40 in all: say the step’s `pos"):
        compile_lesson(load_game("diggers"), replace(script, steps=steps))
