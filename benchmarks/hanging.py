"""Hanging parts: whether they stay whole, close loops, keep out of the body, and what they cost.

The peer is the integration of each bone's tip in Python, bone by bone and frame by frame, as
add-ons for wiggling bones do it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

import bpy
import numpy as np
from mathutils import Vector
from numpy.typing import NDArray

from ..bodies.hanging import PRESETS, Chain, ChainBone
from ..evaluation.dressed_mannequin import depths, dressed_mannequin, hang_all
from ..evaluation.loop_seams import seam_of
from ..evaluation.random_chains import fastest_and_growth, random_chain
from ..rigs.blender.keys import write_take
from ..rigs.blender.rig import Rig
from ..rigs.blender.scene import make_shot, set_frame_rate
from ..rollout.simulate import simulate
from ..shots.shot import Cue, Push
from ..simulation.hanging.motion import Moving, hang
from ..simulation.silence_output import silence_output
from .parts.table import Row

Array = NDArray[np.float64]
CHAINS = 1000
FASTEST, GROWN = 30.0, 1e-6  # [m/s]; of the torque of a chain's weight
LOOPS = (24, 48, 72, 96, 120)  # frames
RATE = 30.0  # [1/s]
SEAM, SEAM_SPEED, DEEPEST = 0.5, 2.0, 5.0  # [degrees], [%], [mm]
BONES, FRAMES, STRAND = 100, 250, 5
MOST_SECONDS = 1.0
UPRIGHT = (1.0, 0.0, 0.0, 0.0)
DOWN = (math.sqrt(0.5), -math.sqrt(0.5), 0.0, 0.0)
SHOTS = {
    "walk": ([Cue("walk", speed=1.4)], 6.0, ()),
    "run": ([Cue("run", speed=3.0)], 6.0, ()),
    "fall and rise": (
        [Cue("walk", speed=1.2)], 12.0,
        [Push(performer=0, segment="torso", time=1.5, duration=0.2, force=(900.0, 0.0, 0.0))],
    ),
}  # fmt: skip


def measure() -> list[Row]:
    with silence_output():
        return [*_whole(), *_loops(), *_cost(), *_depth()]


def _whole() -> list[Row]:
    found = np.array(
        [fastest_and_growth(random_chain(np.random.default_rng(i))) for i in range(CHAINS)]
    )
    finite = int(np.isfinite(found).all(axis=1).sum())
    fastest, grown = float(found[:, 0].max()), float(found[:, 1].max())
    return [
        Row(f"random chains of {CHAINS} whose numbers stay finite", "", "", f"{finite}",
            finite == CHAINS, f"must: {CHAINS}"),
        Row("fastest point of any [m/s]", "", "", f"{fastest:.2f}", fastest <= FASTEST + 0.01,
            f"must: {FASTEST:g}"),
        Row("chains whose energy grows while nothing moves them", "", "",
            f"{int((found[:, 1] > GROWN).sum())}", grown <= GROWN, "must: 0"),
    ]  # fmt: skip


def _loops() -> list[Row]:
    found = []
    for frames in LOOPS:
        for hanging in PRESETS.values():
            bones = tuple(
                ChainBone(name=str(i), head=(0.0, 0.1 if i else 0.0, 0.0),
                          rotation=UPRIGHT if i else DOWN, length=0.1)
                for i in range(STRAND)
            )  # fmt: skip
            chain = Chain(name="chain", carrier="head", bones=bones, hanging=hanging)
            axes = hang([chain], _round(frames), RATE, loops=True)
            found.append(seam_of(axes))
    seam, speed = np.max(found, axis=0).tolist()
    return [
        Row(f"loops of {LOOPS[0]} to {LOOPS[-1]} frames: jump of a bone at the seam [degrees]", "",
            "", f"{seam:.3f}", seam <= SEAM, f"must: {SEAM:g}"),
        Row("loops: jump of a bone's rate at the seam [% of the largest]", "", "", f"{speed:.2f}",
            speed <= SEAM_SPEED, f"must: {SEAM_SPEED:g}"),
    ]  # fmt: skip


def _round(frames: int) -> Moving:
    """A head that goes round and nods once, from the last frame on again."""
    angle = 2.0 * math.pi * np.arange(frames) / (frames - 1)
    places = np.stack([0.1 * np.cos(angle), 0.1 * np.sin(angle), 0.03 * np.sin(2 * angle)], axis=1)
    nod = 0.15 * np.sin(angle)
    turns = np.stack([np.cos(nod), np.sin(nod), 0.0 * nod, 0.0 * nod], axis=1)
    return Moving(names=("head",), places=places[:, None], turns=turns[:, None])


def _cost() -> list[Row]:
    rig, bones = _haired()
    hang_all(rig)  # compiles
    ours = min(_seconds(rig) for _ in range(3))
    peer = min(_point_by_point(len(bones), FRAMES) for _ in range(3))
    return [
        Row(f"{BONES} bones over {FRAMES} frames, with reading and keys [s]", "", f"{peer:.2f}",
            f"{ours:.2f}", ours <= MOST_SECONDS, f"must: {MOST_SECONDS:g}, aim: 0.2"),
    ]  # fmt: skip


def _seconds(rig: Rig) -> float:
    begun = time.process_time()
    hang_all(rig)
    return time.process_time() - begun


def _haired() -> tuple[Rig, Sequence[str]]:
    """The dressed human with as many bones that hang, on an Action of so many frames."""
    rig = dressed_mannequin(strands=(BONES - 32) // 6, extra=(BONES - 32) % 6)
    armature = rig.armature
    armature.rotation_mode = "XYZ"
    for frame in range(1, FRAMES + 1, 10):
        armature.rotation_euler.z = 0.5 * math.sin(0.2 * frame)
        armature.keyframe_insert("rotation_euler", frame=frame)
        armature.location.y = -0.02 * frame
        armature.keyframe_insert("location", frame=frame)
    return rig, hang_all(rig)


def _point_by_point(bones: int, frames: int) -> float:
    """Processor time of the peer's way: springs to the pose and a length, in Python [s]."""
    points = [Vector((0.0, 0.0, -0.1 * (i % STRAND + 1))) for i in range(bones)]
    speeds = [Vector() for _ in points]
    step, pull, slow = 1.0 / 24.0, 60.0, 0.9
    begun = time.process_time()
    for frame in range(frames):
        root = Vector((0.3 * math.sin(0.2 * frame), -0.02 * frame, 0.0))
        for i in range(bones):
            before = points[i - 1] if i % STRAND else root
            wanted = before + Vector((0.0, 0.0, -0.1))
            force = pull * (wanted - points[i]) + Vector((0.0, 0.0, -9.81))
            speeds[i] = slow * (speeds[i] + step * force)
            way = points[i] + step * speeds[i] - before
            points[i] = before + 0.1 * way.normalized()
            Vector((0.0, 0.0, -1.0)).rotation_difference(way)
    return time.process_time() - begun


def _depth() -> list[Row]:
    rows = []
    for name, (cues, duration, pushes) in SHOTS.items():
        rig = dressed_mannequin()
        set_frame_rate(bpy.context.scene, RATE)
        shot = make_shot(
            rig, cues, duration=duration, rate=RATE, recover=bool(pushes), pushes=list(pushes)
        )
        take = simulate(shot)
        write_take(rig, take)
        frames = range(1, len(take.performances[0].root_position) + 1)
        bones = hang_all(rig)
        deep = 1000.0 * depths(rig, bones, frames)
        share = 100.0 * float((deep > DEEPEST).mean())
        rows += [
            Row(f"{name}: deepest of hair and skirt in the body [mm]", "", "", f"{deep.max():.1f}",
                bool(deep.max() <= DEEPEST), f"must: {DEEPEST:g}"),
            Row(f"{name}: frames with a bone deeper than that [%]", "", "", f"{share:.1f}", None,
                ""),
        ]  # fmt: skip
    return rows
