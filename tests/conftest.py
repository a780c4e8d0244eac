"""One PostgreSQL server for all tests of a worker."""

from collections.abc import Iterator

import pytest

from tablee.testing.postgres import PostgresServer


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    with PostgresServer() as server:
        yield server


@pytest.fixture(scope="session")
def _postgres_database(postgres_server: PostgresServer) -> str:
    return postgres_server.make_database()


@pytest.fixture
def postgres_url(postgres_server: PostgresServer, _postgres_database: str) -> Iterator[str]:
    """A database with nothing in it."""
    yield _postgres_database
    postgres_server.empty(_postgres_database)
