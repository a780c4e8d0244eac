"""The suite of the store's contract: what every backend must keep, ours or not. A few lines run it all.

    class TestMyStore(StoreConformance):
        @pytest.fixture
        def make_store(self, tmp_path: Path) -> MakeStore:
            return lambda: MyStore(tmp_path)

A backend that serves several processes inherits SharedStoreConformance instead, which asks more. The tests are
coroutines: pytest-asyncio runs them.
"""

from tablee.testing.stores.bot_accounts import BotAccountsConformance
from tablee.testing.stores.people import ErasingConformance, PeopleConformance, RecordsConformance
from tablee.testing.stores.processes import ProcessesConformance, SharedConformance
from tablee.testing.stores.rooms import RoomsConformance
from tablee.testing.stores.streams import StreamsConformance
from tablee.testing.stores.upkeep import SessionsConformance, UpkeepConformance


class StoreConformance(
    StreamsConformance,
    RoomsConformance,
    RecordsConformance,
    PeopleConformance,
    ProcessesConformance,
    UpkeepConformance,
    SessionsConformance,
    BotAccountsConformance,
    ErasingConformance,
):
    """Inherit, say how a store is made, and pytest runs the suite on it."""


class SharedStoreConformance(StoreConformance, SharedConformance):
    """Promises of a backend for several processes, beyond those of every store."""
