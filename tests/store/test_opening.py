"""Which store a setting means."""

from pathlib import Path

import pytest

from tablee.store.opening import open_store
from tablee.store.postgres import PostgresStore
from tablee.store.sqlite import SqliteStore


def test_without_an_address_the_store_is_in_the_data_folder(tmp_path: Path) -> None:
    assert isinstance(open_store(None, tmp_path), SqliteStore)
    assert list(tmp_path.iterdir()) == [], "nothing is made before it is opened"


@pytest.mark.parametrize("url", ["postgresql://u:p@host/db", "postgres:///db?host=/tmp"])
def test_a_postgresql_address_is_postgresql(url: str, tmp_path: Path) -> None:
    assert isinstance(open_store(url, tmp_path), PostgresStore)


@pytest.mark.parametrize("url", ["mysql://u:s3cret@host/db", "sqlite:///x", "", "host", "u:s3cret@postgresql://"])
def test_any_other_address_is_refused_without_telling_a_password(url: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="postgresql://") as refused:
        open_store(url, tmp_path)
    assert "s3cret" not in str(refused.value)
