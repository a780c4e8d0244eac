"""The event store: its contract, and the two that keep it (SQLite inside, PostgreSQL for several processes)."""
