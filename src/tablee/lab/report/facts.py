"""What was seen in the games that a report is made from: facts only, nothing concluded."""

from typing import Final, NamedTuple

from msgspec import Struct

WHOLE: Final = ""
"""The field of an item that is a whole kind of action."""


class Item(NamedTuple):
    """Something that can be offered and taken: a kind of action, or one value of a field of it."""

    kind: str
    field: str = WHOLE
    value: str = ""
    """As in the data; of a field that names a seat, how many seats after the actor's it is."""


class Offer(NamedTuple):
    """How often a seat had an item to choose in a game, among others, and how often it took it.

    A value of a field is on offer once its kind of action is what the seat takes: which heart, where one is placed.
    """

    offered: int
    taken: int


class Dealt(NamedTuple):
    """Something that a seat had before the first action."""

    field: str
    value: str | int


class Decision(Struct, frozen=True):
    """One action, and what it was chosen from."""

    seat: int
    turn: int
    choices: int
    """The legal actions."""
    action: str
    """As JSON."""
    standing: tuple[int, ...]
    """How well each seat was doing before it: the game's own standing, else the scores."""
    reckoned: float | None = None
    """What its player expected to win by it, from 0 to 1; None if it does not say, or had no choice."""


class PlayedGame(Struct, frozen=True):
    """One finished game."""

    match: str
    """The name of the match of the plan."""
    number: int
    """Within the match."""
    deal: int
    """Games of one deal have the same chance and the same starter, in every match: they are not independent."""
    first: int
    """The seat that started; 0 where nobody does."""
    players: tuple[str, ...]
    """By seat."""
    strong: int | None
    """The seat of the match's first player, where the others are of another kind."""
    shares: tuple[float, ...]
    """What each seat won, together 1: a win is shared among its winners, a draw among those who draw."""
    scores: tuple[int, ...]
    reason: str
    turns: int
    decisions: tuple[Decision, ...]
    offers: tuple[dict[Item, Offer], ...]
    """By seat: what it could choose, and what it chose."""
    dealt: tuple[tuple[Dealt, ...], ...]
    """By seat."""
    has_chance: bool
    """Whether anything was drawn."""

    @property
    def seats(self) -> int:
        return len(self.players)

    @property
    def winner(self) -> int | None:
        """The seat that won alone."""
        return self.shares.index(1.0) if 1.0 in self.shares else None
