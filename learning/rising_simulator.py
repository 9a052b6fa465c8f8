"""A simulator in which plans to rise are tried and evaluated: Jones 2011, Section 6.2."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ..bodies.character import Character
from ..bodies.riser import with_torso
from ..catalogue.planar.rising import USUAL, nearest_plan, riser_of
from ..controllers.planar.walking import CONTROL_STEP
from ..search import Trial
from ..shots.ground import Ground
from ..simulation.world import World
from ..skills.planar.rising import Numbers, PlanarRising, base_of, ground_along, lying_prone
from .rising_numbers import numbers_of
from .simulator import GRAVITY, TIME_STEP

TALL, STILL_TALL = 0.8, 0.98  # height of the shoulders [m], and the share of it they must keep
STANDS, BRIEFLY = 3.0, 1.2  # how long the body must stand [s]: "several seconds"; during a search
LONGEST = 20.0  # [s] within which the body must stand
SETTLED = 0.2  # [s] after which contact forces count: before, the body settles on the ground
TIMELY = 4.0  # [s]: on slopes, a body that does not stand by then has failed
# Costs [s] in addition to the allowed time: of a fall from standing, of never standing, and of the
# missing share of the phase and of the height [m].
FELL_AGAIN, NEVER_UP, PHASE_LEFT, HEIGHT_LEFT = 1.0, 1.4, 1.5, 1.0
# Against "violent collisions with the ground" in the thesis: each body weight of the largest
# contact force above a threshold adds a cost [s].
SOFT, HARSH = 4.0, 0.05
CENTRE = (0.0, 0.0)
SPOTS, NEARBY = 12, 1.0  # places at which a search tries, and their distance [m]
Spot = tuple[float, float]


@dataclass(frozen=True)
class Rise:
    """The result of a trial.

    Attributes:
        up_at: when the shoulders were up [s]; None if never.
        stands: whether they stayed up.
        peak: largest sum of the ground's forces [body weights].
        highest: largest height of the shoulders [m].
        left: share of the phase that was left.
    """

    up_at: float | None
    stands: bool
    peak: float
    highest: float
    left: float

    def cost(self, longest: float) -> float:
        """The time until the body stands [s], plus collisions; `longest`: the allowed time."""
        if self.up_at is None:
            low = max(TALL - self.highest, 0.0)
            return longest + NEVER_UP + PHASE_LEFT * self.left + HEIGHT_LEFT * low
        if not self.stands:
            return longest + FELL_AGAIN
        return self.up_at + HARSH * max(self.peak - SOFT, 0.0)


class RisingSimulator:
    """A body lying on a ground, reset before each trial."""

    def __init__(
        self, numbers: Numbers, slope: float = 0.0, torso: float = 1.0,
        heading: float = 0.0, spot: Spot = CENTRE,
    ) -> None:  # fmt: skip
        """
        Args:
            slope: of the ground [degrees].
            torso: size of the trunk.
            heading: [rad].
            spot: where the body lies [m].
        """
        ground = Ground.slope(slope) if slope else Ground.flat()
        character = with_torso(Character.planar("prone9"), torso)
        self._world = World(GRAVITY, TIME_STEP, ground.friction, ground.vertices, ground.triangles)
        self._actor = self._world.add_character(
            character, *lying_prone(character, ground, spot, heading)
        )
        self._begin = self._world.snapshot()
        below = ground_along(ground, spot, heading)
        self._ground = base_of(below, spot, heading), below[1]
        self._ahead = math.cos(heading), math.sin(heading)
        self._weight = -GRAVITY[2] * character.mass
        self._rising = PlanarRising(
            character, self._actor.body_record, numbers, self._ground, -GRAVITY[2]
        )
        self._shoulder = character.segment_names.index("upper_arm.L")

    def close(self) -> None:
        self._world.close()

    def rise(self, numbers: Numbers, longest: float = LONGEST, watched: float = STANDS) -> Rise:
        """Simulate an attempt to rise.

        Args:
            longest: time [s] after which the attempt is given up.
            watched: how long the body must stand [s].
        """
        self._world.restore(self._begin)
        self._rising.begin_anew(numbers)
        time, up_at, peak, highest = 0.0, None, 0.0, 0.0
        while time < (longest if up_at is None else up_at + watched):
            self._step()
            time += CONTROL_STEP
            height = self._height_of_shoulders()
            highest = max(highest, height)
            if time > SETTLED:
                peak = max(peak, float(self._actor.motion.load.sum()) / self._weight)
            if up_at is None and height > TALL:
                up_at = time
            elif up_at is not None and time > up_at + SETTLED and height < STILL_TALL * TALL:
                return Rise(up_at, False, peak, highest, self._rising.left)
        return Rise(up_at, up_at is not None, peak, highest, self._rising.left)

    def _step(self) -> None:
        world, actor = self._world, self._actor
        flat = self._rising.actuators(actor.motion_record)
        for _ in range(round(CONTROL_STEP / TIME_STEP)):
            world.write_torques(actor, flat)
            world.step()
        world.read(actor)
        world.read_contacts(actor)

    def _height_of_shoulders(self) -> float:
        """Height of the shoulders over the ground [m]."""
        x, y, z = self._actor.motion.origin[self._shoulder]
        height, slope = self._ground
        return float(z - height - slope * (x * self._ahead[0] + y * self._ahead[1]))


def make_rise_cost(place: tuple[float, float]) -> Callable[[Trial], float]:
    """The function that returns the cost of a trial on a slope [degrees] with a trunk size; the
    level is the time [s] within which the body must stand.

    When a limb touches slightly sooner, all that follows may change: a plan that succeeds along one
    heading may fail along another. So the cost of a trial is the worse one of two attempts, at
    places that are chosen by a hash of its numbers.
    """
    slope, torso = place
    numbers = nearest_plan(riser_of(USUAL), slope, torso)["numbers"]
    simulators = [RisingSimulator(numbers, slope, torso, *spot) for spot in _spots(slope)]

    def cost_of(trial: Trial) -> float:
        numbers = numbers_of(trial.numbers)
        worst = -math.inf
        for i in _two_of(SPOTS, trial.numbers):
            rise = simulators[i].rise(numbers, trial.level, BRIEFLY)
            worst = max(worst, rise.cost(trial.level))
            if not rise.stands:
                break
        return worst

    return cost_of


def _two_of(count: int, numbers: Sequence[float]) -> tuple[int, int]:
    """Two different indices, determined by the numbers."""
    drawn = zlib.crc32(np.array(numbers).tobytes())
    first, further = drawn % count, 1 + (drawn // count) % (count - 1)
    return first, (first + further) % count


def _spots(slope: float) -> list[tuple[float, Spot]]:
    """Headings [rad] and places to lie; on a slope the body always faces up or down."""
    random = np.random.default_rng(SPOTS)
    headings = random.uniform(-math.pi, math.pi, SPOTS) * (slope == 0.0)
    places = random.uniform(-NEARBY, NEARBY, (SPOTS, 2))
    return [(float(h), (float(x), float(y))) for h, (x, y) in zip(headings, places, strict=True)]
