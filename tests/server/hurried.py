"""`tablee serve` with other times, which are its first argument: tests of waiting shorten the wait."""

import sys
from functools import partial

import msgspec

from tablee import cli
from tablee.rooms import evolve
from tablee.server import process
from tests.server.serving import Hurry


def main() -> int:
    hurry = msgspec.json.decode(sys.argv.pop(1), type=Hurry)
    process.Tablee = partial(process.Tablee, times=hurry.times)  # type: ignore[assignment,misc]  # as the command line calls it
    vars(evolve)["REMATCH_WINDOW"] = hurry.rematch_window
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
