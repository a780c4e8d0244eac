"""The client is tested against real servers, as the server is."""

from tests.server.conftest import serve, server

__all__ = ["serve", "server"]
