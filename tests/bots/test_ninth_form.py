"""The search form of Ninth plays the same game as its rules."""

from tablee.games.ninth import GAME
from tablee.testing.forms import FormConformance


class TestNinthForm(FormConformance):
    game = GAME
    option_sets = ({}, {"powers": False})
