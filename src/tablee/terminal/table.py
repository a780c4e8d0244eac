"""A game in the terminal, on one screen: people in turn, with bots in the other seats."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec
from rich.console import Console

from tablee import bots
from tablee.kernel.chance import Chance
from tablee.kernel.data import Event
from tablee.kernel.game import AnyGame
from tablee.kernel.outcome import Outcome
from tablee.kernel.play import carry_out, choices
from tablee.kernel.views import perspective, redact, view
from tablee.kernel.words import Language, Text, listed
from tablee.terminal.drawing import draw, draw_actions, seat_name, write_events

HUMAN: Final = "human"
"""Name of a seat that a person plays."""

_HELP = Text(
    "Type an action’s number. ? help, l log, q quit.",
    "Tapez le numéro d’une action. ? affiche ceci, l ce qui s’est passé, q quitte.",
)
_CHOOSE = Text("Your action", "Votre action")
NO_SUCH = Text("There’s no action {}: type a number from 1 to {}.", "Pas d’action {} : tapez un nombre de 1 à {}.")
_PASS_TO = Text(
    "Pass the screen to seat {}, then press Enter when nobody else is looking.",
    "Passez l’écran à la place {}, puis Entrée quand les autres ne regardent pas.",
)
_QUIT = Text("Game stopped.", "Partie interrompue.")
_WON = Text("Seat {} wins.", "La place {} gagne.")
_SHARED = Text("Seats {} share the win.", "Les places {} partagent la victoire.")
_DRAW = Text("A draw.", "Match nul.")
_SCORES = Text("Scores: {}", "Scores : {}")


class Quit(Exception):  # noqa: N818 - a wish, not an error
    """Someone wants to stop."""


class TerminalTable:
    """One game, from its first state to its outcome."""

    def __init__(
        self,
        game: AnyGame,
        state: Any,
        players: Sequence[str],
        chance: Chance,
        console: Console,
        language: Language,
        ask: Callable[[str], str] = input,
    ) -> None:
        self._game, self._state = game, state
        self._bots = {
            seat: bots.make_player(game, who, chance.below(1 << 30), len(players))
            for seat, who in enumerate(players)
            if who != HUMAN
        }
        self._chance, self._console, self._language, self._ask = chance, console, language, ask
        self._log: list[Event] = []
        self._told: dict[int, int] = dict.fromkeys(range(len(players)), 0)
        self._at_screen: int | None = None

    def play(self) -> Outcome | None:
        """Play to the end and return the outcome, or None if someone quit."""
        try:
            while awaited := self._game.to_act(self._state):
                self._take_turn(self._next_seat(awaited))
        except (Quit, EOFError, KeyboardInterrupt):
            self._console.print(f"\n{self._in_words(_QUIT)}")
            return None
        seen = perspective(self._game, self._state, None)
        self._console.print(draw(self._game, seen, self._language))
        if seen.outcome is not None:
            self._announce(seen.outcome)
        return seen.outcome

    def _next_seat(self, awaited: Sequence[int]) -> int:
        """Choose the next seat to ask: bots first, so that people wait for nobody; then the person at the screen."""
        for seat in awaited:
            if seat in self._bots:
                return seat
        return awaited[0] if self._at_screen is None or self._at_screen not in awaited else self._at_screen

    def _take_turn(self, seat: int) -> None:
        legal = choices(self._game, self._state, seat)
        if seat in self._bots:
            action = self._bots[seat](perspective(self._game, self._state, seat))
        else:
            self._hand_over(seat)
            action = legal[self._choose(seat, legal)]
        story = carry_out(self._game, self._state, seat, action, self._chance)
        self._log.extend(story.events)
        self._state = story.state

    def _hand_over(self, seat: int) -> None:
        """Clear the screen and wait, where the next person may see what the last one may not."""
        before, self._at_screen = self._at_screen, seat
        if before is None or before == seat:
            return
        views = (msgspec.json.encode(view(self._state, who)) for who in (before, seat))
        if len(set(views)) > 1:
            self._console.clear()
            self._ask(f"{self._in_words(_PASS_TO).format(seat)} ")

    def _choose(self, seat: int, legal: Sequence[Any]) -> int:
        self._console.rule(f"{self._game.name.in_(self._language)} – {seat_name(seat)}")
        self._tell_news(seat)
        self._console.print(draw(self._game, perspective(self._game, self._state, seat), self._language))
        self._console.print(draw_actions(self._game, legal, self._language))
        while True:
            answer = self._ask(f"{self._in_words(_CHOOSE)} [1–{len(legal)}, ?, l, q]: ").strip().lower()
            match answer:
                case "q":
                    raise Quit
                case "?":
                    self._console.print(self._in_words(_HELP))
                case "l":
                    self._tell(self._log, seat)
                case _ if answer.isdecimal() and 1 <= int(answer) <= len(legal):
                    return int(answer) - 1
                case _:
                    self._console.print(self._in_words(NO_SUCH).format(repr(answer), len(legal)), markup=False)

    def _tell_news(self, seat: int) -> None:
        """The events since that seat was last asked, as it may see them."""
        self._tell(self._log[self._told[seat] :], seat)
        self._told[seat] = len(self._log)

    def _tell(self, events: Sequence[Event], seat: int) -> None:
        for told in write_events(self._game, (redact(event, seat) for event in events), self._language):
            self._console.print(f"  {told}", markup=False, style="dim")

    def _announce(self, outcome: Outcome) -> None:
        if outcome.is_draw:
            result = self._in_words(_DRAW)
        else:
            seats = self._in_words(listed([str(seat) for seat in outcome.winners]))
            result = self._in_words(_WON if len(outcome.winners) == 1 else _SHARED).format(seats)
        reason = self._game.reason(outcome.reason).in_(self._language)
        scores = ", ".join(f"{seat_name(seat)} {score}" for seat, score in enumerate(outcome.scores))
        self._console.print(f"[bold]{result}[/] {reason}\n{self._in_words(_SCORES).format(scores)}")

    def _in_words(self, text: Text) -> str:
        return text.in_(self._language)
