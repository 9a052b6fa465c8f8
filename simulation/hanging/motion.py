"""The motion of chains over a whole animation: begun settled or from the pose, cyclic or not."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ...base.errors import InvalidInput
from ...base.rotations import matrices_from_quaternions, quaternions_from_matrices
from ...bodies.segments import Shape
from ..compiled import compiled
from .chains import POINTS, Chain, Links, links_of
from .follow import follow
from .step import State
from .touching import BOX, CAPSULE, PLANE, Shapes, gap_to

Array = NDArray[np.float64]
LONGEST_STEP = 1.0 / 120.0  # [s]
MOST_STEPS = 60  # of a frame
CLOSED = 1e-4  # of unit vectors: difference of first and last frame of a loop
SETTLING, ROUNDS = 3.0, 12  # [s] at most at rest before the first frame; rounds of a loop at most


@dataclass(frozen=True, eq=False, kw_only=True)
class Moving:
    """Frames that move.

    Attributes:
        names: of each.
        places: (frames, names, 3) [m].
        turns: (frames, names, 4) unit quaternions (w, x, y, z).
    """

    names: tuple[str, ...]
    places: Array
    turns: Array


@dataclass(frozen=True, eq=False, kw_only=True)
class Touched:
    """What the chains may not enter: shapes in moving frames, and level ground.

    Attributes:
        shapes: one for each name of `moving`.
        moving: their frames.
        ground: height of the ground [m]; None without one.
        pose: one frame of carriers and of shapes in which overlaps are meant, as of hair that
            grows out of a head; None: the first one.
    """

    shapes: Sequence[Shape]
    moving: Moving
    ground: float | None = None
    pose: tuple[Moving, Moving] | None = None


def hang(
    chains: Sequence[Chain], carriers: Moving, frame_rate: float, *, touched: Touched | None = None,
    settled: bool = True, loops: bool = False,
) -> Array:  # fmt: skip
    """Axes of the chains' bones in the world (frames, bones, 3, 3), chain after chain.

    Args:
        carriers: of the chains; at least one frame.
        frame_rate: [1/s]
        settled: whether the chains hang at rest in the first frame; else they have their pose.
        loops: whether the last frame is the first one again; the chains' motion is then cyclic.

    Raises InvalidInput for numbers that are not finite.
    """
    _check(carriers, frame_rate)
    links = links_of(chains, carriers.names)
    run = _Run(links, carriers, frame_rate, touched)
    if settled:
        run.settle()
    return run.cycle() if loops else run.once()


def _check(carriers: Moving, frame_rate: float) -> None:
    if not (np.isfinite(carriers.places).all() and np.isfinite(carriers.turns).all()):
        raise InvalidInput("What carries the hanging parts moves to a place that is not finite.")
    if not frame_rate > 0.0 or len(carriers.places) == 0:
        raise InvalidInput("Hanging parts need at least one frame and a positive frame rate.")


class _Run:
    """Chains on their way through one animation."""

    def __init__(
        self, links: Links, carriers: Moving, frame_rate: float, touched: Touched | None
    ) -> None:
        self._links, self._carriers = links, carriers
        self._time = 1.0 / frame_rate if math.isfinite(frame_rate) else 0.0
        self._steps = min(max(math.ceil(self._time / LONGEST_STEP), 1), MOST_STEPS)
        self._shapes, self._shape_places, self._shape_turns = _shapes_of(
            touched, len(carriers.places)
        )
        self._state = self._posed(carriers)
        self._allowed = self._depth_in_pose(touched)

    def once(self) -> Array:
        return self._through(self._carriers.places, self._carriers.turns)

    def settle(self) -> None:
        """Hang at rest where the first frame is."""
        frames = max(math.ceil(SETTLING / self._time), 1) if self._time else 1
        self._through(*(np.repeat(a[:1], frames + 1, axis=0) for a in self._motion()))
        self._state.velocity[:] = 0.0

    def cycle(self) -> Array:
        """Round after round until the last frame's state is the first one's."""
        for _ in range(ROUNDS):
            axes = self.once()
            self._back_to_start()
            if np.abs(axes[-1] - axes[0]).max(initial=0.0) < CLOSED:
                break
        return closed(axes)

    def _motion(self) -> tuple[Array, ...]:
        return self._carriers.places, self._carriers.turns, self._shape_places, self._shape_turns

    def _through(self, places: Array, turns: Array, *shapes: Array) -> Array:
        shape_places, shape_turns = shapes or (self._shape_places, self._shape_turns)
        out = np.empty((len(places), len(self._links.length), 3, 3))
        out[0] = self._state.bones
        if len(places) > 1:
            follow(
                self._links, self._shapes, self._allowed, places, turns, shape_places, shape_turns,
                self._state, self._time, self._steps, out,
            )  # fmt: skip
        return out

    def _posed(self, carriers: Moving) -> State:
        """The state in the pose on the first frame of carriers, at rest."""
        links, n = self._links, len(self._links.length)
        points, ways = np.zeros((n, 3)), np.zeros((n, 3))
        bones = np.zeros((n, 3, 3))
        for chain, carrier in enumerate(links.carrier):
            axes = matrices_from_quaternions(carriers.turns[0, carrier])
            at = carriers.places[0, carrier] + axes @ links.root[chain]
            for i in range(links.first[chain], links.first[chain + 1]):
                axes = bones[i] = axes @ links.rest[i]
                ways[i] = axes @ links.axis[i]
                at = points[i] = at + links.length[i] * ways[i]
        depth = np.zeros((n, POINTS))
        return State(points, np.zeros((n, 3)), bones, ways, np.zeros((n, 3)), depth)

    def _back_to_start(self) -> None:
        """Take the state from the last frame to the first, as rigid parts of the carriers."""
        state, links = self._state, self._links
        places, turns = self._carriers.places, self._carriers.turns
        for chain, carrier in enumerate(links.carrier):
            axes = matrices_from_quaternions(turns[[0, -1], carrier])
            turn = axes[0] @ axes[1].T
            part = slice(links.first[chain], links.first[chain + 1])
            state.points[part] -= places[-1, carrier]
            for vectors in (state.points, state.velocity, state.ways):
                vectors[part] = vectors[part] @ turn.T
            state.points[part] += places[0, carrier]
            state.bones[part] = turn @ state.bones[part]

    def _depth_in_pose(self, touched: Touched | None) -> Array:
        """(n, samples, shapes) depth of the points in the shapes of the pose [m]."""
        links, shapes = self._links, self._shapes
        depth = np.zeros((len(links.length), POINTS, len(shapes.kind)))
        if touched is None:
            return depth
        state, places, turns = self._state, self._shape_places[0], self._shape_turns[0]
        if touched.pose is not None:
            carriers, frames = touched.pose
            state = self._posed(carriers)
            moved = replace(touched, moving=frames, pose=None)
            _, (places,), (turns,) = _shapes_of(moved, 1)
        return depth_of(links, shapes, state, places, matrices_from_quaternions(turns))


def _shapes_of(touched: Touched | None, frames: int) -> tuple[Shapes, Array, Array]:
    """Shapes, their places (frames, shapes, 3) and turns (frames, shapes, 4)."""
    kinds, sizes, places, turns = [], [], [], []
    for index, shape in enumerate(touched.shapes if touched else ()):
        moving = touched.moving
        half = 0.5 * np.array(shape.size)
        axes = matrices_from_quaternions(moving.turns[:, index])
        places.append(moving.places[:, index] + axes @ np.array(shape.center))
        turns.append(moving.turns[:, index])
        capsule = shape.kind == "capsule"
        kinds.append(CAPSULE if capsule else BOX)
        sizes.append((half[0], max(half[2] - half[0], 0.0), 0.0) if capsule else half)
    if touched is not None and touched.ground is not None:
        kinds.append(PLANE)
        sizes.append(np.zeros(3))
        places.append(np.tile((0.0, 0.0, touched.ground), (frames, 1)))
        turns.append(np.tile((1.0, 0.0, 0.0, 0.0), (frames, 1)))
    size = np.array(sizes, float).reshape(-1, 3)
    kind = np.array(kinds, np.int64)
    reach = np.where(kind == CAPSULE, size[:, 0] + size[:, 1], np.linalg.norm(size, axis=1))
    if not kinds:
        return Shapes(kind, size, reach), np.zeros((frames, 0, 3)), np.zeros((frames, 0, 4))
    return Shapes(kind, size, reach), np.stack(places, axis=1), np.stack(turns, axis=1)


@compiled
def depth_of(links: Links, shapes: Shapes, state: State, places: Array, axes: Array) -> Array:
    """(n, samples, shapes) depth [m] of points in shapes where a chain grows out of them.

    It counts from the root to the first point outside: what dips into a body further on is moved
    out of it.
    """
    depth = np.zeros((len(links.length), POINTS, len(shapes.kind)))
    normal = np.empty(3)
    for chain in range(len(links.carrier)):
        for c in range(len(shapes.kind)):
            inside = True
            for i in range(links.first[chain], links.first[chain + 1]):
                near = state.points[i] - links.length[i] * state.ways[i]
                for s in range(links.samples[i]):
                    point = near + (s + 1.0) / links.samples[i] * (state.points[i] - near)
                    gap = gap_to(shapes.kind[c], shapes.size[c], places[c], axes[c], point, normal)
                    inside = inside and gap < links.radius[i]
                    depth[i, s, c] = max(links.radius[i] - gap, 0.0) if inside else 0.0
    return depth


def closed(axes: Array) -> Array:
    """A motion (frames, bones, 3, 3) whose last frame is turned onto its first, others in part."""
    frames = len(axes)
    if frames < 3:
        return axes
    share = np.linspace(0.0, 1.0, frames)
    share = share * share * (3.0 - 2.0 * share)
    turn = quaternions_from_matrices(axes[0] @ np.swapaxes(axes[-1], -1, -2))
    turn = turn * np.where(turn[:, :1] < 0.0, -1.0, 1.0)
    still = np.array((1.0, 0.0, 0.0, 0.0))
    parts = still + share[:, None, None] * (turn - still)
    done: Array = matrices_from_quaternions(parts) @ axes
    return done
