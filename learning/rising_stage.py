"""A world in which ways to rise are tried again and again, and judged: Jones 2011, Section 6.2."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ..catalogue.planar.rising import LAYOUT
from ..controllers.planar import CONTROL_STEP
from ..ground import Ground
from ..rigs.character import Character
from ..rigs.prone import with_torso
from ..search import Trial
from ..simulation.rotation import Array
from ..simulation.world import World
from ..skills.planar_rising import Numbers, PlanarRising, ground_along, lying_prone
from .stage import GRAVITY, TIME_STEP

TALL, STILL_TALL = 0.8, 0.98  # height of the shoulders [m], and how much of it they may lose
STANDS = 3.0  # how long they stay up [s]: "several seconds"
LONGEST = 20.0  # [s] in which it has to be up
SETTLED = 0.2  # [s] after which contact forces count: it is laid down before
TIMELY = 6.0  # [s]: on slopes, who is not up by then has failed
NEVER_UP, FELL_AGAIN = 200.0, 100.0  # costs [s]
# The thesis would mend "violent collisions with the ground": each body weight of the largest
# contact force above so many costs so much time [s].
SOFT, HARSH = 4.0, 0.1
CENTRE = (0.0, 0.0)


@dataclass(frozen=True)
class Rise:
    """How a try went.

    Attributes:
        up_at: when the shoulders were up [s]; None if never.
        stands: whether they stayed up.
        peak: largest sum of the ground's forces, in body weights.
    """

    up_at: float | None
    stands: bool
    peak: float

    @property
    def cost(self) -> float:
        """Time until it stands [s], with what its collisions count."""
        if self.up_at is None:
            return NEVER_UP
        if not self.stands:
            return FELL_AGAIN + LONGEST - self.up_at
        return self.up_at + HARSH * max(self.peak - SOFT, 0.0)


class RisingStage:
    """A body lying on one ground, put back there before each try."""

    def __init__(self, numbers: Numbers, slope: float = 0.0, torso: float = 1.0) -> None:
        """
        Args:
            slope: of the ground [degrees]; torso: size of the trunk.
        """
        ground = Ground.slope(slope) if slope else Ground.flat()
        character = with_torso(Character.planar("prone9"), torso)
        self._world = World(GRAVITY, TIME_STEP, ground.friction, ground.vertices, ground.triangles)
        self._actor = self._world.add_character(
            character, *lying_prone(character, ground, CENTRE, 0.0)
        )
        self._begin = self._world.snapshot()
        self._ground = ground_along(ground, CENTRE, 0.0)
        self._weight = -GRAVITY[2] * character.mass
        self._rising = PlanarRising(
            character, self._actor.body_record, numbers, self._ground, -GRAVITY[2]
        )
        self._shoulder = character.segment_names.index("upper_arm.L")

    def close(self) -> None:
        self._world.close()

    def rise(self, numbers: Numbers, longest: float = LONGEST) -> Rise:
        """Try to rise.

        Args:
            longest: time [s] after which it is given up.
        """
        self._world.restore(self._begin)
        self._rising.begin_anew(numbers)
        time, up_at, peak = 0.0, None, 0.0
        while time < (longest if up_at is None else up_at + STANDS):
            self._step()
            time += CONTROL_STEP
            height = self._height_of_shoulders()
            if time > SETTLED:
                peak = max(peak, float(self._actor.motion.load.sum()) / self._weight)
            if up_at is None and height > TALL:
                up_at = time
            elif up_at is not None and time > up_at + SETTLED and height < STILL_TALL * TALL:
                return Rise(up_at, False, peak)
        return Rise(up_at, up_at is not None, peak)

    def _step(self) -> None:
        world, actor = self._world, self._actor
        flat = self._rising.actuators(actor.motion_record)
        for _ in range(round(CONTROL_STEP / TIME_STEP)):
            world.write_torques(actor, flat)
            world.step()
        world.read(actor)
        world.read_contacts(actor)

    def _height_of_shoulders(self) -> float:
        """Over the ground [m]."""
        x, _, z = self._actor.motion.origin[self._shoulder]
        height, slope = self._ground
        return float(z - height - slope * x)


def numbers_of(vector: Array | Sequence[float]) -> Numbers:
    """A way's numbers by their names, in the order of the layout."""
    ends = np.cumsum(list(LAYOUT.values()))
    parts = np.split(np.asarray(vector, float), ends[:-1])
    return {name: part.tolist() for name, part in zip(LAYOUT, parts, strict=True)}


def vector_of(numbers: Numbers) -> Array:
    """The inverse of `numbers_of`."""
    return np.concatenate([np.asarray(numbers[name], float) for name in LAYOUT])


def make_rising_judge(place: tuple[Sequence[float], float, float]) -> Callable[[Trial], float]:
    """Costs of trials on one ground: a vector to begin with, the slope [degrees], the trunk."""
    vector, slope, torso = place
    stage = RisingStage(numbers_of(vector), slope, torso)

    def judge(trial: Trial) -> float:
        longest = min(trial.bound, LONGEST) if math.isfinite(trial.bound) else LONGEST
        return stage.rise(numbers_of(trial.numbers), longest + CONTROL_STEP).cost

    return judge
