"""What lies on the bench: a deal, every position that was reached from it, and which of them is looked at.

    0 ── 1 ── 2 ── 3 ── 4        the line that is shown; playing on from 2 opens another
              └─── 5 ── 6        branch, and both stay

Nothing here is drawn at random: a position's luck follows from the deal's seed and the number of steps before it, so
that an action does what it was shown to do, and a game whose rules have changed is played again with the same luck.
A session is never changed; what is asked of it gives another.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tablee.design.changes import Change, apply_changes, changes_between
from tablee.design.faults import Fault, FaultError, refused
from tablee.design.rules import Rules
from tablee.kernel.chance import Chance, RecordingChance
from tablee.kernel.data import as_json
from tablee.kernel.play import tell_leaving
from tablee.kernel.record import Draws
from tablee.kernel.views import Perspective

MOST_POSITIONS = 5000
"""More are not kept: a game that does not end would fill the memory."""

Cause: TypeAlias = Literal["start", "played", "clock", "out", "edited"]
Player: TypeAlias = Callable[[Perspective], Any]


class Deal(Struct, frozen=True):
    """What a game begins from: the same deal gives the same first position."""

    seats: int
    options: dict[str, Any]
    """Those that differ from the defaults, as plain data."""
    seed: int


class Step(Struct, frozen=True):
    """What led to a position, as plain data: it outlives the types of a game that is loaded anew."""

    cause: Cause
    seat: int | None = None
    """The seat that acted or left."""
    action: Any = None
    changes: tuple[Change, ...] = ()
    """Of an edit: what it changed in the state."""


class Node(Struct, frozen=True):
    """A position, in the game's own types."""

    parent: int | None
    """The number of the one before; None for the first."""
    step: Step
    state: Any
    events: tuple[Any, ...]
    chance: Draws
    """What was drawn on the way here."""


class Stopped(Struct, frozen=True):
    """Where the game, played again by its new rules, could not go on as before."""

    step: int
    """The number of the first step that is no longer possible."""
    what: str
    why: Fault
    state: Any
    """The position that was looked at, as plain data."""


class Session(Struct, frozen=True, kw_only=True):
    """All that lies on the bench."""

    rules: Rules
    deal: Deal
    starter: int
    nodes: tuple[Node, ...]
    line: tuple[int, ...]
    """The nodes from the first position to the last of the branch that is shown."""
    at: int
    stopped: Stopped | None = None

    @property
    def node(self) -> Node:
        return self.nodes[self.line[self.at]]

    @property
    def state(self) -> Any:
        return self.node.state

    @property
    def before(self) -> Any:
        """The state before the last step; None at the first position."""
        parent = self.node.parent
        return None if parent is None else self.nodes[parent].state

    @property
    def is_edited(self) -> bool:
        """Whether the position follows from an edit: then no record of fair play leads to it."""
        return any(self.nodes[number].step.cause == "edited" for number in self.line[: self.at + 1])

    def branches(self, place: int) -> tuple[int, ...]:
        """The nodes that follow a place of the line, in the order in which they were reached."""
        parent = self.line[place]
        return tuple(number for number, node in enumerate(self.nodes) if node.parent == parent)

    # ── Going on ─────────────────────────────────────────────────────────────────────────────────────────

    def play(self, seat: int, action: Any) -> "Session":
        """A seat acts; the action is plain data."""
        return self._follow(Step("played", seat, action))

    def run_out(self) -> "Session":
        return self._follow(Step("clock"))

    def leave(self, seat: int) -> "Session":
        return self._follow(Step("out", seat))

    def edit(self, changes: Sequence[Change]) -> "Session":
        """Change the state; the position is a step of its own."""
        return self._follow(Step("edited", changes=tuple(changes)))

    def edit_whole(self, state: Any) -> "Session":
        """As `edit`, with all of the state as it shall be."""
        changes = changes_between(as_json(self.state), state)
        if not changes:
            raise refused("Nothing is changed.", "Rien n’a changé.")
        return self.edit(changes)

    def let_play(self, player_of: Callable[[int], Player]) -> "Session":
        """The first seat to act plays what a player chooses."""
        game = self.rules.game
        awaited = game.to_act(self.state)
        if not awaited:
            raise refused("The game is over.", "La partie est finie.")
        action = player_of(awaited[0])(self.rules.sight(self.state, awaited[0]))
        return self.play(awaited[0], as_json(action))

    def would(self, seat: int, action: Any) -> Node:
        return self._taken(self.node, self.line[self.at], self.at + 1, Step("played", seat, action))

    def _follow(self, step: Step) -> "Session":
        here = self.line[self.at]
        known = next((n for n, other in enumerate(self.nodes) if other.parent == here and other.step == step), None)
        if known is not None:
            # The same rules and the same luck: it is the position that was reached before.
            return self._along(self.nodes, known)
        if len(self.nodes) >= MOST_POSITIONS:
            raise refused(
                f"More than {MOST_POSITIONS} positions are not kept: deal anew.",
                f"On ne garde pas plus de {MOST_POSITIONS} positions : redistribuez.",
            )
        node = self._taken(self.nodes[here], here, self.at + 1, step)
        return self._along((*self.nodes, node), len(self.nodes))

    def _taken(self, before: Node, parent: int, number: int, step: Step) -> Node:
        """The position that a step leads to from another. Raises FaultError."""
        rules, game, state = self.rules, self.rules.game, before.state
        chance = self._chance(number)
        match step.cause:
            case "played" if step.seat is not None:
                _, story = rules.play(state, step.seat, step.action, chance)
            case "clock":
                if not game.to_act(state):
                    raise refused("The game is over.", "La partie est finie.")
                story = rules.tell(state, lambda story: game.timeout(story, chance))
            case "out" if step.seat is not None and 0 <= step.seat < self.deal.seats:
                seat = step.seat
                story = rules.tell(state, lambda story: tell_leaving(game, story, (seat,), chance))
                if not story.events:
                    raise refused("That seat is out already.", "Cette place est déjà hors jeu.")
            case "edited":
                return Node(parent, step, self._edited(state, step.changes), (), ())
            case _:
                raise refused("There is no such seat.", "Cette place n’existe pas.")
        return Node(parent, step, story.state, tuple(story.events), _drawn(chance))

    def _edited(self, state: Any, changes: Sequence[Change]) -> Any:
        """The state with the changes, if it is one by its types and by the rules."""
        game = self.rules.game
        data = apply_changes(as_json(state), changes)
        try:
            edited = msgspec.convert(data, game.state)
        except msgspec.ValidationError as error:
            what, _, path = str(error).partition(" - at ")
            where, why = path.strip("`").removeprefix("$.") or "state", what[:1].lower() + what[1:]
            raise refused(f"{where} can’t be that: {why}.", f"{where} ne peut pas être cela : {why}.") from error
        self.rules.check(edited, self.deal.seats)
        if not self.rules.is_possible(edited, self.deal.seats):
            raise refused(
                "By possible_worlds this position can’t be. Change several fields at once under JSON.",
                "D’après possible_worlds, cette position est impossible. Changez plusieurs champs à la fois dans JSON.",
            )
        return edited

    def _chance(self, number: int) -> RecordingChance:
        """The luck of a step by its number in the line."""
        return RecordingChance(Chance.seeded(f"{self.deal.seed}/{number}"))

    # ── Going about ──────────────────────────────────────────────────────────────────────────────────────

    def seek(self, place: int) -> "Session":
        return replace(self, at=max(0, min(place, len(self.line) - 1)))

    def enter(self, number: int) -> "Session":
        """Look at a node, on whichever branch it is."""
        if not 0 <= number < len(self.nodes):
            raise refused("This position no longer exists.", "Cette position n’existe plus.")
        return self._along(self.nodes, number)

    def _along(self, nodes: tuple[Node, ...], number: int) -> "Session":
        """The line through a node: on from it, the branch that was opened last."""
        back: list[int] = []
        step: int | None = number
        while step is not None:
            back.append(step)
            step = nodes[step].parent
        line = back[::-1]
        if number in self.line:
            line += self.line[self.line.index(number) + 1 :]
        latest = {node.parent: number for number, node in enumerate(nodes)}
        while line[-1] in latest:
            line.append(latest[line[-1]])
        return replace(self, nodes=nodes, line=tuple(line), at=len(back) - 1, stopped=None)

    # ── New rules ────────────────────────────────────────────────────────────────────────────────────────

    def refit(self, rules: Rules) -> "Session":
        """The same deal by new rules, every step played again; where the line can't go on, it stops and says why.

        Raises FaultError where the new rules themselves fail on the way to the position.
        """
        begun = begin_session(rules, _fitting(rules, self.deal))
        nodes: list[Node] = list(begun.nodes)
        numbers, depths = {0: 0}, [0]
        faults: dict[int, Fault] = {}
        for old, node in enumerate(self.nodes[1:], start=1):
            parent = numbers.get(-1 if node.parent is None else node.parent)
            if parent is None:
                continue
            try:
                nodes.append(begun._taken(nodes[parent], parent, depths[parent] + 1, node.step))
            except FaultError as error:
                faults[old] = error.fault
            else:
                numbers[old] = len(nodes) - 1
                depths.append(depths[parent] + 1)
        kept = [numbers[old] for old in self.line if old in numbers]
        place = min(self.at, len(kept) - 1)
        fitted = begun._along(tuple(nodes), kept[-1])
        fitted = replace(fitted, at=place)
        if place == self.at:
            return fitted
        lost = self.line[len(kept)]
        if faults[lost].file is not None:
            # The step is legal, and the new rules raise an error in it: keep those that worked.
            raise FaultError(faults[lost])
        why = Stopped(len(kept), told(self.nodes[lost].step), faults[lost], as_json(self.state))
        return replace(fitted, stopped=why)

    def keep_position(self) -> "Session":
        """Take the position that was looked at before the rules changed, if it is one by the new types."""
        if self.stopped is None:
            raise refused("Nothing is to be kept.", "Il n’y a rien à garder.")
        return self.edit_whole(self.stopped.state)

    def play_from_here(self) -> "Session":
        return replace(self, stopped=None)


def begin_session(rules: Rules, deal: Deal) -> Session:
    """A game set up. Raises FaultError."""
    starter = Chance.seeded(f"{deal.seed}/starter").below(deal.seats)
    chance = RecordingChance(Chance.seeded(f"{deal.seed}/0"))
    state = rules.begin(deal.seats, deal.options, starter, chance)
    first = Node(None, Step("start"), state, (), _drawn(chance))
    return Session(rules=rules, deal=deal, starter=starter, nodes=(first,), line=(0,), at=0)


def told(step: Step) -> str:
    match step.cause:
        case "played":
            fields: Mapping[str, Any] = step.action
            given = ", ".join(f"{name}={value}" for name, value in fields.items() if name != "type")
            return f"{fields.get('type')}({given})" if given else str(fields.get("type"))
        case "edited":
            return ", ".join(change.where for change in step.changes)
        case cause:
            return cause


def _fitting(rules: Rules, deal: Deal) -> Deal:
    """The deal, as far as the game still has such seats and options."""
    fewest, most = rules.game.seats
    known = rules.game.options.__struct_fields__
    options = {name: value for name, value in deal.options.items() if name in known}
    return Deal(max(fewest, min(most, deal.seats)), options, deal.seed)


def _drawn(chance: RecordingChance) -> Draws:
    return tuple(draw if isinstance(draw, int) else tuple(draw) for draw in chance.taken())
