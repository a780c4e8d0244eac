"""The search form of Diggers plays the same game as its rules."""

from tablee.games.diggers import GAME
from tablee.testing.forms import FormConformance


class TestDiggersForm(FormConformance):
    game = GAME
    option_sets = ({}, {"play_on": True}, {"tiles": 0}, {"tiles": 10}, {"tiles": 1, "play_on": True})
