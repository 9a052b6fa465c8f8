"""Uses and removes states of compiled code, and saves at a long path; prints what came of it.

It runs in the Python of another system: states_there.py FOLDER
"""

import json
import subprocess
import sys
from pathlib import Path

from footfall.base.files import make_folder, reachable, read_json, write_json
from footfall.simulation.compiled_states import list_states, remove_states, use_state

USER = """
import sys
from pathlib import Path
from footfall.simulation.compiled_states import use_state
print(use_state(Path(sys.argv[1])) is not None and "used", flush=True)
used = use_state(Path(sys.argv[1]))
sys.stdin.read()
"""
DEEP = ["a folder with a rather long name"] * 9


def main() -> None:
    folder = make_folder(reachable(Path(sys.argv[1]).joinpath(*DEEP)), "states")
    said: dict[str, object] = {"length": len(str(folder))}
    write_json(folder / "shot.json", "shot", {"saved": True})
    said["read"] = read_json(folder / "shot.json", "shot")
    state = folder / ("a" * 16)
    with subprocess.Popen(
        [sys.executable, "-c", USER, str(state)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:  # fmt: skip
        assert other.stdout is not None
        said["other"] = other.stdout.readline().decode().strip()
        said["while used"] = remove_states(folder)
        other.communicate()
    said["then"] = remove_states(folder)
    said["left"] = [path.name for path in folder.iterdir()]
    used = use_state(state)
    said["again"] = used is not None and len(list_states(folder))
    print(json.dumps(said))


if __name__ == "__main__":
    main()
