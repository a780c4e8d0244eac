"""Players that are given a seat's view and its legal actions, and nothing else."""

from tablee.bots.levels import LEVELS, PLAYERS, Player, levels_of, make_player, players_of

__all__ = ["LEVELS", "PLAYERS", "Player", "levels_of", "make_player", "players_of"]
