"""Diggers: sabotage every mine, then race through your own."""

from tablee.games.diggers.rules import GAME

__all__ = ["GAME"]
