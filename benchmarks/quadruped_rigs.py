"""Rigs on four legs: mapped by themselves, a trot and a sit baked, read back from Blender.

The other projects' files are looked for beside the checkout; without them they are left out.
"""

from __future__ import annotations

import contextlib
import io
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ..bodies.quadruped import DOG_HEIGHT
from ..evaluation.baked_motion import Baked, joint_error, read_back
from ..retarget.rigid_paws import sole_height
from ..retarget.segment_motion import SegmentMotion
from ..rollout.simulate import simulate
from ..shots.cue import Cue
from ..shots.shot import Performer, Shot
from ..shots.take import Take
from .bake import new_scene
from .parts.table import Row

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
FILES = ("Fox.glb", "quaternius_Farm_Horse.fbx")
METARIGS = ("horse", "cat", "wolf", "basic_quadruped")
SPEED = 1.0  # [m/s] of a dog
TROTS, SITS = 5.0, 5.0  # [s]; times but of the trot grow with the square root of the size
RATE = 24.0  # [1/s]
CLOSE = 0.01  # [m] of a dog: how far joints may be off, and soles above or under the ground


def measure() -> list[Row]:
    """Two rows for each rig."""
    paths = [str(DATA / file) for file in FILES if (DATA / file).is_file()]
    paths += [f"rigify:{name}" for name in METARIGS]
    return [row for path in paths for row in rows_of(path)]


def rows_of(path: str) -> Iterator[Row]:
    """How near a rig's joints come to what was simulated, and its feet to the ground."""
    name = path.rpartition("/")[2]
    baked = bake(path)
    performance = baked.take.performances[0]
    size = baked.rig.character.height / DOG_HEIGHT
    helped = baked.rig.bone_map.question is not None or baked.rig.bone_map.missing_required
    told = {event for _, event in performance.events}
    done = performance.fell_at is None and "seated" in told
    error = joint_error(baked) / size
    yield Row(
        f"{name}: mapped without help; trot of {TROTS:g} s, then sits; joint error, greatest "
        "[cm of a dog]", "", "",
        ("asks; " if helped else "") + (f"{100 * error:.2f}" if done else _failure(baked.take)),
        bool(done and not helped and error <= CLOSE), f"must: {100 * CLOSE:g}",
    )  # fmt: skip
    lowest, highest = sole_heights(baked)
    yield Row(
        f"{name}: soles of loaded feet, lowest and highest over the ground [cm of a dog]", "", "",
        f"{100 * lowest / size:.2f}, {100 * highest / size:.2f}",
        max(-lowest, highest) <= CLOSE * size, f"must: {100 * CLOSE:g}",
    )  # fmt: skip


def _failure(take: Take) -> str:
    fell_at = take.performances[0].fell_at
    return "does not sit down" if fell_at is None else f"falls at {fell_at:.1f} s"


def bake(path: str) -> Baked:
    """Open or generate a rig, let it trot and sit down, and bake that on it."""
    import bpy

    from ..rigs.blender.files import open_rig
    from ..rigs.blender.keys import write_take
    from ..rigs.blender.rig import read_rig
    from ..rigs.blender.scene import set_frame_rate

    with contextlib.redirect_stdout(io.StringIO()):
        new_scene()
        rig = read_rig(open_rig(path))
    set_frame_rate(bpy.context.scene, RATE)
    take = simulate(shot_of(rig))
    write_take(rig, take, start_frame=1)
    return Baked(rig, take, *read_back(rig, len(take.times)))


def shot_of(rig: Any) -> Shot:
    """Trot for a while, then sit down."""
    pace = math.sqrt(rig.character.height / DOG_HEIGHT)
    cues = [Cue("trot", speed=SPEED * pace), Cue("sit", start=TROTS)]
    performer = Performer(rig.character, cues, position=rig.position, heading=rig.heading)
    return Shot([performer], duration=TROTS + SITS * pace, frame_rate=RATE)


def sole_heights(baked: Baked) -> tuple[float, float]:
    """Lowest and highest that the lowest point of a foot is over the ground while it bears [m].

    A foot without a mesh is as thick as the body that was simulated.
    """
    from ..rigs.blender.rig import flesh_of_feet

    performance, heights = baked.take.performances[0], []
    for i, (leg, points) in enumerate(flesh_of_feet(baked.rig).items()):
        foot = f"foot.{leg}"
        moving = SegmentMotion(baked.axes[foot], baked.origins[foot])
        turned = np.einsum("fij,pj->fpi", moving.axes, points)
        lowest = (moving.origin[:, None] + turned)[:, :, 2].min(axis=1)
        if foot not in baked.rig.rest.flesh:
            bare = sole_height(moving, baked.rig.character.segment(foot))
            lowest = np.minimum(lowest, bare)
        heights.append(lowest[performance.foot_contacts[:, i]])
    found = np.concatenate(heights)
    return float(found.min()), float(found.max())
