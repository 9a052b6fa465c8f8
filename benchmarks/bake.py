"""A plain bake: joints, feet and soles of evaluated rigs, and the speed of writing keys."""

from __future__ import annotations

import contextlib
import io
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..bodies.character import Character
from ..evaluation.baked_motion import Baked, foot_slide, joint_error, read_back, sole_depth
from ..evaluation.drawn_rigs import MIXAMO, draw_armature, import_bvh
from ..rollout.simulate import simulate
from ..shots.shot import Cue, Performer, Shot
from ..shots.take import Take
from .parts.table import Row

Array = NDArray[np.float64]
SECONDS, SPEED, RATE = 6.0, 0.8, 60.0
JOINT_ERROR, SLIDE, DEPTH = 0.005, 0.03, 0.01  # [m], [m/s], [m]
SAME = 0.01  # [m]
TIMES_FASTER = 20.0
KEYED_FRAMES, KEYED_BONES = 250, 60


def measure() -> list[Row]:
    """All rows; takes about a minute, most of it Blender's evaluation frame by frame."""
    rows: list[Row] = []
    for name, make in RIGS.items():
        rows += _rows_of(name, bake_walk(make))
    rows += _same_walk()
    rows.append(key_speed())
    return rows


def new_scene() -> None:
    """An empty one, played at RATE."""
    import bpy

    bpy.ops.wm.read_homefile(use_empty=True)
    bpy.context.scene.render.fps = int(RATE)


def _rigify() -> Any:
    from ..rigs.blender.rigify import make_rigify_human

    return make_rigify_human()


RIGS: dict[str, Callable[[], Any]] = {
    "Rigify": _rigify,
    "Mixamo names": lambda: draw_armature(Character.humanoid()),
    "BVH": lambda: import_bvh(Character.humanoid()),
}


def bake_walk(make: Callable[[], Any]) -> Baked:
    """Simulate and bake a walk on a fresh rig, and read it back from Blender's evaluation."""
    from ..rigs.blender.keys import write_take

    rig, take = simulate_walk(make)
    write_take(rig, take, start_frame=1)
    return Baked(rig, take, *read_back(rig, len(take.times)))


def simulate_walk(make: Callable[[], Any]) -> tuple[Any, Take]:
    """A fresh rig in a new scene, and its walk, not baked yet."""
    from ..rigs.blender.rig import read_rig

    with contextlib.redirect_stdout(io.StringIO()):
        new_scene()
        rig = read_rig(make())
    performer = Performer(
        rig.character, [Cue("walk", speed=SPEED)], position=rig.position, heading=rig.heading
    )
    shot = Shot([performer], duration=SECONDS, frame_rate=RATE)
    return rig, simulate(shot, record=("contact_forces",))


def _rows_of(name: str, baked: Baked) -> list[Row]:
    error, slide, depth = joint_error(baked), foot_slide(baked), sole_depth(baked)
    fell = baked.take.performances[0].fell_at
    standing = "no fall" if fell is None else f"fell at {fell:.1f} s"
    walk = f"{name}: walk of {SECONDS:g} s at {SPEED:g} m/s"
    return [
        Row(walk, "", "", standing, fell is None, "must: no fall"),
        Row(f"{name}: joint error, greatest [mm]", "", "", f"{1000 * error:.4f}",
            error <= JOINT_ERROR, "must: at most 5"),
        Row(f"{name}: slide of a loaded foot, mean [cm/s]", "", "", f"{100 * slide:.2f}",
            slide <= SLIDE, "must: at most 3"),
        Row(f"{name}: sole under the ground, deepest [mm]", "", "", f"{1000 * depth:.2f}",
            depth <= DEPTH, "must: at most 10"),
    ]  # fmt: skip


def _same_walk() -> list[Row]:
    """One body as four rigs: as drawn, shrunk, its object turned, its bones turned."""
    body = Character.humanoid()

    def with_object(**settings: Any) -> Callable[[], Any]:
        def make() -> Any:
            armature = draw_armature(body)
            for name, value in settings.items():
                setattr(armature, name, value)
            return armature

        return make

    plain = bake_walk(with_object())
    variants = {
        "at object scale 0.01": with_object(scale=(0.01, 0.01, 0.01)),
        "turned by 90 degrees": with_object(rotation_euler=(0.0, 0.0, np.pi / 2)),
        "facing +X at rest": lambda: draw_armature(body, MIXAMO, turn=np.pi / 2),
    }
    rows = []
    for name, make in variants.items():
        apart = walks_apart(plain, bake_walk(make))
        figure = f"{name}: joints from the plain rig's walk, farthest [mm]"
        bar = f"must: at most {1000 * SAME:g}"
        rows.append(Row(figure, "", "", f"{1000 * apart:.3f}", apart <= SAME, bar))
    return rows


def walks_apart(a: Baked, b: Baked) -> float:
    """Greatest distance [m] of joints when both walks start at one place in one direction."""
    return max(
        float(np.linalg.norm(_at_home(a, role) - _at_home(b, role), axis=1).max())
        for role in a.origins
    )


def _at_home(baked: Baked, role: str) -> Array:
    """A joint's way as if the rig had started at the origin and faced +x (frames, 3)."""
    c, s = np.cos(baked.rig.heading), np.sin(baked.rig.heading)
    start = np.array([*baked.rig.position, 0.0])
    home: Array = (baked.origins[role] - start) @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    return home


def key_speed() -> Row:
    """Writing quaternion curves for many bones against keyframe_insert, in one run."""
    import bpy

    from ..rigs.blender.actions import new_action
    from ..rigs.blender.fcurves import Curve

    with contextlib.redirect_stdout(io.StringIO()):
        new_scene()
    data = bpy.data.armatures.new("many")
    armature = bpy.data.objects.new("many", data)
    bpy.context.collection.objects.link(armature)
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    for i in range(KEYED_BONES):
        data.edit_bones.new(f"bone{i}").tail = (0.0, 0.0, 1.0)
    bpy.ops.object.mode_set(mode="OBJECT")
    frames = 1.0 + np.arange(KEYED_FRAMES)
    values = np.random.default_rng(0).normal(size=(KEYED_BONES, 4, KEYED_FRAMES))
    start = time.perf_counter()
    for bone, columns in zip(armature.pose.bones, values, strict=True):
        for frame, quaternion in zip(frames, columns.T, strict=True):
            bone.rotation_quaternion = quaternion
            bone.keyframe_insert("rotation_quaternion", frame=frame)
    inserted = time.perf_counter() - start
    start = time.perf_counter()
    curves = [
        Curve(f"{bone.path_from_id()}.rotation_quaternion", i, frames, column, bone.name)
        for bone, columns in zip(armature.pose.bones, values, strict=True)
        for i, column in enumerate(columns)
    ]
    new_action(armature, "written", curves)
    written = time.perf_counter() - start
    ratio = inserted / written
    ours = f"{ratio:.0f} ({1000 * written:.0f} ms for {1000 * inserted:.0f} ms)"
    figure = f"{KEYED_FRAMES} frames on {KEYED_BONES} bones, times faster than keyframe_insert"
    return Row(figure, "", "", ours, ratio >= TIMES_FASTER, f"must: at least {TIMES_FASTER:g}")
