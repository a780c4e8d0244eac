"""The messages on the wire, by direction. docs/protocol.md shows them with examples.

One WebSocket carries JSON messages, each with its `type`. `PROTOCOL` is the version of this conversation; it changes
when an older client could misunderstand a newer server.
"""

PROTOCOL = 2
