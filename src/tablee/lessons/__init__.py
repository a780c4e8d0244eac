"""Lessons: a game taught on its own board. Written as data, played by the rules, compiled for any screen."""
