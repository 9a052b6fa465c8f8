"""The ground: a plane, or static triangles."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.checks import check_list, check_number, check_parts
from ..base.errors import InvalidInput

Array = NDArray[np.float64]
Vertex = tuple[float, float, float]
Triangle = tuple[int, int, int]
KINDS, MESH = ("flat", "mesh"), ("vertices", "triangles")
MOST_VERTICES, MOST_TRIANGLES = 131_072, 174_762  # limits of the engine for one mesh
FARTHEST = 1e5  # [m] of a vertex from the origin
HALF_LENGTH, HALF_WIDTH = 30.0, 10.0  # of steps and slopes around the origin, along x and y [m]
LONG_SLOPE = 80.0  # a slope's half length: more than a minute of walking [m]
TILE = 1.0  # edge of the triangles [m]; contacts with very large ones lose precision
BUMPS_FROM, BUMPS_TO, BUMPS_ASIDE = -3.0, 15.0, 5.0  # the field of bumps along x, and y [m]
# Beyond the field a strip continues along x, for walkers that go straight on: its end and its half
# width [m], and the length [m] over which it becomes flatter, so that it is nowhere steeper than
# the field.
STRIP_TO, STRIP_ASIDE, STRIP_FADES = 90.0, 0.5, 1.0
STRIP_SPARE = 0.9  # of the field's steepness
FLAT_START = 0.5, 1.5  # [m] from the origin: flat within the first, full bumps beyond the second
POINTS_PER_WAVE = 6
WAVES = 24  # number of waves in random directions whose sum the bumps are
STEEPEST = 60.0  # of a slope [degrees]


@dataclass(frozen=True)
class Ground:
    """The surface that performers walk on.

    Attributes:
        kind: "flat", the plane z = 0, or "mesh".
        friction: of the surface; a body's own is 1.
        vertices: of a mesh (n, 3) [m].
        triangles: vertex indices of the corners (m, 3), from 0.
    """

    kind: str = "flat"
    friction: float = 0.8
    vertices: Sequence[Vertex] = ()
    triangles: Sequence[Triangle] = ()

    @classmethod
    def flat(cls, friction: float = 0.8) -> Ground:
        return cls("flat", friction)

    @classmethod
    def mesh(
        cls,
        vertices: Sequence[Sequence[float]],
        triangles: Sequence[Sequence[int]],
        friction: float = 0.8,
    ) -> Ground:
        """Any surface, concave or not; both sides of a triangle are solid."""
        return cls("mesh", friction, _rows(vertices), _rows(triangles))

    @classmethod
    def slope(cls, degrees: float, friction: float = 0.8) -> Ground:
        """A plane through the origin that rises towards +x; negative falls."""
        check_number("a slope", degrees, "degrees", -STEEPEST, STEEPEST)
        rise = LONG_SLOPE * math.tan(math.radians(degrees))
        return cls._profile([(-LONG_SLOPE, -rise), (LONG_SLOPE, rise)], friction)

    @classmethod
    def steps(cls, rise: float, run: float, count: int, friction: float = 0.8) -> Ground:
        """Stairs up towards +x; the first riser stands one `run` from the origin.

        Args:
            rise: height of a step [m]; negative leads down.
            run: depth of a step [m].
            count: number of steps.
        """
        check_number("a step's rise", rise, "m", -1.0, 1.0)
        check_number("a step's run", run, "m", 0.05, 10.0)
        check_number("the count of steps", count, "", 1, 1000)
        profile = [(-HALF_LENGTH, 0.0)]
        for step in range(1, int(count) + 1):
            profile += [(step * run, (step - 1) * rise), (step * run, step * rise)]
        return cls._profile([*profile, (count * run + HALF_LENGTH, count * rise)], friction)

    @classmethod
    def bumps(
        cls, max_gradient: float, seed: int, wavelength: float = 0.5, friction: float = 0.8
    ) -> Ground:
        """Smooth random hills and dips, flat where a walker starts at the origin.

        Args:
            max_gradient: rise over run of the steepest triangle.
            wavelength: distance from one hill to the next [m].
        """
        check_number("the bumps' max_gradient", max_gradient, "", 0.0, 2.0)
        check_number("the bumps' wavelength", wavelength, "m", 0.35, 100.0)
        spacing = wavelength / POINTS_PER_WAVE
        x = np.arange(BUMPS_FROM, BUMPS_TO + spacing, spacing)
        y = np.arange(-BUMPS_ASIDE, BUMPS_ASIDE + spacing, spacing)
        heights = _waves(x, y, seed, wavelength)
        steepest = max(np.abs(np.diff(heights, axis=0)).max(), np.abs(np.diff(heights)).max())
        # The gradient of a triangle has two components, so the limit is divided among them.
        scale = max_gradient * spacing / math.sqrt(2) / steepest
        near = np.abs(y) <= STRIP_ASIDE
        further = np.arange(x[-1], STRIP_TO + spacing, spacing)
        strip = _strip(further, y[near], seed, wavelength, steepest)
        strip[0] = heights[-1, near]
        field = cls._field(x, y, scale * heights, friction)
        return field._joined(cls._field(further, y[near], scale * strip, friction))

    def _joined(self, other: Ground) -> Ground:
        """One ground with the triangles of both."""
        count = len(self.vertices)
        moved = [(count + a, count + b, count + c) for a, b, c in other.triangles]
        return Ground(
            self.kind, self.friction, (*self.vertices, *other.vertices), (*self.triangles, *moved)
        )

    @classmethod
    def _profile(cls, profile: Sequence[tuple[float, float]], friction: float) -> Ground:
        """A profile (x, z) extruded along y."""
        x, z = _tiled(profile)
        y = np.linspace(-HALF_WIDTH, HALF_WIDTH, round(2 * HALF_WIDTH / TILE) + 1)
        return cls._field(x, y, np.repeat(z[:, None], len(y), axis=1), friction)

    @classmethod
    def _field(cls, x: Array, y: Array, heights: Array, friction: float) -> Ground:
        """A grid with heights (x, y), two triangles for each cell."""
        rows, columns = heights.shape
        vertices = np.stack(
            [np.repeat(x, columns), np.tile(y, rows), heights.ravel()], axis=1
        )  # fmt: skip
        corner = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).ravel()
        across = corner + columns
        lower = np.stack([corner, across, across + 1], axis=1)
        upper = np.stack([corner, across + 1, corner + 1], axis=1)
        return cls.mesh(vertices, np.concatenate([lower, upper]), friction)

    def height_at(self, x: float, y: float) -> float | None:
        """Height [m] of the surface at a place, the one nearest to z = 0; None outside of it."""
        if self.kind == "flat":
            return 0.0
        corners = np.array(self.vertices, float)[np.array(self.triangles)]
        a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
        ab, ac = (b - a)[:, :2], (c - a)[:, :2]
        to = np.array([x, y]) - a[:, :2]
        area = ab[:, 0] * ac[:, 1] - ab[:, 1] * ac[:, 0]
        area[area == 0.0] = np.nan  # a vertical triangle has no area seen from above
        u = (to[:, 0] * ac[:, 1] - to[:, 1] * ac[:, 0]) / area
        v = (ab[:, 0] * to[:, 1] - ab[:, 1] * to[:, 0]) / area
        inside = (u >= -1e-9) & (v >= -1e-9) & (u + v <= 1 + 1e-9)
        heights = (a[:, 2] + u * (b - a)[:, 2] + v * (c - a)[:, 2])[inside]
        return float(heights[np.argmin(np.abs(heights))]) if len(heights) else None

    def to_data(self) -> dict[str, Any]:
        """The ground as plain data for JSON."""
        return dict(vars(self))

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Ground:
        """The inverse of `to_data`; raises InvalidInput on anything else."""
        parts = check_parts("a ground", data, cls)
        meshes = {name: _loaded_rows(name, parts.get(name, ())) for name in MESH}
        return cls(**{**parts, **meshes})


def _rows(numbers: Any) -> tuple[Any, ...]:
    """Rows of plain numbers, from arrays or lists."""
    return tuple(tuple(row) for row in np.asarray(numbers).tolist())


def _loaded_rows(name: str, rows: Any) -> tuple[Any, ...]:
    """Rows of a file; raises InvalidInput where they are none."""
    if not isinstance(rows, (tuple, list)) or not all(isinstance(r, (tuple, list)) for r in rows):
        raise InvalidInput(f"The ground's {name} must be a list of rows of 3 numbers.")
    return tuple(tuple(row) for row in rows)


def _tiled(profile: Sequence[tuple[float, float]]) -> tuple[Array, Array]:
    """The profile with more points, so that no part is longer than a tile."""
    points = [profile[0]]
    for (x0, z0), (x1, z1) in pairwise(profile):
        count = max(1, math.ceil(math.hypot(x1 - x0, z1 - z0) / TILE))
        points += [
            (x0 + (x1 - x0) * k / count, z0 + (z1 - z0) * k / count) for k in range(1, count + 1)
        ]
    x, z = np.array(points).T
    return x, z


def _waves(x: Array, y: Array, seed: int, wavelength: float) -> Array:
    """Heights (x, y) of any scale: waves in random directions, faded out around the origin."""
    random = np.random.default_rng(seed)
    heights = np.zeros((len(x), len(y)))
    for direction, phase in zip(
        random.uniform(0, math.tau, WAVES), random.uniform(0, math.tau, WAVES), strict=True
    ):
        along = math.cos(direction) * x[:, None] + math.sin(direction) * y[None, :]
        heights += np.sin(math.tau * along / wavelength + phase)
    near, far = FLAT_START
    share = np.clip((np.hypot(x[:, None], y[None, :]) - near) / (far - near), 0.0, 1.0)
    faded: Array = heights * share * share * (3 - 2 * share)
    return faded


def _strip(x: Array, y: Array, seed: int, wavelength: float, steepest: float) -> Array:
    """Heights (x, y) that continue those of the field, and are nowhere steeper than the field."""
    heights = _waves(x, y, seed, wavelength)
    own = max(np.abs(np.diff(heights, axis=0)).max(), np.abs(np.diff(heights)).max())
    least = min(1.0, STRIP_SPARE * steepest / own)
    share = np.clip((x - x[0]) / STRIP_FADES, 0.0, 1.0)
    faded: Array = heights * (1.0 + (least - 1.0) * share)[:, None]
    return faded


def check_ground(ground: Any) -> None:
    """Raise InvalidInput with one sentence for the first error."""
    if not isinstance(ground, Ground) or ground.kind not in KINDS:
        got = ground.kind if isinstance(ground, Ground) else ground
        raise InvalidInput(f"Ground must be {' or '.join(KINDS)}, got {got!r}.")
    for name in MESH:
        check_list(f"the ground's {name}", getattr(ground, name))
    check_number("the ground's friction", ground.friction, "", 0.0, 10.0)
    if ground.kind == "mesh":
        _check_mesh(ground)
    elif len(ground.vertices) or len(ground.triangles):
        raise InvalidInput(
            f"Flat ground has no vertices and triangles, got {len(ground.vertices)} and "
            f"{len(ground.triangles)}: make it a mesh or leave them out."
        )


def _check_mesh(ground: Ground) -> None:
    if not ground.triangles:
        raise InvalidInput("The ground has no faces: give it at least one triangle.")
    vertices, triangles = _table(ground.vertices), _table(ground.triangles)
    if len(vertices) > MOST_VERTICES or len(triangles) > MOST_TRIANGLES:
        raise InvalidInput(
            f"The ground has {len(triangles)} triangles of {len(vertices)} vertices; allowed: "
            f"{MOST_TRIANGLES} of {MOST_VERTICES}: simplify it."
        )
    if vertices.shape[1:] != (3,) or not (np.abs(vertices) <= FARTHEST).all():
        raise InvalidInput(
            f"The ground's vertices must each be 3 numbers up to {FARTHEST:g} m, and some are not."
        )
    whole = triangles.shape[1:] == (3,) and np.array(ground.triangles).dtype.kind in "iu"
    if not (whole and triangles.min() >= 0 and triangles.max() < len(vertices)):
        raise InvalidInput(
            "The ground's triangles must each name 3 of its vertices, counted from 0, "
            "and some do not."
        )


def _table(rows: Any) -> Array:
    """Rows of numbers as an array; one of shape (0, 0) where they are none."""
    try:
        table = np.array(rows)
    except (TypeError, ValueError):
        return np.zeros((0, 0))
    return table.astype(float) if table.dtype.kind in "iuf" else np.zeros((0, 0))
