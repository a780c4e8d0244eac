"""The package for TypeScript and JavaScript: built, unpacked, and playing at a real server from Node."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.packaging.building import ROOT, unpack
from tests.patience import at_leisure
from tests.server.serving import ServerProcess

PLAY = """
import { Client, RefusedError } from "./package/lib/index.js";

const [ada, bob] = await Promise.all(["Ada", "Bob"].map((name) => Client.connect(process.argv[2], { name })));
const { id, code } = await ada.createRoom({ game: "gigogne", policy: "host", clock: 0 });
const tables = [await ada.join(id), await bob.join(code)];
async function play(table) {
  let turns = 0;
  for await (const turn of table.turns()) {
    await table.act(turn.legal[0]);
    turns += 1;
  }
  return turns;
}
const turns = Math.min(...(await Promise.all(tables.map(play))));
const refused = await ada.join("nosuchroomatallhere").catch((error) => error);
console.log(turns > 0, tables[1].outcome.reason, refused instanceof RefusedError && refused.refusal.code);
"""


@pytest.mark.skipif(shutil.which("node") is None or shutil.which("npm") is None, reason="there is no Node here")
def test_the_package_for_typescript_is_built_and_plays_a_game_from_node(tmp_path: Path) -> None:
    def run(*command: str, cwd: Path) -> str:
        done = subprocess.run(
            command, cwd=cwd, env=os.environ, capture_output=True, text=True, timeout=at_leisure(120), check=False
        )
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
        return done.stdout

    run("make", "npm", f"DIST={tmp_path}", cwd=ROOT)
    (packed,) = tmp_path.glob("tablee-client-*.tgz")
    unpack(packed, tmp_path)
    names = {file.name for file in (tmp_path / "package" / "lib").iterdir()}
    assert {"index.js", "index.d.ts", "protocol.js", "protocol.d.ts"} <= names
    (tmp_path / "play.mjs").write_text(PLAY, encoding="utf-8")
    with ServerProcess(tmp_path) as server:
        told = run("node", "play.mjs", server.address, cwd=tmp_path)
    assert told.split()[0] == "true"
    assert told.split()[-1] == "room_closed"
