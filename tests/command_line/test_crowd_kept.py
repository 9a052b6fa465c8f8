"""`footfall crowd` that Ctrl-C ends: what is finished is kept if asked; the rest comes later."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rig_files import blender_script
from shell import PATIENCE, Run, one_sentence

pytest.importorskip("bpy")
pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has no SIGINT for one process"
)

# Four groups of one member each, of which one process simulates one after the other.
LINE = (
    "crowd", "rig.fbx", "--count", "4", "--duration", "4", "--seed", "1", "--area", "200", "200",
    "--spacing", "40", "--frame-rate", "25", "--workers", "1", "--out", "crowd.blend",
)  # fmt: skip
MEMBERS = """
bpy.ops.wm.open_mainfile(filepath={path!r})
crowd = bpy.data.collections["Crowd"]
def members():
    return {{t["footfall_member"]: t for t in crowd.objects if "footfall_member" in t}}
said = dict(numbers=sorted(members()))
{more}
print("SAID" + json.dumps(said), flush=True)
os._exit(0)
"""
COMPLETE = """
from footfall import register
register()
for member in members().values():
    member["mark"] = True
bpy.context.view_layer.objects.active = members()[said["numbers"][0]]
bpy.ops.footfall.complete_crowd()
said["all"] = sorted(members())
said["untouched"] = sorted(n for n, member in members().items() if "mark" in member)
"""


@pytest.fixture(autouse=True)
def heeds_interrupts() -> None:
    # Tests that a shell runs in the background ignore the signal, and their children would as well.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def rig(rigs: Path, tmp_path: Path) -> None:
    shutil.copy(rigs / "rig.fbx", tmp_path)


def interrupt(folder: Path, after: int, *options: str) -> tuple[int, str]:
    """The status and the messages of a run that Ctrl-C reaches after a number of groups."""
    kept = folder / "kept"
    with subprocess.Popen(
        [sys.executable, "-m", "footfall", *LINE, "--cache", str(kept), *options],
        cwd=folder, stderr=subprocess.PIPE, text=True, start_new_session=True,
    ) as process:  # fmt: skip
        deadline = time.monotonic() + PATIENCE
        while len(list(kept.glob("*.npz"))) < after and time.monotonic() < deadline:
            assert process.poll() is None
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: the workers get it as well
        said = process.communicate(timeout=PATIENCE)[1]
    assert "Traceback" not in said
    return process.returncode, said


def look(folder: Path, more: str = "") -> dict[str, list[int]]:
    source = MEMBERS.format(path=str(folder / "crowd.blend"), more=more)
    found: dict[str, list[int]] = json.loads(blender_script(source, folder).rpartition("SAID")[2])
    return found


def test_finished_members_are_kept_and_the_rest_is_simulated_later(
    footfall: Run, tmp_path: Path
) -> None:
    status, said = interrupt(tmp_path, 1, "--keep-finished")
    kept = look(tmp_path)["numbers"]
    assert status == 1, said
    assert 1 <= len(kept) < 4
    assert "the groups that are finished are kept" in said
    assert f"{4 - len(kept)} of 4 members are missing in crowd.blend" in said
    completed = look(tmp_path, COMPLETE)
    assert completed["all"] == [0, 1, 2, 3]
    assert completed["untouched"] == kept
    dates = {path: path.stat().st_mtime_ns for path in (tmp_path / "kept").iterdir()}
    again = footfall(*LINE, "--cache", "kept")
    assert again.returncode == 0, again.stderr
    assert look(tmp_path)["numbers"] == [0, 1, 2, 3]
    assert {path: path.stat().st_mtime_ns for path in dates} == dates
    assert len(list((tmp_path / "kept").iterdir())) == 4


def test_without_the_option_ctrl_c_writes_nothing(tmp_path: Path) -> None:
    status, said = interrupt(tmp_path, 1)
    assert status == 1
    assert said.strip().splitlines()[-1] == "footfall: Stopped."
    assert not (tmp_path / "crowd.blend").exists()


def test_ctrl_c_before_any_group_is_finished_writes_nothing(tmp_path: Path) -> None:
    line = [sys.executable, "-m", "footfall", *LINE, "--keep-finished"]
    with subprocess.Popen(line, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        process.stderr.readline()  # the first line of progress
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=PATIENCE)[1]
    assert process.returncode == 1
    assert "No group was finished: nothing is written." in one_sentence(
        said.strip().splitlines()[-1]
    )
    assert not (tmp_path / "crowd.blend").exists()
