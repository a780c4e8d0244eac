"""Ninth: lines of planets on a shared square of nine cards."""

from tablee.games.ninth.rules import GAME

__all__ = ["GAME"]
