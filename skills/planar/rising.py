"""A support graph that gets a body up in its plane: Jones 2011, Chapter 6."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...base.rotations import multiply_quaternions
from ...bodies.character import Character
from ...bodies.riser import TRUNK_LENGTH
from ...catalogue.planar.rising import nearest_plan, riser_of
from ...controllers.planar.rising import rising_actuators
from ...controllers.planar.support_graph import (
    IDLE,
    KNEEL,
    LIMBS,
    NEVER,
    STANCE,
    SWING,
    Graph,
    Memory,
)
from ...controllers.planar.walking import CONTROL_STEP
from ...shots.ground import Ground
from ...simulation.body import Body, Motion
from ...simulation.records import Rows, make_record
from ...simulation.rotation import Array
from ..behaviour import Values

MODES = {
    "arms": (IDLE, SWING, STANCE, SWING, STANCE, IDLE),
    "legs": (IDLE, KNEEL, SWING, STANCE, NEVER, NEVER),
}
ALWAYS, LATER = -1.0, 1e9  # phases [s]: begin of a first mode, and of a mode that never begins
CLEAR = 0.002  # between a lying trunk and the ground [m]
SLOPE_SPAN = 0.5  # over which the ground's slope is measured, both ways [m]
Numbers = Mapping[str, Sequence[float]]


class PlanarRising:
    """A support graph at work on a body."""

    def __init__(
        self,
        character: Character,
        body: Rows[Body],
        numbers: Numbers,
        ground: tuple[float, float],
        gravity: float,
    ) -> None:
        """
        Args:
            ground: height at the plane's origin [m] and tangent of the slope.
            gravity: [m/s2].
        """
        self._body = body
        self.memory, self._memory = _make_memory()
        self.graph, self._graph = make_graph(character, numbers, ground, gravity)

    def actuators(self, motion: Rows[Motion]) -> Array:
        """The flat actuator vector for the next control step."""
        flat: Array = rising_actuators(self._body, motion, self._graph, self._memory, CONTROL_STEP)
        return flat

    @property
    def left(self) -> float:
        """Remaining share of the phase."""
        return max(1.0 - float(self.memory.phase[0] / self.graph.end[0]), 0.0)

    def begin_anew(self, numbers: Numbers | None = None) -> None:
        """Restart at the first phase, with other numbers if given."""
        for part in self.memory:
            part[:] = 0
        if numbers is not None:
            for name, values in graph_parts(numbers).items():
                getattr(self.graph, name)[:] = values


def make_graph(
    character: Character, numbers: Numbers, ground: tuple[float, float], gravity: float
) -> tuple[Graph, Rows[Graph]]:
    """The arrays of a plan to rise, and their record for compiled code."""
    shape = character.segment("lower_leg.L").shape
    assert shape is not None
    base, slope = ground
    fixed = {
        "slope": slope, "base": base, "radius": min(shape.size) / 2,
        "weight": character.mass * gravity, "gravity": gravity,
    }  # fmt: skip
    arrays = {name: np.array([value]) for name, value in fixed.items()}
    return make_record(Graph, {**graph_parts(numbers), **arrays})


def graph_parts(numbers: Numbers) -> dict[str, NDArray[Any]]:
    """Set the parts of a graph that its 67 numbers define; times out of order are sorted."""
    modes = np.array([MODES["arms"], MODES["arms"], MODES["legs"], MODES["legs"]])
    starts = np.full(modes.shape, LATER)
    offsets, lifts = np.zeros(modes.shape), np.zeros(modes.shape)
    starts[:, 0] = ALWAYS
    for limbs, rows in (("arms", (0, 1)), ("legs", (2, 3))):
        changes, ahead, up = (
            np.array(numbers[f"{part} of {limbs}"]).reshape(len(rows), -1)
            for part in ("changes", "offsets", "lifts")
        )
        swings = [i for i, mode in enumerate(MODES[limbs]) if mode == SWING]
        for k, row in enumerate(rows):
            starts[row, 1 : 1 + changes.shape[1]] = np.maximum.accumulate(changes[k])
            offsets[row, swings], lifts[row, swings] = ahead[k], up[k]
    knots = {
        part: np.array([
            np.maximum.accumulate(numbers[f"{part}, times"]), numbers[f"{part}, heights"],
        ])
        for part in ("hips", "shoulders")
    }  # fmt: skip
    warp, end = np.array(numbers["warp"], float), np.array(numbers["end"], float)
    return {"starts": starts, "modes": modes, "offsets": offsets, "lifts": lifts, **knots,
            "warp": warp, "end": end}  # fmt: skip


def _make_memory() -> tuple[Memory, Rows[Memory]]:
    return make_record(
        Memory,
        {
            "phase": np.zeros(1),
            "at": np.zeros(LIMBS, np.int64),
            "takeoff": np.zeros((LIMBS, 2)),
            "landing": np.zeros(LIMBS),
        },
    )


def lying_prone(
    character: Character, ground: Ground, position: tuple[float, float], heading: float
) -> tuple[Array, Array, Array]:
    """Root position, root orientation and flat joint positions, arms stretched ahead."""
    height, slope = ground_along(ground, position, heading)
    shape = character.segments[0].shape
    assert shape is not None
    tilt = math.atan(slope)
    pitch = math.pi / 2 - tilt
    turned = np.array([math.cos(heading / 2), 0.0, 0.0, math.sin(heading / 2)])
    bowed = np.array([math.cos(pitch / 2), 0.0, math.sin(pitch / 2), 0.0])
    level = height + (shape.size[0] / 2 + CLEAR) / math.cos(tilt)
    joints = [-math.pi if name.startswith("shoulder") else 0.0 for name in character.joint_names]
    return (
        np.array([*position, level]), multiply_quaternions(turned, bowed), np.array(joints)
    )  # fmt: skip


def ground_along(
    ground: Ground, position: tuple[float, float], heading: float
) -> tuple[float, float]:
    """Height of the ground at a place [m] and the tangent of its slope along a heading."""
    x, y = position
    dx, dy = SLOPE_SPAN * math.cos(heading), SLOPE_SPAN * math.sin(heading)
    here, behind, ahead = (
        ground.height_at(x + share * dx, y + share * dy) for share in (0.0, -1.0, 1.0)
    )
    if here is None or behind is None or ahead is None:
        return here or 0.0, 0.0
    return here, (ahead - behind) / (2 * SLOPE_SPAN)


def base_of(ground: tuple[float, float], position: tuple[float, float], heading: float) -> float:
    """Height of a slope at the plane's origin [m], where the distance along the heading is 0."""
    height, slope = ground
    return height - slope * (position[0] * math.cos(heading) + position[1] * math.sin(heading))


def way_for(character: Character, values: Values, slope: float) -> Numbers:
    """The numbers of a cue's riser for a body on a slope (its tangent)."""
    riser = riser_of(str(values["plan"]))
    numbers: Numbers = nearest_plan(riser, math.degrees(math.atan(slope)), torso_of(character))[
        "numbers"
    ]
    return numbers


def torso_of(character: Character) -> float:
    """Size of the trunk, as a share of its usual size."""
    return character.segments[0].length / TRUNK_LENGTH
