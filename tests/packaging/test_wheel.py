"""What people install: the wheel, compiled where there is a C compiler, plays like the source."""

from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.bots.compiled import has_compiler
from tests.packaging.building import build, install, python

COMPILED = ("kernel/search", "bots/tree", "bots/assess", "games/gigogne/search", "games/diggers/search")
"""Some of what is compiled; what every bot thinks with is among it."""

TEST_THE_BOTS = """
import sys, pytest
import tablee.bots.tree
assert tablee.bots.tree.__file__.startswith(sys.argv[1]), tablee.bots.tree.__file__
sys.exit(pytest.main([*sys.argv[2:], "--quiet", "--exitfirst", "-p", "no:xdist", "-p", "no:cacheprovider"]))
"""

THINK = """
from tablee.bots.levels import searcher
from tablee.bots.tree import search
from tablee.kernel.chance import Chance
from tablee.kernel.play import begin
from tablee.kernel.registry import load_game
from tablee.kernel.search import Dice
from tablee.kernel.views import perspective

for name in ("ninth", "diggers", "noe", "gigogne", "kitty"):
    game = load_game(name)
    state = begin(game, game.seats[1], game.options(), Chance.seeded(4), 0)
    seat = game.to_act(state)[0]
    form, _ = searcher(game)(game.seats[1], perspective(game, state, seat))
    print(name, search(form, seat, Dice(7), 300, 0.0, 0.7))
"""

DROP_A_DEEP_TREE = """
from tablee.bots.tree import Tree
from tablee.kernel.search import Dice, SearchForm

class Corridor(SearchForm):
    def __init__(self, doors):
        super().__init__(1)
        self.doors = doors
    def deal(self, dice):
        return Corridor(self.doors)
    def actors(self):
        return [0] if self.doors else []
    def actions(self, seat):
        return [0]
    def play(self, seat, action, dice):
        self.doors -= 1
    def rollout(self, dice):
        self.doors = 0
    def rewards(self):
        return [1.0]

tree = Tree(Dice(1), 0.7)
for _ in range(300):
    tree.simulate(Corridor(300))
del tree

from tablee.bots.levels import searcher
from tablee.kernel.chance import Chance
from tablee.kernel.play import begin
from tablee.kernel.registry import load_game
from tablee.kernel.views import perspective

game = load_game("noe")
state = begin(game, 2, game.options(), Chance.seeded(4), 0)
form, _ = searcher(game)(2, perspective(game, state, 0))
dice = Dice(7)
tree = Tree(dice, 0.7)
for _ in range(8000):
    tree.simulate(form.deal(dice))
del tree
print("still here")
"""
"""One long way without a fork, then all that 8,000 simulations of Noé leave.

The checking allocator ends the process where something is written beside an object."""


def extensions(installed: Path) -> set[str]:
    """The compiled modules."""
    package = installed / "tablee"
    return {path.relative_to(package).as_posix().partition(".")[0] for path in package.rglob("*.so")}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Path:
    return install(wheel, tmp_path_factory.mktemp("installed"))


@pytest.mark.skipif(not has_compiler(), reason="there is no C compiler")
def test_the_wheel_is_compiled_and_its_bots_think_as_those_of_the_source_do(installed: Path) -> None:
    assert extensions(installed).issuperset(COMPILED)
    assert python("-c", THINK, PYTHONPATH=str(installed)) == python("-c", THINK)
    dropped = python("-c", DROP_A_DEEP_TREE, PYTHONPATH=str(installed), PYTHONMALLOC="debug")
    assert dropped == "still here\n"


@pytest.mark.skipif(not has_compiler(), reason="there is no C compiler")
@pytest.mark.parametrize("is_of_levels", [True, False], ids=["levels", "all else"])
def test_the_bots_of_the_wheel_pass_their_tests(installed: Path, is_of_levels: bool) -> None:
    levels = "tests/bots/test_levels.py"
    tests = [levels] if is_of_levels else ["tests/bots", f"--ignore={levels}"]
    python("-c", TEST_THE_BOTS, str(installed), *tests, PYTHONPATH=str(installed))


def test_a_wheel_that_is_not_compiled_installs_and_plays(tmp_path: Path) -> None:
    asked, without_compiler = (
        build(tmp_path / name, **given)
        for name, given in {"asked": {"TABLEE_PURE": "1"}, "alone": {"CC": "false"}}.items()
    )
    assert names_in(asked) == names_in(without_compiler)
    installed = install(asked, tmp_path / "installed")
    assert not extensions(installed)
    arguments = ("arena", "kitty", "easy", "random", "--games", "2", "--seed", "1", "--json")
    report = python("-m", "tablee.cli", *arguments, PYTHONPATH=str(installed))
    assert '"games":2' in report


def names_in(wheel: Path) -> list[str]:
    with ZipFile(wheel) as archive:
        return archive.namelist()
