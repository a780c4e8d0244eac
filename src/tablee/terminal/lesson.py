"""A lesson in the terminal: only what is compiled is needed, so it plays as on any other screen."""

from collections.abc import Callable

from rich.console import Console

from tablee.kernel.game import AnyGame
from tablee.kernel.words import Language, Text
from tablee.lessons.compiled import CompiledLesson, LessonMove, LessonNode, LessonTry
from tablee.terminal.drawing import SEAT_SIGNS, draw, draw_actions, write_events
from tablee.terminal.table import NO_SUCH

_HELP = Text(
    "Type an action’s number; everything legal can be tried. ? help, s show me, b back, q quit.",
    "Tapez le numéro d’une action : tout ce qui est permis s’essaie. ? aide, s montrer, b retour, q quitter.",
)
_CHOOSE = Text("Your action [1–{}, ?, s, b, q]: ", "Votre action [1–{}, ?, s, b, q] : ")
_CONTINUE = Text("Enter to continue [?, b, q]: ", "Entrée pour continuer [?, b, q] : ")
_STEP = Text("Step {} of {}: {}", "Étape {} sur {} : {}")
_PLAYERS = Text("{} you", "{} vous")
_STOPPED = Text("Stopped here.", "On s’arrête là.")
_DONE = Text(
    "That was “{}”. Your first game: tablee play {} --seat 1=easy",
    "C’était « {} ». Votre première partie : tablee play {} --seat 1=easy",
)


class TerminalLesson:
    """One lesson, from its first step to its last."""

    def __init__(
        self,
        game: AnyGame,
        lesson: CompiledLesson,
        console: Console,
        language: Language,
        ask: Callable[[str], str] = input,
        name: str | None = None,
        done: Text = _DONE,
    ) -> None:
        self._game, self._lesson = game, lesson
        self._console, self._language, self._ask = console, language, ask
        self._name = name or game.id
        """How a person calls the game: its id, or its file."""
        self._done = done
        """The last words; its slots are the lesson's title and the game."""

    def play(self) -> bool:
        """Play it; False if the learner stopped before the end."""
        passed: list[int] = []
        number: int | None = 0
        try:
            while number is not None:
                node = self._lesson.nodes[number]
                self._tell_step(node)
                done = self._learn(node)
                if done is None:
                    number = passed.pop() if passed else number
                    continue
                for shown in done.shown:
                    self._tell(shown)
                self._say(done.say, "green")
                passed.append(number)
                number = done.to
        except (_Quit, EOFError, KeyboardInterrupt):
            self._console.print(f"\n{_STOPPED.in_(self._language)}")
            return False
        told = self._done.in_(self._language).format(self._lesson.title.in_(self._language), self._name)
        self._console.print(told, markup=False, style="bold")
        return True

    def _tell_step(self, node: LessonNode) -> None:
        step, language = self._lesson.steps[node.step], self._language
        title = _STEP.in_(language).format(node.step + 1, len(self._lesson.steps), step.title.in_(language))
        self._console.rule(title)
        names = list(self._lesson.others)
        names.insert(self._lesson.seat, "")
        players = [
            f"{sign} {name}" if name else _PLAYERS.in_(language).format(sign)
            for sign, name in zip(SEAT_SIGNS, names, strict=False)
        ]
        self._console.print(" · ".join(players), style="dim", markup=False)
        self._console.print(draw(self._game, node.sight, language))
        self._say(step.say)
        self._say(step.ask, "bold")

    def _learn(self, node: LessonNode) -> LessonTry | None:
        """What was done at last, which is right; None to go back a step."""
        tries = node.tries
        if tries[0].action is None:
            return self._continue(tries[0])
        actions = [tried.action for tried in tries if tried.action is not None]
        self._console.print(draw_actions(self._game, actions, self._language))
        right = next(tried for tried in tries if tried.is_right)
        while True:
            answer = self._ask(_CHOOSE.in_(self._language).format(len(tries))).strip().lower()
            match answer:
                case "q":
                    raise _Quit
                case "?":
                    self._say(_HELP)
                case "s":
                    return right
                case "b":
                    return None
                case _ if answer.isdecimal() and 1 <= int(answer) <= len(tries):
                    tried = tries[int(answer) - 1]
                    if tried.is_right:
                        return tried
                    for shown in tried.shown:
                        self._tell(shown)
                    self._say(tried.say, "yellow")
                case _:
                    told = NO_SUCH.in_(self._language).format(repr(answer), len(tries))
                    self._console.print(told, markup=False)

    def _continue(self, only: LessonTry) -> LessonTry | None:
        while True:
            match self._ask(_CONTINUE.in_(self._language)).strip().lower():
                case "q":
                    raise _Quit
                case "?":
                    self._say(_HELP)
                case "b":
                    return None
                case _:
                    return only

    def _tell(self, shown: LessonMove) -> None:
        """What happened, as the learner sees it."""
        for told in write_events(self._game, shown.events, self._language):
            self._console.print(f"  {told}", markup=False, style="dim")

    def _say(self, text: Text, style: str = "") -> None:
        self._console.print(text.in_(self._language), markup=False, style=style)


class _Quit(Exception):  # noqa: N818 - a wish, not an error
    """The learner wants to stop."""
