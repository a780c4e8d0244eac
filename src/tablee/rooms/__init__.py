"""The room as a decider: commands in, events out, with time and chance as arguments. Pure.

advance(game, room, command, sender, now, chance, policy) -> events and the room after them, or a refusal
evolve(game, room, event) -> the room after an event
"""
