"""A report on a game: what is played for it, the facts, the figures made of them, their words, and the page."""
