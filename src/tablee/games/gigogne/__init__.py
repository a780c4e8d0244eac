"""Gigogne: nested squares on a grid of nine cells."""

from tablee.games.gigogne.rules import GAME

__all__ = ["GAME"]
