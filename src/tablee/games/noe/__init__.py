"""Le Jeu de Noé: life, shields and face-down charges, with a pack of 52 cards."""

from tablee.games.noe.rules import GAME

__all__ = ["GAME"]
