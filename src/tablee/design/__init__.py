"""The bench: a game being written, on the table of its author, who sees and changes everything."""
