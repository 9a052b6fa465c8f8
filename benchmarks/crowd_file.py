"""A scene of a thousand members: how large its file is, and how a fresh Blender opens and plays it.

The motion of a few walkers of various proportions is used for all members, at other places and with
other headings, so that the figures are those of the file and not of the simulation.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..catalogue.crowds import BOXES, FULL, LIGHT
from ..crowd.description import Crowd
from ..crowd.members import make_shot
from ..crowd.surfaces import Rectangle
from ..evaluation.moved_takes import moved_shot, moved_take
from ..rollout.simulate import simulate
from ..shots.shot import Cue, Performer, Shot
from ..shots.take import Take
from .parts.table import Row

WALKERS, SECONDS, RATE = 6, 10.0, 30.0
MANY, FEW = 1000, 100  # light members or boxes, and full ones
LARGEST, LONGEST, SLOWEST, MOST = 150.0, 20.0, 80.0, 4.0  # [MB], [s], [ms], [GB]
FRAMES = 50  # over which the time of a frame is the mean
PATIENCE = 900.0  # [s]
KIBIBYTE = 1024
OPEN = """
import json, os, sys, time
import bpy
began = time.monotonic()
bpy.ops.wm.open_mainfile(filepath=sys.argv[1])
opened = time.monotonic() - began
scene = bpy.context.scene
scene.frame_set(1)
began = time.monotonic()
for frame in range(2, 2 + int(sys.argv[2])):
    scene.frame_set(frame)
each = (time.monotonic() - began) / int(sys.argv[2])
seen = bpy.context.evaluated_depsgraph_get().object_instances
shown = sum(thing.object.type == "MESH" and len(thing.object.data.polygons) > 0 for thing in seen)
peak = next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))
print("SAID" + json.dumps(dict(opened=opened, each=each, shown=shown, peak=int(peak))), flush=True)
os._exit(0)
"""


def measure() -> list[Row]:
    """All rows; takes some minutes."""
    walks = [(shot, simulate(shot)) for shot in _shots()]
    rows = []
    for kind, count in ((LIGHT, MANY), (BOXES, MANY), (FULL, FEW)):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "crowd.blend"
            _save(kind, count, walks, path)
            rows += _rows(kind, count, path)
    return rows


def _shots() -> list[Shot]:
    """A walker each, of various proportions."""
    crowd = Crowd(count=WALKERS, variation=0.2, surface=Rectangle((100.0, 100.0)), spacing=20.0)
    bodies = [one.character for one in make_shot([_rig().character], crowd).performers]
    speeds = np.linspace(0.7, 1.3, WALKERS).tolist()
    return [
        Shot([Performer(body, [Cue("walk", speed=speed)])], duration=SECONDS, frame_rate=RATE)
        for body, speed in zip(bodies, speeds, strict=True)
    ]


def _rig() -> Any:
    """The character that Footfall adds to a scene, with its mesh, in a new file."""
    import bpy

    from ..rigs.blender.mannequin import add_mannequin
    from ..rigs.blender.rig import read_rig
    from ..rigs.blender.scene import set_frame_rate
    from ..rigs.mannequin.build import build_mannequin

    bpy.ops.wm.read_homefile(use_empty=True)
    set_frame_rate(bpy.context.scene, RATE)
    drawn, layer = build_mannequin("adult"), bpy.context.scene.collection
    return read_rig(add_mannequin(drawn, "Mannequin", layer, 1.0)[0])


def _save(kind: str, count: int, walks: Sequence[tuple[Shot, Take]], path: Path) -> None:
    """A file in which the members have these walks in turn, each at a place of its own."""
    from ..rigs.blender.crowd_plan import CrowdPlan
    from ..rigs.blender.crowd_scene import Group, write_crowd
    from ..rigs.blender.files import save_blend
    from ..rigs.blender.hidden_rigs import hide_rigs

    rig = _rig()
    crowd = Crowd(count=count, surface=Rectangle((80.0, 80.0)), frame_rate=RATE, duration=SECONDS)
    plan = CrowdPlan([rig], crowd, 1, kind=kind)
    groups, takes = [], []
    for number, place in enumerate(plan.shot.performers):
        shot, take = walks[number % len(walks)]
        groups.append(Group("", [number], moved_shot(shot, place.position, place.heading)))
        takes.append(moved_take(take, place.position, place.heading))
    write_crowd(plan, groups, takes)
    hide_rigs([rig.armature])
    save_blend(str(path))


def _rows(kind: str, count: int, path: Path) -> list[Row]:
    said, size = _opened(path), path.stat().st_size / 1e6
    what = "boxes" if kind == BOXES else f"{kind} members"
    scene = f"{count} {what} x {SECONDS:g} s at {RATE:g} frames/s (the walks of {WALKERS})"
    must = kind != FULL
    figures = [
        (f"{scene}: size of the file [MB]", size, LARGEST),
        ("the same: time to open it in a fresh Blender [s]", said["opened"], LONGEST),
        (f"the same: time of a frame, mean of {FRAMES} [ms]", 1e3 * said["each"], SLOWEST),
        ("the same: peak memory of that Blender [GB]", said["peak"] * KIBIBYTE / 1e9, MOST),
    ]
    rows = [
        Row(figure, "", "", f"{value:.3g}", value <= bar if must else None,
            f"must: at most {bar:g}" if must else "")
        for figure, value, bar in figures
    ]  # fmt: skip
    return [*rows, Row("the same: meshes that Blender shows", "", "", str(said["shown"]))]


def _opened(path: Path) -> dict[str, Any]:
    """What a fresh Blender says of the file."""
    run = subprocess.run(
        [sys.executable, "-c", OPEN, str(path), str(FRAMES)],
        capture_output=True, text=True, check=True, timeout=PATIENCE,
    )  # fmt: skip
    said: dict[str, Any] = json.loads(run.stdout.rpartition("SAID")[2])
    return said
