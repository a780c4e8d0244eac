"""Gigogne: win by force, in two to four turns of the player's. One first placement does it, by the solver's proof.

Placements are counted one by one: a win in n turns is a win within 2n - 1 of them.
"""

from collections.abc import Sequence
from typing import Any, Final

from tablee.games.gigogne import GAME
from tablee.games.gigogne.rules import Place
from tablee.games.gigogne.solver import ALL, AT_ONCE, Solver, each, place_in, placements, squares_in
from tablee.kernel.words import Text
from tablee.lessons.compiled import LessonNode, LessonTry
from tablee.puzzles.tree import Tree

TURNS: Final = (2, 3, 4)
MOST_NODES: Final = 12
"""A tree with more has too many ways to be a puzzle."""
_SOON: Final = 5
"""Placements within which a win of the bot's is mentioned."""

TITLE: Final = Text("Win by force", "Coup gagnant")
_IN_TURNS: Final = {
    2: Text("your second square", "votre deuxième carré"),
    3: Text("your third square", "votre troisième carré"),
    4: Text("your fourth square", "votre quatrième carré"),
}
_GOOD: Final = Text("Good. The bot defends as best it can.", "Bien. Le bot se défend de son mieux.")
_SOLVED: Final = Text("Three in line: solved!", "Trois alignés : résolu !")
_BOT_WINS: Final = Text(
    "Not by force: the bot lines up three and wins.", "Pas à coup sûr : le bot en aligne trois et gagne."
)
_BOT_WILL_WIN: Final = Text(
    "Not by force: after this reply, the bot is winning.", "Pas à coup sûr : après cette réponse, le bot va gagner."
)
_HELD: Final = Text(
    "Not by force: after this reply, you can’t win in time.",
    "Pas à coup sûr : après cette réponse, vous ne gagnez plus à temps.",
)


def ask(turns: int) -> Text:
    """The goal, in words."""
    by = _IN_TURNS[turns]
    return Text(f"Win with {by.en}, whatever the bot answers.", f"Gagnez avec {by.fr}, quoi que réponde le bot.")


def turns_to_win(state: Any) -> int | None:
    """In how many turns the seat to place wins by force, where exactly one placement wins at all; else None.

    Proven to the end of the game: every other placement draws or loses.
    """
    solver = Solver(is_classic=False)
    mine, theirs, _ = squares_in(state.active, state)
    if solver.wins(mine, theirs) or not solver.wins_within(mine, theirs, 2 * TURNS[-1] - 1):
        return None
    worths, _ = solver.verdicts(mine, theirs, ALL)
    winning = [worth for worth in worths.values() if worth > 0]
    return winning[0] // 2 + 1 if len(winning) == 1 and winning[0] != AT_ONCE else None


def difficulty(state: Any, turns: int, nodes: Sequence[LessonNode]) -> int:
    """By the turns; hardest also where the first placement does not threaten anything yet."""
    mine, theirs, _ = squares_in(state.active, state)
    first = next(slot for slot in each(placements(mine, theirs)) if place_in(slot) == right_of(nodes[0]))
    is_quiet = not Solver(is_classic=False).wins(mine | first, theirs)
    return 3 if is_quiet else turns - 1


def right_of(node: LessonNode) -> Place:
    action: Place = next(tried.action for tried in node.tries if tried.is_right)
    return action


def nodes_of(state: Any, turns: int) -> tuple[LessonNode, ...]:
    """Everything that can be tried, each with the bot's best answer."""
    return _Compiler(state.active).run(state, turns)


class _Compiler:
    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.solver = Solver(is_classic=False)
        self.tree = Tree(GAME, seat)

    def run(self, state: Any, turns: int) -> tuple[LessonNode, ...]:
        self._node(state, turns, turns)
        return self.tree.nodes

    def _node(self, state: Any, turns: int, left: int) -> int:
        found = self.tree.find(state.cells)
        if found is not None:
            return found
        number = self.tree.begin(state.cells)
        tries = [self._try(state, action, turns, left - 1) for action in GAME.legal(state, self.seat)]
        self.tree.put(number, turns - left, state, tries)
        return number

    def _try(self, state: Any, action: Place, turns: int, left: int) -> LessonTry:
        """The result of a placement after which this many turns are left."""
        move, after = self.tree.play(state, action)
        if after.ended is not None:
            return LessonTry(action, True, _SOLVED, (move,), None)
        mine, theirs, _ = squares_in(self.seat, after)
        is_right = self.solver.loses_within(theirs, mine, 2 * left)
        reply, say = (self._defence(mine, theirs, left), _GOOD) if is_right else self._refutation(mine, theirs, left)
        answer, then = self.tree.play(after, place_in(reply))
        to = self._node(then, turns, left) if is_right else None
        return LessonTry(action, is_right, say, (move, answer), to)

    def _defence(self, mine: int, theirs: int, left: int) -> int:
        """The reply that lasts longest; of several, the one after which fewest placements still win in time."""
        replies = each(placements(theirs, mine))

        def ease(reply: int) -> tuple[bool, int]:
            is_early = left > 1 and self.solver.wins_within(mine, theirs | reply, 2 * left - 3)
            return is_early, len(self._winning(mine, theirs | reply, left))

        return min(replies, key=ease)

    def _winning(self, mine: int, theirs: int, left: int) -> list[int]:
        """The player's placements that still win within this many turns."""
        if left == 1:
            return each(self.solver.wins(mine, theirs))
        slots = each(placements(mine, theirs))
        return [slot for slot in slots if self.solver.loses_within(theirs, mine | slot, 2 * left - 2)]

    def _refutation(self, mine: int, theirs: int, left: int) -> tuple[int, Text]:
        """The bot's best reply to a placement that does not win in time, and the sentence about it."""
        at_once = each(self.solver.wins(theirs, mine))
        if at_once:
            return at_once[0], _BOT_WINS
        replies = each(placements(theirs, mine))
        for n in range(2, _SOON, 2):
            for reply in replies:
                if self.solver.loses_within(mine, theirs | reply, n):
                    return reply, _BOT_WILL_WIN
        holding = [reply for reply in replies if not self.solver.wins_within(mine, theirs | reply, 2 * left - 1)]
        # Of several that hold, the one after which fewest placements threaten anything.
        return min(holding, key=lambda reply: len(self._threats(mine, theirs | reply))), _HELD

    def _threats(self, mine: int, theirs: int) -> list[int]:
        return [slot for slot in each(placements(mine, theirs)) if self.solver.wins(mine | slot, theirs)]
