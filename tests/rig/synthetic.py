"""Takes made without a simulator: smooth random motion of every joint within its type."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from footfall import Character, Performance, Take

Array = NDArray[np.float64]


def multiply(a: Array, b: Array) -> Array:
    """Quaternions (..., 4), w first."""
    w, x, y, z = np.moveaxis(a, -1, 0)
    v, i, j, k = np.moveaxis(b, -1, 0)
    return np.stack(
        [
            w * v - x * i - y * j - z * k,
            w * i + x * v + y * k - z * j,
            w * j - x * k + y * v + z * i,
            w * k + x * j - y * i + z * v,
        ],
        axis=-1,
    )


def about(axis: int, angles: Array) -> Array:
    quaternions = np.zeros((len(angles), 4))
    quaternions[:, 0] = np.cos(angles / 2)
    quaternions[:, 1 + axis] = np.sin(angles / 2)
    return quaternions


def rotate(q: Array, vector: tuple[float, float, float]) -> Array:
    w, u = q[:, :1], q[:, 1:]
    v = np.broadcast_to(np.array(vector, dtype=float), u.shape)
    return v + 2 * np.cross(u, np.cross(u, v) + w * v)


def smooth(random: np.random.Generator, times: Array, low: float, high: float) -> Array:
    """An angle that swings between two bounds."""
    phase, rate = random.uniform(0, 2 * np.pi), random.uniform(1.0, 4.0)
    return low + (high - low) * (0.5 + 0.5 * np.sin(rate * times + phase))


def joint_turn(joint, random: np.random.Generator, times: Array, share: float) -> Array:
    """A rotation (frames, 4) within the joint's type and a share of its limits."""
    axes = {"hinge": (1,), "universal": (1, 0), "spherical": (1, 0, 2), "fixed": ()}[joint.type]
    turn = about(0, np.zeros(len(times)))
    for axis in axes:
        low, high = joint.limits[axis]
        turn = multiply(turn, about(axis, smooth(random, times, share * low, share * high)))
    return turn


def make_take(
    character: Character,
    position: tuple[float, float] = (0.0, 0.0),
    heading: float = 0.0,
    seconds: float = 1.0,
    frame_rate: float = 60.0,
    seed: int = 0,
    still: bool = False,
    share: float = 0.5,
) -> Take:
    """A character that waves all its limbs, by a share of what its joints allow, while it flies on
    a curve; `still`: it only stands.
    """
    random = np.random.default_rng(seed)
    times = np.arange(int(seconds * frame_rate) + 1) / frame_rate
    root = about(2, np.full(len(times), heading) + (0 if still else 1) * 3 * times)
    if not still:
        root = multiply(root, about(0, smooth(random, times, -0.5, 0.5)))
    height = character.standing_height_of_root
    place = np.array([*position, height]) + np.zeros((len(times), 3))
    if not still:
        place = place + np.column_stack([times, 0.3 * np.sin(5 * times), 0.1 * np.cos(4 * times)])
    turns, origins = {"": root}, {"": place}
    for i, s in enumerate(character.segments):
        if i == 0:
            turns[s.name], origins[s.name] = root, place
            continue
        own = about(0, np.zeros(len(times))) if still else joint_turn(s.joint, random, times, share)
        turns[s.name] = multiply(turns[s.parent], own)
        origins[s.name] = origins[s.parent] + rotate(turns[s.parent], s.offset)
    names = character.segment_names
    performance = Performance(
        segment_names=names,
        joint_names=character.joint_names,
        segment_positions=np.stack([origins[n] for n in names], axis=1),
        segment_orientations=np.stack([turns[n] for n in names], axis=1),
        joint_positions=np.stack([origins[n] for n in names[1:]], axis=1),
        root_position=place,
        root_orientation=root,
        center_of_mass=place,
        foot_contacts=np.zeros((len(times), 2), dtype=bool),
    )
    return Take(times=times, performances=[performance])
