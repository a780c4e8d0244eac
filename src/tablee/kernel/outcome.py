"""How a game ended, and how it can."""

from collections.abc import Sequence

from msgspec import Struct


class Outcome(Struct, frozen=True, forbid_unknown_fields=True):
    """The end of a game: one winner, several who share the win, or nobody and those who draw."""

    winners: tuple[int, ...]
    """The winning seats, in order; more than one is a shared win."""
    drawn: tuple[int, ...]
    """The seats that share a draw, in order; empty when someone won."""
    scores: tuple[int, ...]
    reason: str
    """Why it ended: one of the game's `reasons`."""

    @property
    def is_draw(self) -> bool:
        return not self.winners


class Bounds(Struct, frozen=True):
    """Limits that no game of given options and seats exceeds."""

    scores: tuple[int, int]
    """The least and the most that a seat can have."""
    actions: int
    """How many actions all seats together can take."""


def won(winners: Sequence[int], scores: Sequence[int], reason: str) -> Outcome:
    return Outcome(tuple(winners), (), tuple(scores), reason)


def drawn(seats: Sequence[int], scores: Sequence[int], reason: str) -> Outcome:
    return Outcome((), tuple(seats), tuple(scores), reason)


def best_of(seats: Sequence[int], scores: Sequence[int], reason: str) -> Outcome:
    """The best score among the seats wins; an equal best is a draw between them."""
    best = max(scores[seat] for seat in seats)
    leaders = [seat for seat in seats if scores[seat] == best]
    return won(leaders, scores, reason) if len(leaders) == 1 else drawn(leaders, scores, reason)
