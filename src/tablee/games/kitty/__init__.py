"""No Kitty: hearts on tiles of their colour, and magic to spoil the other's."""

from tablee.games.kitty.rules import GAME

__all__ = ["GAME"]
