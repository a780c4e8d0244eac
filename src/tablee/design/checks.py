"""What the conformance suite asks of every game, asked of the one position that lies on the bench."""

import importlib
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from tablee.bots.worlds import alike
from tablee.design.faults import FaultError
from tablee.design.rules import Rules
from tablee.design.session import Session
from tablee.kernel.chance import Chance
from tablee.kernel.knowledge import things_in
from tablee.kernel.play import state_decoder
from tablee.kernel.search import Dice
from tablee.kernel.views import opened, perspective
from tablee.kernel.words import Text

_WORLDS = 3
"""Second worlds that each viewer is shown."""


class Check(Struct, frozen=True):
    """One thing that holds, or does not."""

    is_kept: bool
    text: Text
    found: str = ""
    """What speaks against it."""


def checks_of(session: Session) -> tuple[Check, ...]:
    """All that can be said of the position that is looked at."""
    rules, state, seats = session.rules, session.state, session.deal.seats
    asked = (
        lambda: [*_pieces(session)],
        lambda: [_json(rules, state)],
        lambda: [*_leaks(rules, state, seats)],
        lambda: [*_form(rules, state, seats)],
    )
    return tuple(check for ask in asked for check in _asked(rules, ask))


def _asked(rules: Rules, ask: Callable[[], list[Check]]) -> list[Check]:
    """What a check finds; where the rules fail meanwhile, that they do."""
    try:
        return rules.ask(ask)
    except FaultError as error:
        return [Check(is_kept=False, text=error.fault.text, found=f"{error.fault.file}:{error.fault.line}")]


def _pieces(session: Session) -> Iterator[Check]:
    """What could be secret is neither lost nor made by an edit; a game that does so by its rules is not asked."""
    first, now = (len(things_in(state)) for state in (session.nodes[0].state, session.state))
    if first == now > 0:
        yield Check(is_kept=True, text=Text(f"{now} pieces", f"{now} pièces"))
    elif session.is_edited and first:
        yield Check(
            is_kept=False,
            text=Text(f"{now} pieces, {first} at the start", f"{now} pièces, {first} au début"),
            found=f"{now} != {first}",
        )


def _json(rules: Rules, state: Any) -> Check:
    text = Text("state = JSON = state", "état = JSON = état")
    try:
        read = state_decoder(rules.game).decode(msgspec.json.encode(state))
    except msgspec.DecodeError as error:
        return Check(is_kept=False, text=text, found=str(error))
    return Check(is_kept=read == state, text=text, found="" if read == state else f"{state} != {read}")


def _leaks(rules: Rules, state: Any, seats: int) -> Iterator[Check]:
    """Worlds that differ only in what a viewer may not see look the same to it."""
    game = rules.game
    if not things_in(state):
        return
    for viewer in (*range(seats), None):
        shown = msgspec.json.encode(perspective(game, state, viewer))
        for number in range(_WORLDS):
            other = alike(state, viewer, Chance.seeded(f"{number}/{viewer}"))
            there = msgspec.json.encode(perspective(game, other, viewer))
            if there != shown:
                whom = "a spectator" if viewer is None else f"seat {viewer}"
                qui = "un spectateur" if viewer is None else f"la place {viewer}"
                yield Check(
                    is_kept=False,
                    text=Text(f"what {whom} sees tells a secret", f"ce que voit {qui} trahit un secret"),
                    found=f"{shown.decode()}\n{there.decode()}",
                )
                return
    yield Check(is_kept=True, text=Text(f"{seats + 1} views leak nothing", f"{seats + 1} vues ne trahissent rien"))


def _form(rules: Rules, state: Any, seats: int) -> Iterator[Check]:
    """The search form has the same seats to act, and the same legal actions."""
    game = rules.game
    if game.search is None or state.ended is not None:
        return
    module, awaited = importlib.import_module(game.search), game.to_act(state)
    form = module.form(seats, awaited[0], opened(state)).deal(Dice(1))
    ours = [sorted(map(repr, game.legal(state, seat))) for seat in awaited]
    its = [sorted(repr(module.CODES.action(code)) for code in form.actions(seat)) for seat in awaited]
    is_kept = list(form.actors()) == list(awaited) and ours == its
    text = Text("search form agrees", "la forme de recherche concorde")
    yield Check(is_kept=is_kept, text=text, found="" if is_kept else f"{ours} != {its}")
