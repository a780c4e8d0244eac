"""Both backends keep the contract."""

from pathlib import Path

import pytest

from tablee.store.postgres import PostgresStore
from tablee.store.sqlite import SqliteStore
from tablee.testing.stores.case import MakeStore
from tablee.testing.stores.conformance import SharedStoreConformance, StoreConformance


class TestSqlite(StoreConformance):
    @pytest.fixture
    def make_store(self, tmp_path: Path) -> MakeStore:
        return lambda: SqliteStore(tmp_path / "data")


class TestPostgres(SharedStoreConformance):
    @pytest.fixture
    def make_store(self, postgres_url: str) -> MakeStore:
        return lambda: PostgresStore(postgres_url)
