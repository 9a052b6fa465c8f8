"""Baking with options: reduced keys, root motion, loops, feet on IK, frame rates."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import rotation_vectors_from_matrices
from ..bodies.character import Character
from ..catalogue.output import Output
from ..evaluation.baked_motion import Baked, foot_slide, joint_error, read_back, sole_depth
from ..evaluation.drawn_rigs import draw_armature
from ..rollout.simulate import simulate
from ..shots.shot import Cue, Performer, Shot
from ..shots.take import Take
from .parts.table import Row

Array = NDArray[np.float64]
DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
FILES = (
    "RiggedFigure_unnamed.glb", "cmu_08_02_walk.fbx", "cmu_cgspeed_walk.bvh", "kaykit_Knight.glb",
    "makehuman_tpose.bvh", "mannequiny.glb", "mocapbank_kneel_and_stand.bvh",
    "mpfb_mixamo_rig.blend", "pab_jog.fbx", "rocketbox_Male_Adult_17.fbx",
)  # fmt: skip
SECONDS, SPEED, RATE = 6.0, 0.8, 60.0
FILM_RATE = 24.0  # [1/s]: keys are fewest there, and each counts most
OTHER_RATES = (24000 / 1001, 30000 / 1001, 120.0)
JOINT_ERROR = 0.01  # [m] on a body of 1.75 m
HEIGHT = 1.75  # [m]
KEYS, TURN, WAY = 0.35, 0.2, 0.001  # share, [degrees], [m]
SLIDE, DEPTH = 0.01, 0.01  # [m/s], [m]
POSE_JUMP, VELOCITY_JUMP = 0.5, 0.02  # [degrees], of the peak
SEAM_STEP = 1 / 16  # [frames]
STILL = 1.0  # [degrees/frame]: of what turns less than this at most, a jump is of no account
STEPS = 2


def measure() -> list[Row]:
    """All rows; takes some minutes, most of it Blender's evaluation frame by frame."""
    rows: list[Row] = []
    for name, make in RIGS.items():
        for rate in (FILM_RATE, RATE):
            walk = Walked(name, make, rate)
            rows += _reduced(walk) + _loops(walk)
            rows += _feet_on_ik(walk) if name == "Rigify" else []
        rows += _root_motions(walk)
    for rate in OTHER_RATES:
        rows.append(_joint_row(Walked("Mixamo names", RIGS["Mixamo names"], rate, 2.0), Output()))
    for file in FILES:
        rows += _of_file(file)
    return rows


def _rigify() -> Any:
    from ..rigs.blender.rigify import make_rigify_human

    return make_rigify_human()


RIGS: dict[str, Callable[[], Any]] = {
    "Rigify": _rigify,
    "Mixamo names": lambda: draw_armature(Character.humanoid()),
}


class Walked:
    """A rig and its walk, simulated once and written as often as there are outputs."""

    def __init__(
        self, name: str, make: Callable[[], Any], rate: float, seconds: float = SECONDS
    ) -> None:
        import bpy

        from ..rigs.blender.rig import read_rig
        from ..rigs.blender.scene import frame_rate, set_frame_rate

        with contextlib.redirect_stdout(io.StringIO()):
            bpy.ops.wm.read_homefile(use_empty=True)
            armature = make()
        set_frame_rate(bpy.context.scene, rate)
        self.name, self.rate = name, frame_rate(bpy.context.scene)
        self.rig = read_rig(armature)
        performer = Performer(
            self.rig.character,
            [Cue("walk", speed=SPEED)],
            position=self.rig.position,
            heading=self.rig.heading,
        )
        shot = Shot([performer], duration=seconds, frame_rate=self.rate)
        self.take: Take = simulate(shot, record=("contact_forces",))
        self._place = armature.matrix_world.copy()
        self._pose = {bone.name: bone.matrix_basis.copy() for bone in armature.pose.bones}

    def write(self, output: Output) -> Any:
        from ..rigs.blender.keys import write_take

        # As it was read: what an earlier output moved and this one does not would be in the way.
        self.rig.armature.matrix_world = self._place
        for bone in self.rig.armature.pose.bones:
            bone.matrix_basis = self._pose[bone.name]
        return write_take(self.rig, self.take, start_frame=1, output=output)

    def bake(self, output: Output) -> Baked:
        self.write(output)
        return Baked(self.rig, self.take, *read_back(self.rig, len(self.take.times)))

    def __str__(self) -> str:
        return f"{self.name}, {self.rate:.5g} frames/s"


def _joint_row(walk: Walked, output: Output, what: str = "") -> Row:
    bar = JOINT_ERROR * walk.rig.character.height / HEIGHT
    error = joint_error(walk.bake(output))
    figure = f"{walk}: joint error{what}, greatest [mm]"
    return at_most(figure, 1000 * error, 1000 * bar)


def _sole_row(walk: Walked) -> Row:
    depth = 1000 * sole_depth(walk.bake(Output()))
    return at_most(f"{walk}: sole under the ground, deepest [mm]", depth, 1000 * DEPTH)


def at_most(figure: str, value: float, bar: float) -> Row:
    """A figure that must not be above a bar."""
    return Row(figure, "", "", f"{value:.4f}", value <= bar, bar=f"must: at most {bar:.3g}")


def _reduced(walk: Walked) -> list[Row]:
    dense = walk.write(Output())
    frames = 1.0 + np.arange(len(walk.take.times))
    wanted, every = _own_poses(walk.rig, frames), _count_keys(walk.rig, dense)
    reduced = Output(keys="reduced")
    share = _count_keys(walk.rig, walk.write(reduced)) / every
    shown = _own_poses(walk.rig, frames)
    turn = max(float(_angles(wanted[n][0], shown[n][0]).max()) for n in shown)
    way = walk.rig.bone_map.metres_per_unit * max(
        float(np.linalg.norm(wanted[n][1] - shown[n][1], axis=1).max()) for n in shown
    )
    return [
        at_most(f"{walk}: reduced keys, share of all", share, KEYS),
        at_most(f"{walk}: reduced keys, error of a bone [degrees]", turn, TURN),
        at_most(f"{walk}: reduced keys, error of a bone [mm]", 1000 * way, 1000 * WAY),
        _joint_row(walk, reduced, " with reduced keys"),
    ]


def _own_poses(rig: Any, frames: Array) -> dict[str, tuple[Array, Array]]:
    """Each bone's own rotation (frames, 3, 3) and location (frames, 3) from its channels."""
    import bpy

    found: dict[str, list[Array]] = {bone.name: [] for bone in rig.armature.pose.bones}
    for frame in frames:
        whole = int(np.floor(frame))
        bpy.context.scene.frame_set(whole, subframe=float(frame - whole))
        for bone in rig.armature.pose.bones:
            found[bone.name].append(np.array(bone.matrix_basis))
    stacked = {name: np.array(matrices) for name, matrices in found.items()}
    return {name: (m[:, :3, :3], m[:, :3, 3]) for name, m in stacked.items()}


def _angles(a: Array, b: Array) -> Array:
    """[degrees] between rotations (frames, 3, 3)."""
    turns = rotation_vectors_from_matrices(np.swapaxes(a, 1, 2) @ b)
    angles: Array = np.degrees(np.linalg.norm(turns, axis=1))
    return angles


def _count_keys(rig: Any, action: Any) -> int:
    from ..rigs.blender.actions import curves_of

    return sum(len(curve.keyframe_points) for curve in curves_of(rig.armature, action))


def _feet_on_ik(walk: Walked) -> list[Row]:
    rows = []
    for keys in ("every", "reduced"):
        slide = foot_slide(walk.bake(Output(feet_on_ik=True, keys=keys)), walk.rate)
        figure = f"{walk}: feet on IK, {keys}: slide of a loaded foot, mean [cm/s]"
        rows.append(at_most(figure, 100 * slide, 100 * SLIDE))
    rows.append(_joint_row(walk, Output(feet_on_ik=True), " with feet on IK"))
    return rows


def _loops(walk: Walked) -> list[Row]:
    rows = []
    for keys in ("every", "reduced"):
        pose, velocity = _seam(walk, Output(loop_steps=STEPS, keys=keys))
        figure = f"{walk}: loop of {STEPS} steps, {keys}"
        rows += [
            at_most(f"{figure}: pose jump [degrees]", pose, POSE_JUMP),
            at_most(f"{figure}: velocity jump, share of the peak", velocity, VELOCITY_JUMP),
        ]
    return rows


def _seam(walk: Walked, output: Output) -> tuple[float, float]:
    """Greatest change of a bone's pose [degrees] from the cycle's first to its last frame, and of
    its velocity right before and right after the last one, as a share of its peak.
    """
    first, last = walk.write(output).frame_range
    whole = _own_poses(walk.rig, np.arange(first, last + 1))
    seam = _own_poses(walk.rig, last + SEAM_STEP * np.arange(-2, 3))
    poses, velocities = [0.0], [0.0]
    for name, (turns, _) in whole.items():
        peak = float(np.linalg.norm(_velocities(turns, 1.0), axis=1).max())
        v = _velocities(seam[name][0], SEAM_STEP)
        # Each halfway between its poses: drawn on to the seam from either side.
        before, after = 1.5 * v[1] - 0.5 * v[0], 1.5 * v[2] - 0.5 * v[3]
        poses.append(float(_angles(turns[:1], turns[-1:])[0]))
        if peak > STILL:
            velocities.append(float(np.linalg.norm(after - before)) / peak)
    return max(poses), max(velocities)


def _velocities(turns: Array, step: float) -> Array:
    """[degrees/frame] between rotations `step` frames apart (frames - 1, 3)."""
    vectors = [rotation_vectors_from_matrices(b @ a.T) for a, b in pairwise(turns)]
    return np.degrees(np.array(vectors)) / step


def _root_motions(walk: Walked) -> list[Row]:
    outputs = [Output(root_motion="object")]
    if walk.name == "Rigify":
        outputs = [
            Output(root_motion="root"), Output(root_motion="root", feet_on_ik=True), *outputs,
        ]  # fmt: skip
    return [
        _joint_row(walk, o, f" with the {o.root_motion} travelling" + ", IK" * o.feet_on_ik)
        for o in outputs
    ]


def _of_file(file: str) -> list[Row]:
    from ..rigs.blender.files import open_rig

    if not (DATA / file).is_file():
        return [Row(f"{file}: not here", "", "", "skipped")]
    walk = Walked(file, lambda: open_rig(str(DATA / file), None), RATE)
    rows = [_joint_row(walk, Output()), _sole_row(walk), *_reduced(walk)]
    fell = walk.take.performances[0].fell_at
    if fell is None:
        return rows
    # A body that thrashes on the floor is no walk: how many keys it takes tells nothing.
    return [replace(r, figure=f"{r.figure} (fell at {fell:.1f} s)", passed=None) for r in rows]
