"""A walk made of known curves: the channels of a style, and legs that fit the feet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from footfall import Character, Performance, Take
from footfall.base.rotations import quaternions_from_matrices
from footfall.controllers.gait.style import periodic_curve

Array = NDArray[np.float64]
SIDES = (".L", ".R")
LIFTED_AT = 0.6  # phase of its stride at which a foot leaves the ground
CROUCH = 0.07  # [m] that the hips are lower than standing
RISE = 0.06  # [m] of an ankle in its swing, over the line between both ends


@dataclass(frozen=True)
class Walk:
    """Curves [rad] by channel as a style has them, and how large the steps are."""

    curves: Mapping[str, tuple[float, ...]]
    speed: float = 1.0
    step_period: float = 0.55
    step_width: float = 0.14
    in_place: bool = False
    heading: float = 0.4
    strides: float = 5.0
    bends: dict[str, Array] = field(default_factory=dict)  # knees as the feet need them

    def angle(self, channel: str, phase: Array, side: str = "") -> Array:
        knots = self.curves.get(channel + side, self.curves.get(channel, (0.0,)))
        return np.array([periodic_curve(np.array(knots, float), p)[0] for p in phase])


def turn(axis: int, angle: Array) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    matrices = np.zeros((*angle.shape, 3, 3))
    matrices[..., axis, axis] = 1.0
    i, j = (axis + 1) % 3, (axis + 2) % 3
    matrices[..., i, i], matrices[..., j, j] = c, c
    matrices[..., i, j], matrices[..., j, i] = -s, s
    return matrices


def draw_walk(
    character: Character,
    walk: Walk,
    rate: float = 60.0,
    place: tuple[float, float] = (0.0, 0.0),
    frames: int | None = None,
) -> Take:
    """The walk on a body; its left foot strikes at time 0."""
    if frames is None:
        frames = round(2 * walk.strides * walk.step_period * rate) + 1
    times = np.arange(frames) / rate
    phase = times / (2 * walk.step_period)
    axes, origins = trunk(character, walk, phase), {}
    for side, shift in zip(SIDES, (0.0, 0.5), strict=True):
        out = 1.0 if side == ".L" else -1.0
        draw_arm(walk, axes, phase + shift, side, out)
        origins["foot" + side] = draw_foot(character, walk, axes, phase + shift, side, out)
    height = character.standing_height_of_root - CROUCH
    way = walk.speed * times
    origins["pelvis"] = np.stack([way, 0.0 * way, 0.0 * way + height], axis=1)
    for side in SIDES:
        walk.bends[side] = draw_leg(character, axes, origins, side)
    return as_take(character, walk, times, axes, origins, place)


def trunk(character: Character, walk: Walk, phase: Array) -> dict[str, Array]:
    axes = {}
    for part, segment in (
        ("pelvis", "pelvis"), ("waist", "lower_back"), ("back", "torso"), ("neck", "head"),
    ):  # fmt: skip
        tilt, lean, turned = (walk.angle(f"{part}_{c}", phase) for c in ("tilt", "lean", "turn"))
        axes[segment] = turn(2, turned) @ turn(1, lean) @ turn(0, tilt)
    return axes


def draw_arm(walk: Walk, axes: dict[str, Array], phase: Array, side: str, out: float) -> None:
    swing, spread, twist, bend = (
        walk.angle(c, phase, side)
        for c in ("shoulder_swing", "shoulder_spread", "shoulder_twist", "elbow_bend")
    )
    arm = turn(1, -swing) @ turn(0, out * spread) @ turn(2, -out * twist)
    axes["upper_arm" + side] = axes["torso"] @ arm
    axes["lower_arm" + side] = axes["upper_arm" + side] @ turn(1, -bend)
    axes["hand" + side] = axes["lower_arm" + side]


def draw_foot(
    character: Character, walk: Walk, axes: dict[str, Array], phase: Array, side: str, out: float
) -> Array:
    """Fill in foot and toes, and return the way of the ankle (frames, 3), forwards along x."""
    pitch = walk.angle("foot_pitch", phase, side)
    axes["foot" + side] = turn(2, out * walk.angle("foot_turn", phase, side)) @ turn(1, pitch)
    axes["toes" + side] = axes["foot" + side] @ turn(1, -walk.angle("toe_bend", phase, side))
    stride = 2 * walk.speed * walk.step_period
    place, height = rolled(character, walk, phase % 1.0, side)
    swing = np.clip((phase % 1.0 - LIFTED_AT) / (1.0 - LIFTED_AT), 0.0, 1.0)
    ends = np.array([LIFTED_AT, 1.0 - 1e-9])
    (off, on), (low, high) = rolled(character, walk, ends, side)
    share = swing * swing * (3.0 - 2.0 * swing)
    in_air = swing > 0.0
    ahead = np.where(in_air, off + share * (stride + on - off), place)
    up = np.where(in_air, low + share * (high - low) + RISE * np.sin(np.pi * swing) ** 2, height)
    # A foot strikes half a step ahead of the hips.
    start = stride * np.floor(phase) + stride / 4 - (0.0 if side == ".L" else stride / 2)
    return np.stack([start + ahead, 0.0 * up + out * walk.step_width / 2, up], axis=1)


def rolled(character: Character, walk: Walk, phase: Array, side: str) -> tuple[Array, Array]:
    """Place of the ankle ahead and up on a foot that rolls from its heel to its toes."""
    sole = character.segment("foot" + side).shape
    under = sole.size[2] / 2 - sole.center[2]
    heel, ball = sole.size[0] / 2 - sole.center[0], sole.size[0] / 2 + sole.center[0]
    pitch = walk.angle("foot_pitch", phase, side)
    lever = np.where(pitch > 0.0, ball, -heel)
    ahead = lever * (1.0 - np.cos(pitch)) + under * np.sin(pitch)
    return ahead, under * np.cos(pitch) + lever * np.sin(pitch)


def draw_leg(
    character: Character, axes: dict[str, Array], origins: dict[str, Array], side: str
) -> Array:
    """Two links from hip to ankle with the knee forwards; returns the knee's bend (frames,)."""
    socket = np.array(character.segment("upper_leg" + side).offset)
    hip = origins["pelvis"] + axes["pelvis"] @ socket
    upper = -character.segment("lower_leg" + side).offset[2]
    lower = -character.segment("foot" + side).offset[2]
    way = origins["foot" + side] - hip
    length = np.linalg.norm(way, axis=1)
    assert length.max() < upper + lower, "the feet are out of reach"
    bend = np.pi - np.arccos((upper**2 + lower**2 - length**2) / (2 * upper * lower))
    within = np.arcsin(lower * np.sin(bend) / length)
    z = -way / length[:, None]
    y = np.array([0.0, 1.0, 0.0]) - z * z[:, 1:2]
    y /= np.linalg.norm(y, axis=1, keepdims=True)
    along = np.stack([np.cross(y, z), y, z], axis=-1)
    axes["upper_leg" + side] = along @ turn(1, -within)
    axes["lower_leg" + side] = axes["upper_leg" + side] @ turn(1, bend)
    return bend


def as_take(
    character: Character,
    walk: Walk,
    times: Array,
    axes: dict[str, Array],
    origins: dict[str, Array],
    place: tuple[float, float],
) -> Take:
    """Turned to the walk's heading and put in its place; on a treadmill when it is in place."""
    facing = turn(2, np.full(len(times), walk.heading))
    if walk.in_place:
        origins = {n: o - np.outer(times, [walk.speed, 0.0, 0.0]) for n, o in origins.items()}
    axes = {name: facing @ a for name, a in axes.items()}
    points = {}
    for s in character.segments:
        if s.parent:
            step = (axes[s.parent] @ np.array(s.offset)[:, None])[:, :, 0]
            points[s.name] = points[s.parent] + step
        else:
            points[s.name] = (facing @ origins["pelvis"][:, :, None])[:, :, 0] + [*place, 0.0]
    names = character.segment_names
    turns = np.stack([quaternions_from_matrices(axes[n]) for n in names], axis=1)
    performance = Performance(
        segment_names=names,
        joint_names=character.joint_names,
        segment_positions=np.stack([points[n] for n in names], axis=1),
        segment_orientations=turns,
        joint_positions=np.stack([points[n] for n in names[1:]], axis=1),
        root_position=points["pelvis"],
        root_orientation=turns[:, 0],
        center_of_mass=points["pelvis"],
        foot_contacts=np.zeros((len(times), 2), dtype=bool),
    )
    return Take(times=times, performances=[performance])
