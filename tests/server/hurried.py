"""`tablee serve` with other times, which are its first argument: tests of waiting shorten the wait."""

import sys
from functools import partial

import msgspec

from tablee import cli
from tablee.server import process
from tablee.server.times import Times


def main() -> int:
    times = msgspec.json.decode(sys.argv.pop(1), type=Times)
    process.Tablee = partial(process.Tablee, times=times)  # type: ignore[assignment,misc]  # as the command line calls it
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
