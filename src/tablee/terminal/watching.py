"""A finished game in the terminal, watched again by keys: any position of it, as any viewer saw it."""

import os
import re
import sys
import termios
import tty
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.rule import Rule
from rich.text import Text as Styled

from tablee.kernel.game import AnyGame
from tablee.kernel.play import describe
from tablee.kernel.replay import Position, Record, SeenStep, StepCause, Viewer, hides, positions, seat_of, seen
from tablee.kernel.views import Perspective
from tablee.kernel.words import Language, Text
from tablee.terminal.drawing import draw, seat_name, write_events

KEYS: Final = {
    "\x1b[C": "next",
    "\x1b[D": "previous",
    "l": "next",
    "h": "previous",
    " ": "next",
    "\x1b[1;2C": "next turn",
    "\x1b[1;2D": "previous turn",
    "\x1b[6~": "next turn",
    "\x1b[5~": "previous turn",
    "\x1b[B": "next turn",
    "\x1b[A": "previous turn",
    "\x1b[H": "first",
    "\x1b[1~": "first",
    "\x1bOH": "first",
    "\x1b[F": "last",
    "\x1b[4~": "last",
    "\x1bOF": "last",
    "v": "viewer",
    "q": "quit",
    "\x03": "quit",
    "\x04": "quit",
    "\x1b": "quit",
    "": "quit",
}
"""Sequences that terminals send, and their meaning here."""

HELP: Final = Text(
    "← → action · PgUp PgDn or Shift ← → turn · Home End · v seen by · q quit",
    "← → action · PgPréc PgSuiv ou Maj ← → tour · Début Fin · v vu par · q quitter",
)
_STEP = Text("turn {turn}, step {number} of {last}", "tour {turn}, étape {number} sur {last}")
_SEEN_BY = Text("seen by {}", "vu par {}")
_EVERYONE, _OPEN = Text("everyone", "tout le monde"), Text("nobody: open", "personne : jeu ouvert")
_BEGINS = Text("The game begins.", "La partie commence.")
_PRACTICE = Text("Practice, from step {step} of {record}.", "Entraînement, depuis l’étape {step} de {record}.")
_LATE = Text("The clock runs out.", "Le temps est écoulé.")
_OUT = Text("{} is out.", "{} est hors jeu.")
_ACTS, _DOES = Text("{}: {}", "{} : {}"), Text("{} acts.", "{} joue.")
_LOG_ALONE = Text("Its log alone:", "Il reste son journal :")
_WINS, _DRAW = Text("{} wins.", "{} gagne."), Text("A draw.", "Match nul.")


class Replay:
    """A finished game, a place in it, and whose eyes it is seen with."""

    def __init__(self, game: AnyGame, record: Record, language: Language, viewer: Viewer = "everyone") -> None:
        self._game, self._record, self._language = game, record, language
        self._positions = list(positions(game, record.state, record.steps))
        own: tuple[Viewer, ...] = ("everyone", "open", *range(record.seats))
        self._viewers = own if hides(game) else ("everyone",)
        self.viewer = viewer if viewer in self._viewers else self._viewers[0]
        self.place = 0

    @property
    def last(self) -> int:
        return len(self._positions) - 1

    def press(self, key: str) -> bool:
        """Do what a key says; False if it ends the watching."""
        match KEYS.get(key):
            case "next":
                self.place = min(self.place + 1, self.last)
            case "previous":
                self.place = max(self.place - 1, 0)
            case "next turn":
                turn = self._turn_at(self.place)
                self.place = next((place for place in self._after if self._turn_at(place) > turn), self.last)
            case "previous turn":
                self.place = next((place for place in self._before if self._ends_turn(place)), 0)
            case "first":
                self.place = 0
            case "last":
                self.place = self.last
            case "viewer":
                place = self._viewers.index(self.viewer)
                self.viewer = self._viewers[(place + 1) % len(self._viewers)]
            case "quit":
                return False
        return True

    @property
    def _after(self) -> Sequence[int]:
        return range(self.place + 1, self.last + 1)

    @property
    def _before(self) -> Sequence[int]:
        return range(self.place - 1, -1, -1)

    def _turn_at(self, place: int) -> int:
        turn: int = self._positions[place].state.turn
        return turn

    def _ends_turn(self, place: int) -> bool:
        return place == 0 or self._turn_at(place) != self._turn_at(place - 1)

    # ── In words and pictures ────────────────────────────────────────────────────────────────────────────

    def screen(self) -> RenderableType:
        step = self._seen(self._positions[self.place])
        place = self._said(_STEP).format(turn=step.turn, number=step.number, last=self.last)
        title = f"{self._game.name.in_(self._language)} – {place} – {self._said(_SEEN_BY).format(self._viewer_name())}"
        return Group(Rule(title), *self._told(step), self._drawn(step), Styled(self._said(HELP), style="dim"))

    def whole(self) -> Iterator[RenderableType]:
        """The game from its first position to its last, for reading."""
        yield Rule(self._game.name.in_(self._language))
        for number, position in enumerate(self._positions):
            step = self._seen(position)
            yield Group(*self._told(step))
            if number in (0, self.last):
                yield self._drawn(step)

    def _seen(self, position: Position) -> SeenStep:
        return seen(self._game, position, self.viewer, self._record.started_at)

    def _drawn(self, step: SeenStep) -> RenderableType:
        seat = seat_of(self.viewer)
        turn = self._positions[step.number].state.turn
        sight = Perspective(seat, turn, step.to_act, step.scores, step.view, (), step.outcome)
        return draw(self._game, sight, self._language)

    def _told(self, step: SeenStep) -> Iterator[RenderableType]:
        yield self._headline(step)
        for told in write_events(self._game, step.events, self._language):
            yield Styled(f"  {told}", style="dim")
        if step.outcome is not None:
            names = ", ".join(self._name(seat) for seat in step.outcome.winners)
            result = self._said(_WINS).format(names) if names else self._said(_DRAW)
            yield f"[bold]{result}[/] {self._game.reason(step.outcome.reason).in_(self._language)}"

    def _headline(self, step: SeenStep) -> str:
        who = "" if step.seat is None else self._name(step.seat)
        if step.cause == "start":
            origin = self._record.origin
            if origin is None:
                return self._said(_BEGINS)
            return self._said(_PRACTICE).format(step=origin.step, record=origin.record)
        return _done(step.cause, who, None if step.action is None else describe(step.action), self._language)

    def _name(self, seat: int) -> str:
        return _named(self._record, seat)

    def _viewer_name(self) -> str:
        if isinstance(self.viewer, int):
            return self._name(self.viewer)
        return self._said(_EVERYONE if self.viewer == "everyone" else _OPEN)

    def _said(self, text: Text) -> str:
        return text.in_(self._language)


def _named(record: Record, seat: int) -> str:
    named = record.names[seat] if seat < len(record.names) else ""
    is_bot = seat < len(record.bots) and record.bots[seat] is not None
    return f"{seat_name(seat)} {escape(named)}{' (bot)' if is_bot else ''}".rstrip()


def _done(cause: StepCause, who: str, action: str | None, language: Language) -> str:
    if cause == "clock":
        return _LATE.in_(language)
    if cause == "out":
        return _OUT.in_(language).format(who)
    return _DOES.in_(language).format(who) if action is None else _ACTS.in_(language).format(who, escape(action))


def log_alone(record: Record, why: Text, language: Language) -> Iterator[RenderableType]:
    """What was done in a game that can't be shown, from its plain data; first why it can't."""
    yield Rule(record.game)
    yield f"[yellow]{escape(why.in_(language))}[/] {_LOG_ALONE.in_(language)}"
    for number, step in enumerate(record.steps, start=1):
        for seat in (step.seat, *step.others):
            who = "" if seat is None else _named(record, seat)
            action = None if step.action is None else _described(step.action)
            yield f"[dim]{number:>4}[/] {_done(step.cause, who, action, language)}"
    names = ", ".join(_named(record, seat) for seat in record.outcome.winners)
    yield f"[bold]{_WINS.in_(language).format(names) if names else _DRAW.in_(language)}[/]"


def _described(action: Mapping[str, Any]) -> str:
    """An action of unknown rules, as `describe` writes those that are known."""
    fields = ", ".join(f"{name}={value}" for name, value in action.items() if name != "type")
    return f"{action.get('type', '')}({fields})" if fields else str(action.get("type", ""))


_KEY: Final = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO.|.", re.DOTALL)


def watch(replay: Replay, console: Console, read_key: Callable[[], str]) -> None:
    """Show a game until the viewer quits."""
    while True:
        console.clear()
        console.print(replay.screen())
        if not all(map(replay.press, each_key(read_key()))):
            return


def each_key(typed: str) -> list[str]:
    """The keys in what a terminal sent at once; nothing at all means that it is gone."""
    return _KEY.findall(typed) or [""]


@contextmanager
def keys() -> Iterator[Callable[[], str]]:
    """Reads single keys from the terminal meanwhile, without showing them."""
    terminal = sys.stdin.fileno()
    before: list[Any] = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal)
        # A key that sends several characters sends them at once.
        yield lambda: os.read(terminal, 16).decode(errors="replace")
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
