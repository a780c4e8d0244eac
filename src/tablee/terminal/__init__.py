"""Tablée in a terminal: any game drawn from its view, and played on one screen."""
