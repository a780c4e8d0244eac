"""The puzzle of the day: a position from a game between bots in which one thing is best. Found, proven and compiled."""
