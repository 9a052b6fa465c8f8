"""Chains of all kinds on what moves anyhow: how fast they get, and whether energy grows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..bodies.hanging import Chain, ChainBone, Hanging
from ..simulation.hanging.follow import FASTEST, energy_of
from ..simulation.hanging.motion import HangingRun, Moving

Array = NDArray[np.float64]
RATES = (12.0, 24.0, 25.0, 30.0, 60.0, 120.0)
MOVING, QUIET = 2.0, 2.0  # [s] in which the carrier moves, and stands still afterwards
ALMOST = 1e-9  # of the energy: error of its sums


class RandomChain(NamedTuple):
    """A chain, the motion of its carrier, the frame rate, and how many frames it moves."""

    chain: Chain
    moving: Moving
    rate: float
    moved: int


def random_chain(rng: np.random.Generator) -> RandomChain:
    """1 to 30 bones of 1 mm to 2 m, at scales of 0.01 to 100, with or without jumps."""
    rate = float(rng.choice(RATES))
    scale = 10.0 ** rng.uniform(-2.0, 2.0)
    chain = Chain(name="chain", carrier="root", bones=_bones(rng, scale), hanging=_hanging(rng))
    moved, quiet = int(MOVING * rate), int(QUIET * rate)
    places, turns = _motion(rng, scale, rate, moved)
    if rng.random() < 0.5:
        jump = rng.integers(1, moved)
        places[jump:] += 100.0 * scale * rng.normal(size=3)
        turns[jump:] = _unit(rng.normal(size=4))
    places, turns = (
        np.concatenate([a, np.repeat(a[-1:], quiet, axis=0)])[:, None] for a in (places, turns)
    )
    return RandomChain(chain, Moving(names=("root",), places=places, turns=turns), rate, moved)


def fastest_and_growth(case: RandomChain) -> tuple[float, float]:
    """Largest speed of a point [m/s], but of frames in which the carrier jumps; and by how much the
    energy grows in any frame while nothing moves, of the torque of the chain's weight.

    Both are infinite where a number is not finite.
    """
    run = HangingRun([case.chain], case.moving, case.rate, None)
    points, energies = [run.links["point"].copy()], []
    for frame in range(1, len(case.moving.places)):
        run.through(slice(frame - 1, frame + 1))
        points.append(run.links["point"].copy())
        if frame > case.moved:
            energies.append(energy_of(run.links, run.chains[0]))
    if not (np.isfinite(points).all() and np.isfinite(energies).all()):
        return np.inf, np.inf
    carried = np.linalg.norm(np.diff(case.moving.places[:, 0], axis=0), axis=1) * case.rate
    speeds = np.linalg.norm(np.diff(points, axis=0), axis=2) * case.rate
    unit = run.links["weight"][0] + ALMOST * np.abs(energies).max()
    return float(speeds[carried <= FASTEST].max()), float(np.diff(energies).max() / unit)


def _bones(rng: np.random.Generator, scale: float) -> tuple[ChainBone, ...]:
    count = int(rng.integers(1, 31))
    lengths = scale * 10.0 ** (rng.uniform(-3.0, np.log10(2.0)) + rng.uniform(-0.5, 0.5, count))
    straight = np.array((1.0, 0.0, 0.0, 0.0))
    turns = [_unit(straight + rng.normal(size=4) * (0.3 if i else 1.0)) for i in range(count)]
    heads = [0.0, *lengths[:-1].tolist()]
    return tuple(
        ChainBone(name=str(i), head=(0.0, head, 0.0), rotation=tuple(turn.tolist()), length=length)
        for i, (head, turn, length) in enumerate(zip(heads, turns, lengths.tolist(), strict=True))
    )


def _hanging(rng: np.random.Generator) -> Hanging:
    return Hanging(
        stiffness=float(rng.choice([0.0, 1.0, rng.uniform()])),
        damping=float(rng.choice([0.0, rng.uniform(0.0, 1.5)])),
        air=float(rng.choice([0.0, rng.uniform(0.0, 3.0)])),
        bend=float(rng.uniform(5.0, 180.0)),
        gravity=float(rng.choice([1.0, 1.0, 0.0])),
    )


def _motion(
    rng: np.random.Generator, scale: float, rate: float, frames: int
) -> tuple[Array, Array]:
    """Places (frames, 3) that swing and quaternions (frames, 4) that wander."""
    time = np.arange(frames) / rate
    waves = [np.sin(2.0 * np.pi * rng.uniform(0.0, 3.0) * time + rng.uniform(0.0, 6.0))
             for _ in range(3)]  # fmt: skip
    steps = 0.1 * rng.integers(0, 2) * rng.normal(size=(frames, 4))
    return scale * rng.uniform() * np.stack(waves, axis=1), _unit(
        np.cumsum(steps, axis=0) + rng.normal(size=4)
    )


def _unit(quaternions: Array) -> Array:
    unit: Array = quaternions / np.linalg.norm(quaternions, axis=-1, keepdims=True)
    return unit
