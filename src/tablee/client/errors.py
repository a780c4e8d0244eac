"""Errors of a client.

ClientError
├── RefusedError        the server refused: see `.refusal`
├── ConnectionFailed    the server can't be reached, or closed the connection for good
└── TableGone           the room is closed, or the seat lost
"""

from tablee.kernel.refusals import Refusal


class ClientError(Exception):
    """Something went wrong."""


class RefusedError(ClientError):
    """The server refused what was asked for; nothing changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code}: {refusal.text.en}")
        self.refusal = refusal


class ConnectionFailed(ClientError):  # noqa: N818 - reads as what it is
    """The server can't be reached, or does not want this connection."""


class TableGone(ClientError):  # noqa: N818 - reads as what it is
    """The seat at this table is lost."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"gone from the table: {reason}")
        self.reason = reason
