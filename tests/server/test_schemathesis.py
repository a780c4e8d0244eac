"""The API as its own description tells it: schemathesis makes requests of it, right and wrong ones."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.patience import at_leisure
from tests.server.serving import ServerProcess, ask

CHECKS_LEFT_OUT = (
    # A name must be visible, a game must exist: more than a schema can say.
    "positive_data_acceptance",
    # Litestar answers OPTIONS with the methods of one handler of a path, not of all.
    "allow_header_conformance",
)


def test_the_api_does_what_its_description_says(server: ServerProcess, tmp_path: Path) -> None:
    command = [
        str(Path(sys.executable).with_name("schemathesis")),
        "run",
        f"{server.address}/schema/openapi.json",
        "--phases=coverage,fuzzing",
        "--max-examples=5",
        "--seed=1",
        "--no-shrink",
        "--continue-on-failure",
        "--warnings=off",
        "--request-timeout=10",
        f"--exclude-checks={','.join(CHECKS_LEFT_OUT)}",
    ]
    environment = {
        **os.environ,
        "SCHEMATHESIS_HOOKS": "tests.server.schemathesis_hooks",
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "TABLEE_TEST_SECRET": (server.data / "secret.key").read_text().strip(),
        "NO_COLOR": "1",
    }
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=at_leisure(120), check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"(\d+) selected / \1 total", done.stdout)
    metrics = ask(server, "GET", "/metrics").body.decode()
    assert 'tablee_refusals_total{code="bad_message"}' in metrics
    assert 'tablee_refusals_total{code="rate_limited"}' not in metrics, "it met the limits instead of the API"
