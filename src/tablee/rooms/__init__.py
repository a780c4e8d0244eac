"""The room as a decider: commands in, events out, with time and chance as arguments. Pure.

decide(game, room, command, now, chance, setting) -> events, or a refusal      evolve(game, room, event) -> room
"""
