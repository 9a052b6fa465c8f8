"""The motion of chains over a whole animation: begun settled or from the pose, cyclic or not."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...base.errors import InvalidInput
from ...base.pieces import Pieces, finish, part_of
from ...base.rotations import matrices_from_quaternions, quaternions_from_matrices
from ...bodies.hanging import PRESETS, Chain, ChainBone
from ...bodies.segments import Shape
from ..compiled import compiled
from ..records import Rows
from .chains import rows_of
from .follow import follow
from .records import POINTS, SOLID, TIE, Carried, Link, Solid
from .touching import BOX, CAPSULE, PLANE, gap_to

Array = NDArray[np.float64]
Record = NDArray[np.void]
LONGEST_STEP = 1.0 / 96.0  # [s]
MOST_STEPS = 60  # of a frame
PIECE = 20  # frames that are simulated at a time
CLOSED = 1e-4  # of unit vectors on the carrier: difference of first and last frame of a loop
SETTLING, ROUNDS = 3.0, 12  # [s] at most at rest before the first frame; rounds of a loop at most
RING = 1.6  # of the mean gap: strips of a row that are this close close it to a ring
UPRIGHT = (1.0, 0.0, 0.0, 0.0)


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
    """

    shapes: Sequence[Shape]
    moving: Moving
    ground: float | None = None


def hang(
    chains: Sequence[Chain], carriers: Moving, frame_rate: float, *, touched: Touched | None = None,
    settled: bool = True, loops: bool = False,
) -> Array:  # fmt: skip
    """Axes of the chains' bones in the world (frames, bones, 3, 3), chain after chain.

    Where a chain's root lies in a shape in the first frame's pose, as hair in a head, it may stay.

    Args:
        carriers: of the chains; at least one frame.
        frame_rate: [1/s]
        settled: whether the chains hang at rest in the first frame; else they have their pose.
        loops: whether the last frame is the first one again; the chains' motion is then cyclic.

    Raises InvalidInput for numbers that are not finite.
    """
    return finish(
        hang_in_pieces(
            chains, carriers, frame_rate, touched=touched, settled=settled, loops=loops
        )
    )  # fmt: skip


def hang_in_pieces(
    chains: Sequence[Chain], carriers: Moving, frame_rate: float, *, touched: Touched | None = None,
    settled: bool = True, loops: bool = False,
) -> Pieces[Array]:  # fmt: skip
    """As `hang`, some frames at a time, with the same result to the bit."""
    check_motion(carriers, frame_rate)
    run = HangingRun(chains, carriers, frame_rate, touched)
    if settled:
        yield from part_of(run.settle(), 0.0, 0.2)
    return (yield from part_of(run.cycle() if loops else run.once(), 0.2, 1.0))


def compile_hanging() -> None:
    """Run all of the compiled code once, so that it is compiled and kept."""
    bones = tuple(
        ChainBone(name=str(i), head=(0.0, 0.1 * i, 0.0), rotation=UPRIGHT, length=0.1)
        for i in range(2)
    )
    chains = [
        Chain(name=name, carrier="body", bones=bones, hanging=PRESETS["cloth"], row="row")
        for name in ("left", "right")
    ]
    moving = Moving(
        names=("body",), places=np.zeros((2, 1, 3)), turns=np.tile(UPRIGHT, (2, 1, 1))
    )
    shape = Shape(kind="capsule", size=(0.1, 0.1, 0.3), center=(0.0, 0.0, 0.0))
    hang(chains, moving, 24.0, touched=Touched(shapes=[shape], moving=moving, ground=0.0))


def check_motion(carriers: Moving, frame_rate: float) -> None:
    """Raise InvalidInput for a motion without frames or with numbers that are not finite."""
    if not (np.isfinite(carriers.places).all() and np.isfinite(carriers.turns).all()):
        raise InvalidInput("What carries the hanging parts moves to a place that is not finite.")
    if not frame_rate > 0.0 or len(carriers.places) == 0:
        raise InvalidInput("Hanging parts need at least one frame and a positive frame rate.")


class HangingRun:
    """Chains on their way through one animation."""

    def __init__(
        self, chains: Sequence[Chain], carriers: Moving, frame_rate: float, touched: Touched | None
    ) -> None:
        self.links, self.chains = rows_of(chains, carriers.names)
        self._carriers = carriers
        self._time = 1.0 / frame_rate if math.isfinite(frame_rate) else 0.0
        self._steps = min(max(math.ceil(self._time / LONGEST_STEP), 1), MOST_STEPS)
        self._shapes, places, turns = _shapes_of(touched, len(carriers.places))
        self._motion = (carriers.places, carriers.turns, places, turns)
        self._pose()
        self._allowed = depth_of(self.links, self.chains, self._shapes)
        self._ties = _ties(chains, self.links, self.chains)
        self.chains["is_tied"] = [
            np.isin(self._ties["link"], range(chain["first"], chain["end"])).any()
            for chain in self.chains
        ]
        self.chains["energy"] = np.inf

    def once(self) -> Pieces[Array]:
        return self._in_pieces(np.arange(len(self._carriers.places)))

    def _in_pieces(self, frames: NDArray[np.int_]) -> Pieces[Array]:
        """As `through`, some of the frames at a time."""
        parts = [self.through(frames[:1])]
        for first in range(0, len(frames) - 1, PIECE):
            parts.append(self.through(frames[first : first + PIECE + 1])[1:])
            yield min((first + PIECE) / len(frames), 1.0)
        return np.concatenate(parts)

    def through(self, frames: slice | NDArray[np.int_]) -> Array:
        """Axes (frames, bones, 3, 3) over some of the frames, from the present state."""
        places, turns, shape_places, shape_turns = self._motion
        return self._through(
            places[frames], turns[frames], shape_places[frames], shape_turns[frames]
        )

    def settle(self) -> Pieces[None]:
        """Hang at rest where the first frame is."""
        frames = max(math.ceil(SETTLING / self._time), 1) if self._time else 1
        yield from self._in_pieces(np.zeros(frames + 1, int))
        self.links["velocity"] = 0.0

    def cycle(self) -> Pieces[Array]:
        """Round after round until the chains end on their carriers as they began."""
        counts = self.chains["end"] - self.chains["first"]
        carriers = matrices_from_quaternions(
            self._motion[1][:, np.repeat(self.chains["carrier"], counts)]
        )
        for i in range(ROUNDS):
            round_of_chains = part_of(self.once(), i / ROUNDS, (i + 1) / ROUNDS)
            on_carriers = np.swapaxes(carriers, -1, -2) @ (yield from round_of_chains)
            self._back_to_start()
            if np.abs(on_carriers[-1] - on_carriers[0]).max(initial=0.0) < CLOSED:
                break
        return carriers @ closed(on_carriers)

    def _through(
        self, places: Array, turns: Array, shape_places: Array, shape_turns: Array
    ) -> Array:
        out = np.empty((len(places), len(self.links), 3, 3))
        out[0] = self.links["bone"]
        if len(places) > 1 and len(self.links):
            follow(
                self.links, self.chains, self._shapes, self._allowed, self._ties, places, turns,
                shape_places, shape_turns, self._time, self._steps, out,
            )  # fmt: skip
        return out

    def _pose(self) -> None:
        """Put chains and shapes where the first frame has them, at rest."""
        links, (places, turns, shape_places, shape_turns) = self.links, self._motion
        for chain in self.chains:
            axes = matrices_from_quaternions(turns[0, chain["carrier"]])
            at = places[0, chain["carrier"]] + axes @ chain["root"]
            chain["place"], chain["axes"] = at, axes
            for link in links[chain["first"] : chain["end"]]:
                axes = axes @ link["rest"]
                link["bone"], link["way"] = axes, axes @ link["axis"]
                at = link["point"] = at + link["length"] * link["way"]
        self._shapes["place"] = shape_places[0]
        self._shapes["axes"] = matrices_from_quaternions(shape_turns[0])

    def _back_to_start(self) -> None:
        """Take the state from the last frame to the first, as rigid parts of the carriers."""
        places, turns = self._motion[:2]
        for chain in self.chains:
            carrier = chain["carrier"]
            axes = matrices_from_quaternions(turns[[0, -1], carrier])
            turn = axes[0] @ axes[1].T
            links = self.links[chain["first"] : chain["end"]]
            links["point"] = places[0, carrier] + (links["point"] - places[-1, carrier]) @ turn.T
            links["velocity"], links["way"] = links["velocity"] @ turn.T, links["way"] @ turn.T
            links["bone"] = turn @ links["bone"]


def _shapes_of(touched: Touched | None, frames: int) -> tuple[Record, Array, Array]:
    """Shapes, their places (frames, shapes, 3) and turns (frames, shapes, 4)."""
    rows: list[tuple[Any, ...]] = []
    places, turns = [np.zeros((0, frames, 3))], [np.zeros((0, frames, 4))]
    for index, shape in enumerate(touched.shapes if touched else ()):
        assert touched is not None
        moving = touched.moving
        half = 0.5 * np.array(shape.size)
        axes = matrices_from_quaternions(moving.turns[:, index])
        places.append((moving.places[:, index] + axes @ np.array(shape.center))[None])
        turns.append(moving.turns[None, :, index])
        if shape.kind == "capsule":
            reach = max(half[2] - half[0], 0.0)
            rows.append((CAPSULE, (half[0], reach, 0.0), half[0] + reach))
        else:
            rows.append((BOX, half, np.linalg.norm(half)))
    if touched is not None and touched.ground is not None:
        rows.append((PLANE, np.zeros(3), np.inf))
        places.append(np.tile((0.0, 0.0, touched.ground), (1, frames, 1)))
        turns.append(np.tile(UPRIGHT, (1, frames, 1)))
    shapes = np.zeros(len(rows), SOLID)
    for shape_row, (kind, size, reach) in zip(shapes, rows, strict=True):
        shape_row["kind"], shape_row["size"], shape_row["extent"] = kind, size, reach
    moved = [np.ascontiguousarray(np.concatenate(a).swapaxes(0, 1)) for a in (places, turns)]
    return shapes, moved[0], moved[1]


def _ties(chains: Sequence[Chain], links: Record, carried: Record) -> Record:
    """Ties between neighbouring strips of each row, in both directions."""
    ties: list[tuple[int, int, float]] = []
    for row in sorted({chain.row for chain in chains} - {""}):
        strips = [c for c, chain in enumerate(chains) if chain.row == row]
        gaps = [np.linalg.norm(carried["place"][a] - carried["place"][b])
                for a, b in zip(strips, strips[1:] + strips[:1], strict=True)]  # fmt: skip
        pairs = list(pairwise(strips))
        if len(strips) > 2 and gaps[-1] < RING * np.mean(gaps[:-1]):
            pairs.append((strips[-1], strips[0]))
        for a, b in pairs:
            ranges = [range(carried["first"][c], carried["end"][c]) for c in (a, b)]
            for i, j in zip(*ranges, strict=False):
                apart = float(np.linalg.norm(links["point"][i] - links["point"][j]))
                ties += [(i, j, apart), (j, i, apart)]
    return np.array(ties, TIE)


@compiled
def depth_of(links: Rows[Link], chains: Rows[Carried], shapes: Rows[Solid]) -> Array:
    """(links, POINTS, shapes) depth [m] of points in shapes where a chain grows out of them.

    It counts from the root to the first point outside: what dips into a body further on is moved
    out of it.
    """
    depth = np.zeros((len(links), POINTS, len(shapes)))
    normal, point = np.empty(3), np.empty(3)
    for c in range(len(chains)):
        for s in range(len(shapes)):
            shape, root, thin = shapes[s], chains[c]["place"], links[chains[c]["first"]]["radius"]
            kind, size, place, axes = shape["kind"], shape["size"], shape["place"], shape["axes"]
            inside = gap_to(kind, size, place, axes, root, normal) < thin
            for i in range(chains[c]["first"], chains[c]["end"]):
                link = links[i]
                end, way, count = link["point"], link["way"], link["samples"]
                for p in range(count):
                    back = (1.0 - (p + 1.0) / count) * link["length"]
                    for k in range(3):
                        point[k] = end[k] - back * way[k]
                    gap = gap_to(kind, size, place, axes, point, normal)
                    inside = inside and gap < link["radius"]
                    depth[i, p, s] = link["radius"] - gap if inside else 0.0
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
    still = np.array(UPRIGHT)
    parts = still + share[:, None, None] * (turn - still)
    done: Array = matrices_from_quaternions(parts) @ axes
    return done
