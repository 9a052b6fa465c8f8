"""From lying on the belly, legs drawn in, onto the feet (Jones 2011, Section 5.1.4).

The feet step under the body, or legs that are there already extend, and it lifts itself.
"""

from __future__ import annotations

from collections.abc import Callable

from ...bodies.quadruped import LEGS, NAMES_OF_JOINTS
from ...controllers.quadruped.records import BACK, FRONT
from ...simulation.body import Motion
from .get_up_ways import Rise
from .places import ahead_of_hip, is_settled, is_tall
from .quadruped import Quadruped
from .rolling import is_level
from .routine import Ramp, Routine, Stage, Step

# Numbers without a source: tuned by hand, judged by bench quadruped_fallen.
SPREAD_PLACE = 3  # index of the spread among a drawn-in leg's numbers
SWINGS = 0.25  # [s] of a dog
# Roll below which the body rises [rad]; time after which it rises anyway [s of a dog].
LEVEL, PATIENCE = 0.3, 0.8
RISES_FROM = 0.3  # of the standing height, at which a rise on feet that stepped begins
ON_FEET = 0.9  # cosine between a leg frame's and the world's up
RISEN = (("rests", FRONT, 0), ("rests", BACK, 0))
LEVELLED = (("roll", FRONT, 0.0), ("roll", BACK, 0.0))
FREE = (*RISEN, ("nod", None, 0.0), *(("tucked", leg, 0) for leg in range(4)))


def rise_from_belly(quadruped: Quadruped, way: Rise, ends: Callable[[], None]) -> None:
    """Rise onto the feet from lying on the belly with the legs drawn in."""
    rise = _step_under(way) if way.steps else (_extend(quadruped, way),)
    settle = Stage(0.2, sets=FREE, waits_for=stands, settles=True)
    quadruped.routine = Routine(quadruped, (*rise, settle), ends)


def stands(quadruped: Quadruped, motion: Motion) -> bool:
    """Whether the body stands upright and tall, at rest."""
    frames = quadruped.anatomy["frame"]
    is_upright = bool((motion.rotation[frames, 2, 2] > ON_FEET).all())
    return is_upright and is_settled(quadruped, motion) and is_tall(quadruped, motion)


def _is_under(quadruped: Quadruped, motion: Motion) -> bool:
    """Whether no foot swings any more; feet of a body on its belly need not bear yet."""
    return not quadruped.memory["swings"].any() and is_level(quadruped, motion, LEVEL)


def _step_under(way: Rise) -> tuple[Stage, Stage]:
    """All feet step under their hips at once, while the body lies on its belly; then it rises."""
    steps = Stage(
        SWINGS,
        sets=[*LEVELLED, *(("tucked", leg, 0) for leg in range(4))],
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
    return Stage(way.lasts, sets=[*RISEN, *LEVELLED], ramps=ramps)
