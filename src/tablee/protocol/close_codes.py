"""The codes with which the server closes a WebSocket; those from 4000 on are ours."""

from typing import Final

NORMAL: Final = 1000
GOING_AWAY: Final = 1001
"""The server stops; come back in a moment."""
OUT_OF_ORDER: Final = 1002
"""Frames that don't make a message."""
POLICY: Final = 1008
"""The limits were not kept to."""
TOO_BIG: Final = 1009
COME_AGAIN: Final = 1012
"""The store has other events than were shown: connect anew."""
TAKEN_OVER: Final = 4001
"""A newer connection of the same person has the seat."""
SESSION_ENDED: Final = 4002
"""Signed out, here or elsewhere: this session has ended."""
BANNED: Final = 4003
"""The server's host has banned this person or address."""
