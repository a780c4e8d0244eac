"""The server: sockets, sessions, clocks, fan-out. The only owner of asyncio beside the store."""
