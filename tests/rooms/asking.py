"""What people ask of a room, in tests: who, and what.

waiting(GIGOGNE, ANN, BEN).when(leave(ANN))
"""

from typing import Any, NamedTuple

import msgspec

from tablee.rooms.commands import (
    SERVER,
    AddBot,
    AnyCommand,
    ChangeSettings,
    Colour,
    Connect,
    ConnectionId,
    Disconnect,
    Expel,
    HoldSeats,
    Join,
    Leave,
    PersonId,
    PickColour,
    RecoverSeat,
    RemoveBot,
    RenameSeat,
    RenewSeatLink,
    SayReady,
    Sender,
    Shift,
    Start,
    Tick,
    Vote,
)

ID = "asked"
"""Of every message but actions, which alone are known again by theirs."""


INVITATION = "hash-of-the-invitation"


class Asked(NamedTuple):
    """A command and who sends it."""

    sender: Sender
    command: AnyCommand


TICK = Asked(SERVER, Tick())


def name_of(person: PersonId) -> str:
    """The nickname that a person goes by."""
    return person.removeprefix("person-").capitalize()


def wire(person: PersonId, number: int = 1) -> ConnectionId:
    """The person's first connection, or a later one."""
    return f"wire-{number}-of-{person}"


def joining(
    person: PersonId,
    *,
    admitted: bool = True,
    connected: bool = True,
    connection: ConnectionId | None = None,
    invitation: str | None = None,
) -> Asked:
    """Take a seat, through the person's first connection unless another is given."""
    sender = Sender(person, (connection or wire(person)) if connected else None)
    return Asked(sender, Join(name_of(person), is_admitted=admitted, invitation_hash=invitation))


def hold(person: PersonId, seats: int, invitation: str = INVITATION) -> Asked:
    """Hold seats for those who have the invitation of that hash."""
    return Asked(Sender(person), HoldSeats(seats, invitation))


def invited(person: PersonId, invitation: str = INVITATION, *, admitted: bool = True) -> Asked:
    """Take a seat with the invitation."""
    return joining(person, admitted=admitted, invitation=invitation)


def recovering(
    person: PersonId,
    secret: str,
    *,
    renewed: str = "hash-2",
    connected: bool = True,
    connection: ConnectionId | None = None,
) -> Asked:
    """Take a seat back with the secret of that hash."""
    sender = Sender(person, (connection or wire(person)) if connected else None)
    return Asked(sender, RecoverSeat(secret, renewed))


def connect(person: PersonId, connection: ConnectionId) -> Asked:
    return Asked(Sender(person, connection), Connect())


def disconnect(person: PersonId, connection: ConnectionId) -> Asked:
    return Asked(Sender(person, connection), Disconnect())


def renew_link(person: PersonId, secret_hash: str) -> Asked:
    return Asked(Sender(person), RenewSeatLink(secret_hash))


def pick_colour(person: PersonId, colour: Colour) -> Asked:
    return Asked(Sender(person), PickColour(id=ID, colour=colour))


def say_ready(person: PersonId, *, ready: bool) -> Asked:
    return Asked(Sender(person), SayReady(id=ID, ready=ready))


def change_settings(person: PersonId, **changes: Any) -> Asked:
    """Change some settings; options as the game's own struct."""
    plain = {name: msgspec.to_builtins(value) for name, value in changes.items()}
    if "clock" in plain:
        plain["clock"] = plain["clock"] or 0
    return Asked(Sender(person), ChangeSettings(id=ID, **plain))


def add_bot(person: PersonId, level: str = "easy") -> Asked:
    return Asked(Sender(person), AddBot(id=ID, level=level))


def remove_bot(person: PersonId, seat: int, since: int | None = None) -> Asked:
    return Asked(Sender(person), RemoveBot(id=ID, seat=seat, since=since))


def expel(person: PersonId, seat: int, since: int | None = None) -> Asked:
    return Asked(Sender(person), Expel(id=ID, seat=seat, since=since))


def rename(person: PersonId, seat: int, name: str, since: int | None = None) -> Asked:
    return Asked(Sender(person), RenameSeat(id=ID, seat=seat, name=name, since=since))


def start(person: PersonId) -> Asked:
    return Asked(Sender(person), Start(id=ID))


def leave(person: PersonId) -> Asked:
    return Asked(Sender(person), Leave(id=ID))


def vote(person: PersonId, *, again: bool) -> Asked:
    return Asked(Sender(person), Vote(id=ID, again=again))


def shift(until: int, by: int) -> Asked:
    return Asked(SERVER, Shift(until, by))
