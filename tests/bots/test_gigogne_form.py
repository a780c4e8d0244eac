"""The search form of Gigogne plays the same game as its rules."""

from tablee.games.gigogne import GAME
from tablee.testing.forms import FormConformance


class TestGigogneForm(FormConformance):
    game = GAME
    option_sets = ({}, {"win": "classic"}, {"fair_opening": True})
