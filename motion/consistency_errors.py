"""Physical errors of a cycle: slips, flights that are not ballistic, momentum in flight."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from .biped_frames import SIDES, Figure, Placed, Z
from .reference import ReferenceMotion

Array = NDArray[np.float64]
GRAVITY = 9.81  # [m/s2]
KNOWN = 64  # size of the cache of figures' measures, by side
ON_GROUND = 0.008  # [m]: a point of a sole lower than this bears


@dataclass(frozen=True)
class ConsistencyErrors:
    """Physical errors of a cycle; all zero would be perfect.

    Attributes:
        slip: largest distance [m] that a loaded point of a sole moves over the ground.
        sinking: largest depth [m] of a sole below the ground.
        momentum: largest change [kg m2/s] of the angular momentum in a flight, about any axis.
        fall: RMS difference [m/s2] of the center of mass's acceleration in flight from gravity.
        flight: share of the cycle without a foot on the ground.
    """

    slip: float
    sinking: float
    momentum: float
    fall: float
    flight: float

    def __str__(self) -> str:
        return (
            f"slip {1e3 * self.slip:.1f} mm, sinking {1e3 * self.sinking:.1f} mm, angular momentum "
            f"in flight within {self.momentum:.2f} kg m2/s, fall off by {self.fall:.2f} m/s2, "
            f"flight {100 * self.flight:.0f} % of the cycle"
        )


def errors_of(reference: ReferenceMotion) -> ConsistencyErrors:
    """Measure the physical errors of a cycle."""
    figure, contacts = reference.figure, reference.foot_contacts
    placed = figure.place(reference.posture)
    momentum = figure.spin_momentum(placed, reference.travel, reference.rate)
    soles = sole_points(figure, placed)
    flights = runs_of(~contacts.any(axis=1))
    spread = [np.ptp(momentum[f[1:-1]], axis=0).max() for f in flights if len(f) > 2]
    return ConsistencyErrors(
        slip=_slip(soles, contacts, reference.travel),
        sinking=max(0.0, -float(soles[..., Z].min())),
        momentum=float(max(spread, default=0.0)),
        fall=_fall_error(placed.com, reference, flights),
        flight=float(1.0 - contacts.any(axis=1).mean()),
    )


def sole_points(figure: Figure, placed: Placed) -> Array:
    """(..., frames, 2, 2, 3) under the heel's edge and the toe joint of both feet [m]."""
    points = []
    for side in SIDES:
        foot, toes = figure.index["foot" + side], figure.index["toes" + side]
        heel = placed.axes[..., foot, :, :] @ heel_of(figure, side)
        # Toes lie flat while their foot tips over them: the ground is directly below their joint.
        ball = placed.axes[..., toes, :, Z] * ball_height(figure, side)
        ends = placed.origins[..., foot, :] + heel, placed.origins[..., toes, :] - ball
        points.append(np.stack(ends, axis=-2))
    return np.stack(points, axis=-3)


@lru_cache(KNOWN)
def heel_of(figure: Figure, side: str) -> Array:
    """(3,) middle of the heel's lower edge in the foot's frame [m]."""
    shape = figure.character.segment("foot" + side).shape
    assert shape is not None
    (x, _, _), (length, _, _) = shape.center, shape.size
    return np.array([x - length / 2, 0.0, -sole_depth(figure, side)])


@lru_cache(KNOWN)
def sole_depth(figure: Figure, side: str) -> float:
    """Distance [m] from the ankle down to the ground, standing."""
    foot, toes = (figure.character.segment(name + side) for name in ("foot", "toes"))
    assert foot.shape is not None and toes.shape is not None
    bottoms = (
        foot.shape.center[Z] - foot.shape.size[Z] / 2,
        toes.offset[Z] + toes.shape.center[Z] - toes.shape.size[Z] / 2,
    )
    return -min(bottoms)


def ball_height(figure: Figure, side: str) -> float:
    """Height [m] of the toe joint over the ground, standing."""
    return sole_depth(figure, side) + figure.character.segment("toes" + side).offset[Z]


def _slip(soles: Array, contacts: NDArray[np.bool_], travel: Array) -> float:
    furthest = 0.0
    for s in range(len(SIDES)):
        for stance in runs_of(contacts[:, s]):
            laps = np.concatenate([[0], np.cumsum(np.diff(stance) < 0)])[:, None, None] * travel
            points = soles[stance, s] + laps
            for point in range(points.shape[1]):
                bearing = points[points[:, point, Z] < ON_GROUND, point, :2]
                if len(bearing) > 1:
                    ways = np.linalg.norm(bearing[:, None] - bearing[None], axis=-1)
                    furthest = max(furthest, float(ways.max()))
    return furthest


def runs_of(flags: NDArray[np.bool_]) -> list[NDArray[np.int64]]:
    """Indices of each unbroken run of set frames in a cycle, in order of time."""
    if flags.all() or not flags.any():
        return [np.arange(len(flags))] if flags.all() else []
    first = int(np.flatnonzero(~flags)[0])
    order = (first + np.arange(len(flags))) % len(flags)
    set_here = flags[order]
    edges = np.flatnonzero(np.diff(np.concatenate([[False], set_here, [False]]).astype(int)))
    return [order[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True)]


def _fall_error(com: Array, reference: ReferenceMotion, flights: list[NDArray[np.int64]]) -> float:
    after, before = np.roll(com, -1, 0), np.roll(com, 1, 0)
    after[-1] += reference.travel
    before[0] -= reference.travel
    acceleration = (after - 2.0 * com + before) * reference.rate**2
    acceleration[:, Z] += GRAVITY
    inner = [flight[1:-1] for flight in flights if len(flight) > 2]
    if not inner:
        return 0.0
    return float(np.sqrt((acceleration[np.concatenate(inner)] ** 2).sum(axis=1).mean()))
