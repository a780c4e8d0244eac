"""The contract of a game, and what the platform makes of it. Pure: no clock, no log, no socket.

What a game's module needs is here; the platform's own side is in the modules (play, views, registry).
"""

from tablee.kernel.chance import Chance
from tablee.kernel.data import Action, Event, Options, State, explained, put, seats_after, seats_in_play
from tablee.kernel.events import Ended, Left, TimedOut
from tablee.kernel.game import AnyGame, Game
from tablee.kernel.outcome import Bounds, Outcome, best_of, drawn, won
from tablee.kernel.refusals import Refusal, Rule, rule
from tablee.kernel.secrecy import EVERYONE, HIDDEN, NOBODY, Open, Secret, holds, in_order, only, seats_in, without
from tablee.kernel.story import Story
from tablee.kernel.upcasting import Upcaster
from tablee.kernel.vocabulary import Words
from tablee.kernel.words import Text
from tablee.kernel.zones import Zone

__all__ = [
    "EVERYONE",
    "HIDDEN",
    "NOBODY",
    "Action",
    "AnyGame",
    "Bounds",
    "Chance",
    "Ended",
    "Event",
    "Game",
    "Left",
    "Open",
    "Options",
    "Outcome",
    "Refusal",
    "Rule",
    "Secret",
    "State",
    "Story",
    "Text",
    "TimedOut",
    "Upcaster",
    "Words",
    "Zone",
    "best_of",
    "drawn",
    "explained",
    "holds",
    "in_order",
    "only",
    "put",
    "rule",
    "seats_after",
    "seats_in",
    "seats_in_play",
    "without",
    "won",
]
