"""Tablée: a table for turn-based games that anyone can host and play at."""

__version__ = "0.2.0"
