"""The bench itself: the game of a file, the session with it, and what its author asks of both."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec

from tablee.bots import make_player
from tablee.design import wire
from tablee.design.checks import checks_of
from tablee.design.faults import Fault, FaultError, refused
from tablee.design.loading import Source
from tablee.design.rules import Rules
from tablee.design.saving import Saved, as_lesson, as_test
from tablee.design.session import Deal, Node, Session, begin_session, told
from tablee.kernel.replay import Viewer
from tablee.kernel.views import are_open, opened, redact
from tablee.kernel.words import Text, count
from tablee.server.game_routes import show_game

_BOT: Final = "medium"
_SHOWN: Final = 40
"""Steps whose events are shown."""
MOST_STEPS: Final = 2000
"""Actions until the end is no longer waited for."""


class Bench:
    """A game on the bench, for one author. What goes wrong is a FaultError, and changes nothing."""

    def __init__(self, source: Source, deal: Deal, folder: Path) -> None:
        self.source, self.deal, self.folder = source, deal, folder
        self.version = 0
        self.session: Session | None = None
        self.fault: Fault | None = None
        self.told: Text | None = None
        self.changed: tuple[str, ...] = ()

    def load(self) -> None:
        """Take the file as it is now; the position is kept where it still fits."""
        self.version += 1
        try:
            rules, changed = self.source.load()
            session = self.session.refit(rules) if self.session else begin_session(rules, self._first_deal(rules))
        except FaultError as error:
            self.fault = error.fault
            return
        self.fault, self.changed = None, changed
        if self.session is not None:
            self.told = _replayed(session)
        self.session = session

    def _first_deal(self, rules: Rules) -> Deal:
        return msgspec.structs.replace(self.deal, seats=self.deal.seats or rules.game.seats[0])

    def do(self, ask: wire.AnyAsk) -> None:
        self.session = self._done(self._there(), ask)
        self.version += 1

    def _done(self, session: Session, ask: wire.AnyAsk) -> Session:
        match ask:
            case wire.Play(seat, action):
                return session.play(seat, action)
            case wire.Clock():
                return session.run_out()
            case wire.Leave(seat):
                return session.leave(seat)
            case wire.Edit(changes):
                return session.edit(changes)
            case wire.Rewrite(state):
                return session.edit_whole(state)
            case wire.Seek(at):
                return session.seek(at)
            case wire.Enter(node):
                return session.enter(node)
            case wire.Bot(to_end):
                return _played_out(session) if to_end else session.let_play(_player_of(session, _BOT))
            case wire.Redeal(seats, options, seed):
                return begin_session(session.rules, Deal(seats, options, seed))
            case wire.Keep():
                return session.keep_position()
            case wire.Drop():
                return session.play_from_here()

    def would(self, given: wire.WouldGiven) -> wire.WouldShown:
        return wire.WouldShown(tuple(map(opened, self._there().would(given.seat, given.action).events)))

    def save(self, given: wire.SaveGiven) -> wire.SavedShown:
        """Write a test or a lesson beside the game; nothing else is ever written."""
        session, title = self._there(), given.title.strip()
        if not title:
            raise refused("Say in a sentence what it shows.", "Dites en une phrase ce qu’elle montre.")
        saved = self._saved(session, given, title)
        try:
            saved.path.parent.mkdir(parents=True, exist_ok=True)
            saved.path.write_text(saved.text, encoding="utf-8")
        except OSError as error:
            why = error.strerror
            raise refused(
                f"{saved.path} can’t be written: {why}.", f"{saved.path} ne peut être écrit : {why}."
            ) from error
        return wire.SavedShown(str(saved.path), saved.text)

    def _saved(self, session: Session, given: wire.SaveGiven, title: str) -> Saved:
        if given.what == "lesson":
            if not 0 <= given.seat < session.deal.seats:
                raise refused("There is no such seat.", "Cette place n’existe pas.")
            return as_lesson(session, self.folder, title, given.seat)
        module = Path(self.source.name).stem if self.source.is_file else None
        return as_test(session, module, self.folder, title)

    @property
    def dealt(self) -> Deal:
        return self._there().deal

    def _there(self) -> Session:
        if self.session is None:
            raise refused("There is no game yet: mend the file.", "Pas encore de jeu : corrigez le fichier.")
        return self.session

    # ── What is shown ────────────────────────────────────────────────────────────────────────────────────

    def shown(self) -> wire.BenchShown:
        return wire.BenchShown(
            version=self.version,
            file=self.source.title,
            fault=self.fault,
            told=self.told,
            changed=self.changed,
            table=None if self.session is None else _table(self.session),
        )


def _player_of(session: Session, name: str) -> Callable[[int], Any]:
    return lambda seat: make_player(session.rules.game, name, seed=session.deal.seed + seat, seats=session.deal.seats)


def _played_out(session: Session) -> Session:
    player_of = _player_of(session, "random")
    for _ in range(MOST_STEPS):
        if session.state.ended is not None:
            return session
        session = session.let_play(player_of)
    raise refused(
        f"After {MOST_STEPS} actions the game still goes on.", f"Après {MOST_STEPS} actions, la partie dure encore."
    )


def _replayed(session: Session) -> Text:
    if session.stopped is not None:
        step = session.stopped.step
        return Text(f"Reloaded; step {step} is no longer possible.", f"Rechargé ; l’étape {step} n’est plus possible.")
    steps = count(len(session.line) - 1, Text("step", "étape"), Text("steps", "étapes"))
    return Text(f"Reloaded, {steps.en} played again.", f"Rechargé, {steps.fr} rejouées.")


def _table(session: Session) -> wire.TableShown:
    rules, state, seats, stopped = session.rules, session.state, session.deal.seats, session.stopped
    game = rules.game
    viewers: tuple[Viewer, ...] = (*range(seats), "everyone", "open")
    awaited = game.to_act(state)
    options = msgspec.to_builtins(msgspec.convert(session.deal.options, game.options, strict=False))
    return wire.TableShown(
        game=rules.ask(lambda: show_game(game, has_bots=True)),
        seats=seats,
        options=options,
        seed=session.deal.seed,
        is_edited=session.is_edited,
        line=tuple(_step(session, place) for place in range(len(session.line))),
        at=session.at,
        sights={str(viewer): rules.sight(state, viewer) for viewer in viewers},
        events=tuple(_events(session, place) for place in range(max(1, session.at - _SHOWN + 1), session.at + 1)),
        state=state,
        before=session.before,
        legal=tuple(wire.LegalShown(seat, tuple(rules.legal(state, seat))) for seat in awaited),
        checks=checks_of(session),
        stopped=None if stopped is None else wire.StoppedShown(stopped.step, stopped.what, stopped.why),
    )


def _step(session: Session, place: int) -> wire.StepShown:
    node: Node = session.nodes[session.line[place]]
    branches = session.branches(place)
    return wire.StepShown(
        session.line[place],
        node.step.cause,
        node.step.seat,
        node.state.turn if node.parent is None else session.nodes[node.parent].state.turn,
        told(node.step),
        branches if len(branches) > 1 else (),
    )


def _events(session: Session, place: int) -> wire.EventsShown:
    node = session.nodes[session.line[place]]
    seen = {}
    if not are_open(node.events):
        viewers = {**{str(seat): seat for seat in range(session.deal.seats)}, "everyone": None}
        seen = {name: tuple(redact(event, viewer) for event in node.events) for name, viewer in viewers.items()}
    turn = session.nodes[session.line[place - 1]].state.turn
    return wire.EventsShown(place, turn, tuple(map(opened, node.events)), seen)
