"""Games played by the thousand: random play, records, simulation and what it tells of a game."""
