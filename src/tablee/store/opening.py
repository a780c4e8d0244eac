"""Which store a setting means."""

from pathlib import Path

from tablee.store.contract import Store


def open_store(url: str | None, data_folder: Path) -> Store:
    """The store at a URL, or the one inside the data folder where none is given; not opened yet."""
    if url is None:
        from tablee.store.sqlite import SqliteStore

        return SqliteStore(data_folder)
    scheme = url.partition(":")[0]
    if scheme not in {"postgresql", "postgres"}:
        # The rest of the address may hold a password.
        raise ValueError(f"A store is at a postgresql:// address, or in the data folder: not at {scheme[:20]!r}.")
    from tablee.store.postgres import PostgresStore

    return PostgresStore(url)
