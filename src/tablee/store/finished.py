"""How the players of a finished game are written: by the version at which a name was said, a bot by its name."""

from msgspec import json

from tablee.store.contract import FinishedGame


def write_seats(game: FinishedGame) -> str:
    """The seats as a database keeps them, without the names of people."""
    seats = [version or name for name, version in zip(game.seats, game.named_at, strict=True)]
    return json.encode(seats).decode()


def read_seats(seats: str, names: str | None) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The players' names, and when they were said, given the room's names by version."""
    written = json.decode(seats, type=list[int | str])
    said = json.decode(names or "{}", type=dict[int, str])
    return (
        tuple([said.get(seat, "") if isinstance(seat, int) else seat for seat in written]),
        tuple([seat if isinstance(seat, int) else 0 for seat in written]),
    )
