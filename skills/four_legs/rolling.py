"""From lying on the side onto the feet (Jones 2011, Section 5.1.4), in two phases.

The legs are drawn in and the leg frames roll upright, over what they lie on; then the feet come
under the body, or legs that are there already extend, and it lifts itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from ...bodies.quadruped import LEGS, NAMES_OF_JOINTS
from ...controllers.quadruped.records import BACK, FRONT
from ...simulation.body import Motion
from ...simulation.rotation import heading_of
from .get_up_ways import Rise, Roll
from .places import ahead_of_hip, is_calm, is_settled, is_tall
from .quadruped import Quadruped
from .routine import Ramp, Routine, Stage, Step

# Numbers without a source: tuned by hand, judged by bench quadruped_fallen.
# Pitches of hip, knee and ankle of a leg that is drawn in, front and back [rad]; signs are a dog's.
DRAWN_IN = ((1.5, -2.5, 1.0), (-1.5, 2.6, -2.3))
KNEES = (-1.0, 1.0)  # the signs of a dog's
SPREAD_PLACE = 3  # index of the spread among a drawn-in leg's numbers
ON_ITS_SIDE = 1.5  # [rad]: rolled onto a side
ROLLS, SWINGS = 0.4, 0.25  # [s] of a dog
# Roll below which the body rises [rad]; time after which it rises anyway [s of a dog].
LEVEL, PATIENCE = 0.3, 0.8
ROLLS_ON = 3.0  # [s] of a dog: longest attempt to roll
RISES_FROM = 0.3  # of the standing height, at which a rise on feet that stepped begins
ON_FEET = 0.9  # cosine between a leg frame's and the world's up
RISEN = (("rests", FRONT, 0), ("rests", BACK, 0))
FREE = (*RISEN, ("nod", None, 0.0), *(("tucked", leg, 0) for leg in range(4)))


def roll_over(quadruped: Quadruped, way: Roll, ends: Callable[[], None]) -> None:
    """Roll from the side onto the belly; `ends` is called when that is done."""

    def roll() -> None:
        quadruped.routine = Routine(quadruped, (_roll(quadruped, way),), ends)

    quadruped.routine = Routine(quadruped, (_draw_in(way),), roll)


def rise_from_belly(quadruped: Quadruped, way: Rise, ends: Callable[[], None]) -> None:
    """Rise onto the feet from lying on the belly with the legs drawn in."""
    rise = _step_under(way) if way.steps else (_extend(quadruped, way),)
    settle = Stage(0.2, sets=FREE, waits_for=is_settled, settles=True)
    quadruped.routine = Routine(quadruped, (*rise, settle), ends)


def roll_of(quadruped: Quadruped, motion: Motion, frame: int) -> float:
    """How far a leg frame is rolled off upright [rad], positive onto its right side."""
    axes = motion.rotation[quadruped.anatomy["frame"][frame]]
    return math.atan2(float(axes[2, 1]), float(axes[2, 2]))


def stands(quadruped: Quadruped, motion: Motion) -> bool:
    """Whether the body stands upright and tall, at rest."""
    frames = quadruped.anatomy["frame"]
    is_upright = bool((motion.rotation[frames, 2, 2] > ON_FEET).all())
    return is_upright and is_settled(quadruped, motion) and is_tall(quadruped, motion)


def is_level(quadruped: Quadruped, motion: Motion, most: float) -> bool:
    """Whether both leg frames are nearer to upright than an angle [rad]."""
    return all(abs(roll_of(quadruped, motion, frame)) < most for frame in (FRONT, BACK))


def _draw_in(way: Roll) -> Stage:
    """Keep the present roll, or that of the shoulders for both leg frames; draw the legs in."""

    def begin(quadruped: Quadruped, motion: Motion) -> None:
        command, memory, anatomy = quadruped.command, quadruped.memory, quadruped.anatomy
        memory["heading"] = heading_of(motion.rotation[anatomy["frame"][FRONT]])
        memory["turn_rate"] = memory["speed"] = 0.0
        memory["steps"], memory["slope"], command["surge"] = 0, 0.0, 0.0
        memory["swings"][:] = 0
        memory["hips"][:] = memory["stood_at"][:] = 0.0
        command["pitch"][:] = command["shift"][:] = 0.0
        for frame in (FRONT, BACK):
            rolled = roll_of(quadruped, motion, FRONT if way.straight else frame)
            command["roll"][frame] = math.copysign(ON_ITS_SIDE, rolled) if way.straight else rolled
            command["rests"][frame] = 1
        for leg in range(4):
            command["tucked"][leg] = 1
            command["tuck"][leg] = (*_folded(quadruped, leg), 0.0)

    return Stage(way.draws_in, begins=begin, sets=[("nod", None, way.nod)])


def _folded(quadruped: Quadruped, leg: int) -> tuple[float, float, float]:
    """Pitches of hip, knee and ankle of a leg drawn in; knees of toys bend the other way."""
    way = float(quadruped.anatomy["knee_bends"][leg]) * KNEES[leg // 2]
    hip, knee, ankle = DRAWN_IN[leg // 2]
    return way * hip, way * knee, way * ankle


def _roll(quadruped: Quadruped, way: Roll) -> Stage:
    """Roll onto the belly, legs drawn in; the present roll shows on which side the body lies."""
    lies_on = 1 if float(quadruped.command["roll"][FRONT]) > 0.0 else 0  # legs 1, 3: right ones
    below, above = way.spread
    return Stage(
        ROLLS + way.lag,
        ramps=[Ramp("roll", FRONT, 0.0, ROLLS, 0.0),
               Ramp("roll", BACK, way.lag, ROLLS + way.lag, 0.0),
               *(Ramp("tuck", (leg, SPREAD_PLACE), 0.0, ROLLS,
                      below if leg % 2 == lies_on else above) for leg in range(4))],
        waits_for=_is_turned(way),
        patience=ROLLS_ON,
    )  # fmt: skip


def _is_turned(way: Roll) -> Callable[[Quadruped, Motion], bool]:
    def is_turned(quadruped: Quadruped, motion: Motion) -> bool:
        return is_level(quadruped, motion, way.turned) and (
            not way.rests or is_calm(quadruped, motion)
        )

    return is_turned


def _is_under(quadruped: Quadruped, motion: Motion) -> bool:
    """Whether no foot swings any more; feet of a body on its belly need not bear yet."""
    return not quadruped.memory["swings"].any() and is_level(quadruped, motion, LEVEL)


def _step_under(way: Rise) -> tuple[Stage, Stage]:
    """All feet step under their hips at once, while the body lies on its belly; then it rises."""
    steps = Stage(
        SWINGS,
        sets=[("tucked", leg, 0) for leg in range(4)],
        steps=[Step(leg, 0.0, SWINGS, ahead_of_hip(0.0, way.aside, leg)) for leg in range(4)],
        waits_for=_is_under,
        patience=PATIENCE,
    )
    rises = Stage(
        way.lasts,
        sets=[*FREE, ("height", BACK, RISES_FROM), ("height", FRONT, RISES_FROM)],
        ramps=[Ramp("height", FRONT, 0.0, way.lasts, 1.0),
               Ramp("height", BACK, 0.0, way.lasts, 1.0)],
    )  # fmt: skip
    return steps, rises


def _extend(quadruped: Quadruped, way: Rise) -> Stage:
    """All legs extend at once, from drawn in to standing."""
    standing = quadruped.character.standing
    ramps = [Ramp("nod", None, 0.0, way.lasts, 0.0)]
    for leg, name in enumerate(LEGS):
        for k, joint in enumerate(NAMES_OF_JOINTS.values()):
            angle = standing.get(f"{joint}.{name}", 0.0)
            ramps.append(Ramp("tuck", (leg, k), 0.0, way.lasts, angle))
        ramps.append(Ramp("tuck", (leg, SPREAD_PLACE), 0.0, way.lasts, way.aside))
    return Stage(way.lasts, sets=RISEN, ramps=ramps)
