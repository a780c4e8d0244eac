"""What a report says things by, in one language: numbers, players, and a game's own words."""

from collections.abc import Callable
from functools import cached_property

from tablee.kernel.game import AnyGame
from tablee.kernel.vocabulary import filled
from tablee.kernel.words import Language, Text
from tablee.lab.numbers import number, percent
from tablee.lab.report.estimates import Estimate
from tablee.lab.report.facts import WHOLE, Item
from tablee.lab.report.playing import SEAT_FIELDS
from tablee.lab.simulation import RANDOM

MINUS = "−"


class Say:
    """A voice in one language, about one game."""

    def __init__(self, game: AnyGame, language: Language) -> None:
        self.game, self.language = game, language

    def __call__(self, en: str, fr: str, *places: object, **slots: object) -> str:
        return Text(en, fr).in_(self.language).format(*places, **slots)

    def text(self, text: Text) -> str:
        return text.in_(self.language)

    # ── Numbers ──────────────────────────────────────────────────────────────────────────────────────────

    def number(self, value: float, digits: int = 0) -> str:
        return number(value, digits, self.language).replace("-", MINUS)

    def short(self, value: float) -> str:
        """With as many digits as matter: 4.98, 15.7, 108."""
        size = abs(value)
        return self.number(value, 0 if size >= 100 or value == round(value) else 1 if size >= 10 else 2)

    def percent(self, rate: float, digits: int = 0) -> str:
        return percent(rate, digits, self.language).replace("-", MINUS)

    def share(self, estimate: Estimate) -> str:
        """A share with its interval: 55.6% (52.7–58.5)."""
        return f"{self.percent(estimate.value, 1)} ({self.range(estimate)})"

    def range(self, estimate: Estimate) -> str:
        return f"{self.number(100 * estimate.low, 1)}–{self.number(100 * estimate.high, 1)}"

    def mean(self, estimate: Estimate) -> str:
        return f"{self.short(estimate.value)} ± {self.number(estimate.half, 2 if estimate.half < 1 else 1)}"

    def points(self, difference: float, digits: int = 1) -> str:
        """A difference of shares in points, with its sign."""
        return f"{'+' if difference > 0 else ''}{self.number(100 * difference, digits)}"

    def games(self, count: int) -> str:
        return self("{n} games", "{n} parties", n=self.number(count))

    # ── Who ──────────────────────────────────────────────────────────────────────────────────────────────

    def player(self, name: str) -> str:
        level, _, budget = name.partition(":")
        if name == RANDOM:
            return self("random moves", "des coups au hasard")
        if level == "easy":
            return self("the easy bot", "le bot facile")
        if level in {"hard", "medium"} and budget.isdecimal():
            return self("{n} simulations a move", "{n} simulations par coup", n=self.number(int(budget)))
        return name

    def place(self, number_: int) -> str:
        """A place in the order of play, or a seat where nobody starts."""
        if not self.game.has_starter:
            return self("seat {n}", "la place {n}", n=number_)
        english = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth"}
        french = {1: "le premier", 2: "le deuxième", 3: "le troisième"}
        return self(
            f"the {english.get(number_ + 1, f'{number_ + 1}th')} to play",
            f"{french.get(number_ + 1, f'le {number_ + 1}e')} à jouer",
        )

    # ── The game's words ─────────────────────────────────────────────────────────────────────────────────

    def kind(self, kind: str) -> str:
        phrase = self.game.words.actions.get(kind)
        if phrase is None:
            return kind.replace("_", " ").capitalize()
        return filled(phrase, self.language, lambda _: "…")

    def field(self, field: str) -> str:
        return self._label(field, lambda: field.replace("_", " "))

    def _label(self, name: str, otherwise: Callable[[], str]) -> str:
        labels = {name: text for zone in self.game.zones for name, text in zone.labels.items()}
        labels |= {zone.field: zone.title for zone in self.game.zones} | self.game.words.fields
        return self.text(labels[name]) if name in labels else otherwise()

    def value(self, item: Item) -> str:
        """A value of a field of actions."""
        if item.field in SEAT_FIELDS.union(self.game.words.seats) and item.value.isdecimal():
            return self._seat(int(item.value))
        return self.piece(item.value)

    def _seat(self, after: int) -> str:
        if after == 0:
            return self("oneself", "soi-même")
        return self(
            f"{after} seats on" if after > 1 else "the next one",
            f"{after} places plus loin" if after > 1 else "le suivant",
        )

    def piece(self, value: str | int) -> str:
        found = self._pieces.get(str(value))
        return str(value) if found is None else self.text(found)

    @cached_property
    def _pieces(self) -> dict[str, Text]:
        return {name: text for zone in self.game.zones for name, text in zone.pieces.items()} | self.game.words.pieces

    def item(self, item: Item) -> str:
        """An item in full: the kind, and what of it."""
        if item.field == WHOLE:
            return self.kind(item.kind)
        value = self.value(item)
        named = value if value != item.value else f"{self.field(item.field)} {value}"
        return self("{kind}: {what}", "{kind} : {what}", kind=self.kind(item.kind), what=named)
