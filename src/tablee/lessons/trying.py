"""Plays the positions of a game's rules, with all that can be tried in them, and proves what is claimed of them."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UnsetType

from tablee.kernel.chance import ScriptedChance
from tablee.kernel.data import Action
from tablee.kernel.game import AnyGame
from tablee.kernel.play import decide, describe, parse_action
from tablee.kernel.refusals import Refusal
from tablee.kernel.views import perspective
from tablee.kernel.words import Text
from tablee.lessons.compiled import ClaimShown, CompiledPosition, LessonNode, LessonTry
from tablee.lessons.playing import Player
from tablee.lessons.rulebook import Claim, Position, Rulebook
from tablee.lessons.script import fits

MOST_NODES = 60
_NOTHING = Text("", "")


def compile_rulebook(game: AnyGame, book: Rulebook) -> Sequence[CompiledPosition]:
    """All positions, ready to be drawn and tried. Raises LessonError for what the rules don't allow."""
    states: dict[str, Any] = {}
    return tuple([_Compiler(game, book, position, states).run() for position in book.positions])


class _Compiler(Player):
    """One position; what it begins from is in `states`, and it adds its own."""

    def __init__(self, game: AnyGame, book: Rulebook, position: Position, states: dict[str, Any]) -> None:
        super().__init__(game, position)
        self.book, self.written, self.states = book, position, states
        self.claim: Claim | None = None
        self.nodes: list[LessonNode | None] = []
        self.known: dict[bytes, int] = {}

    def where(self) -> str:
        claim = f", claim {self.claim.tried.en!r}" if self.claim else ""
        return f"{self.book.file}, position {self.written.id!r}{claim}"

    def run(self) -> CompiledPosition:
        one = self.written
        if self.book.game != self.game.id:
            raise self.error(f"it is of the game {self.book.game!r}, not of {self.game.id!r}")
        state = self._state()
        for then in one.plays:
            _, state = self.play_then(state, then, one.id)
        self.check_claims(one.holds, state)
        self.states[one.id] = state
        claims = [self._claim(claim, state) for claim in one.claims]
        self._node(state, one.depth)
        nodes = tuple(node for node in self.nodes if node is not None)
        return CompiledPosition(one.id, self.game.id, one.title, one.players, one.seat, tuple(claims), nodes)

    def _state(self) -> Any:
        one = self.written
        if not isinstance(one.start, UnsetType):
            return self.states[one.start]
        setup = self.set_up()
        return setup if isinstance(one.position, UnsetType) else self.position(setup, one.position, one.id)

    # ── Claims ───────────────────────────────────────────────────────────────────────────────────────────

    def _claim(self, claim: Claim, state: Any) -> ClaimShown:
        """One claim, proved: what it says comes of the action itself is proved when that is tried."""
        self.claim = claim
        says = claim.says
        shown = self._refused(claim, state) if isinstance(says, UnsetType) else self._allowed(claim, says, state)
        self.claim = None
        return shown

    def _allowed(self, claim: Claim, says: Text, state: Any) -> ClaimShown:
        return ClaimShown(claim.tried, says, self.the_one(claim.do, state, self.written.seat))

    def _refused(self, claim: Claim, state: Any) -> ClaimShown:
        action = parse_action(self.game, claim.do)
        if isinstance(action, Refusal):
            raise self.error(action.text.en)
        refusal = decide(self.game, state, self.written.seat, action, ScriptedChance(()))
        if not isinstance(refusal, Refusal):
            raise self.error(f"it claims that {describe(action)} is refused, and it is allowed")
        if refusal.rule != claim.refused:
            raise self.error(f"it claims the rule {claim.refused!r}, and it is {refusal.rule!r}: {refusal.text.en}")
        rule = self.game.why_not(state, self.written.seat, action)
        return ClaimShown(claim.tried, rule.text, None, rule.section)

    # ── Tries ────────────────────────────────────────────────────────────────────────────────────────────

    def _node(self, state: Any, depth: int) -> int | None:
        """The number of the node of a position; None where there is nothing more to try."""
        legal = self.game.legal(state, self.written.seat) if depth and state.ended is None else ()
        if self.nodes and not legal:
            return None
        key = msgspec.json.encode(state)
        if key not in self.known:
            number = self.known[key] = len(self.nodes)
            if number >= MOST_NODES:
                raise self.error(f"more than {MOST_NODES} positions can be tried: its `depth` is too much")
            self.nodes.append(None)
            tries = tuple([self._try(state, action, depth) for action in legal])
            self.nodes[number] = LessonNode(self.written.depth - depth, self._sight(state), tries)
        return self.known[key]

    def _try(self, state: Any, action: Action, depth: int) -> LessonTry:
        is_first = depth == self.written.depth
        claim = next((one for one in self.written.claims if is_first and self._is_about(one, action)), None)
        self.claim = claim
        chance = msgspec.UNSET if claim is None else claim.chance
        move, state = self.play(state, self.written.seat, action, chance, self.written.id)
        shown = [move]
        for then in () if claim is None else claim.then:
            more, state = self.play_then(state, then, self.written.id)
            shown.append(more)
        if claim is not None:
            self.check_claims(claim.holds, state)
        self.claim = None
        says = _NOTHING if claim is None or isinstance(claim.says, UnsetType) else claim.says
        return LessonTry(action, True, says, tuple(shown), self._node(state, depth - 1))

    def _is_about(self, claim: Claim, action: Action) -> bool:
        return isinstance(claim.refused, UnsetType) and fits(claim.do, action)

    def _sight(self, state: Any) -> Any:
        return perspective(self.game, state, self.written.seat)
