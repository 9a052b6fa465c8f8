"""What members of a crowd do: dance, wander, walk to goals, stand about."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.checks import check_number
from ..catalogue.crowds import (
    DANCING,
    LARGEST_COMPANY,
    PASSING,
    RISING,
    ROAMING,
    SITTING,
    STANDING_ABOUT,
    TO_GOALS,
    WANDERING,
)
from ..catalogue.gait import WALK_ON
from ..catalogue.styles import NATURAL, list_dances
from ..shots.cue import Cue
from .seats import SeatPlace
from .surfaces import Surface

Array = NDArray[np.float64]
Range = tuple[float, float]
MOST_TURNING = 0.3  # [rad/s], largest turn rate of members that roam
WAYPOINTS = 12  # number of places to which a wanderer walks before it stands
VARIATION = 1.0  # of members' steps, so that no two walk alike
SHARED = ("path", "speed", "at_end", "turn_rate")  # by those who walk together
NEAR = 2.0  # [m] from a sink: who starts there goes to another one
BEYOND = 2.0  # [m] past the opposite edge, where the goals of crossing members are


@dataclass(frozen=True, kw_only=True)
class Manner:
    """How members move; each member draws its own values from the ranges (lowest, highest).

    Attributes:
        speed: walking speed [m/s].
        step_period: [s]; None: the one that suits each body.
        step_height: [m]; None: the one that suits each body.
        styles: walking styles or dances; each member has one. None: natural, or all dances.
        bpm: tempo of a dance [beats per minute].
        goals: points (x, y) [m] to walk to in turn; without them, the opposite side.
        together: smallest and largest number of those who walk side by side, where members walk to
            places.
        stay: how long members sit [s].
        start_seated: whether members that do not come out of a source sit from the beginning.
    """

    speed: Range = (0.9, 1.3)
    step_period: Range | None = None
    step_height: Range | None = None
    styles: tuple[str, ...] = ()
    bpm: float = 110.0
    goals: tuple[tuple[float, float], ...] = ()
    together: tuple[int, int] = (1, 1)
    stay: Range = (5.0, 15.0)
    start_seated: bool = False

    def __post_init__(self) -> None:
        for size in self.together:
            check_number("the size of a company", size, "", 1, LARGEST_COMPANY)

    def gait(self, random: np.random.Generator) -> dict[str, Any]:
        """Random gait parameters of one member."""
        gait: dict[str, Any] = {"speed": float(random.uniform(*self.speed))}
        for name in ("step_period", "step_height"):
            drawn = getattr(self, name)
            if drawn is not None:
                gait[name] = float(random.uniform(*drawn))
        style = str(random.choice(self.styles or (NATURAL,)))
        return {**gait, "style": style, "variation": VARIATION}


class Where(NamedTuple):
    """Where a member starts, and where it may go.

    Attributes:
        place: (2,) [m]; heading: a random one [rad].
        sinks: by which it may leave.
        comes: whether it comes out of a source.
        seat: its own; None where it has none.
    """

    surface: Surface
    place: Array
    heading: float
    sinks: Sequence[Surface]
    comes: bool = False
    seat: SeatPlace | None = None


class Start(NamedTuple):
    """How a member starts: its heading [rad], its cues, whether it leaves after them, and its place
    (2,) [m] where it has another one than was drawn for it.
    """

    heading: float
    cues: Sequence[Cue]
    leaves: bool = False
    place: Array | None = None


def _dance(manner: Manner, where: Where, random: np.random.Generator) -> Start:
    style = str(random.choice(manner.styles or list_dances()))
    return Start(where.heading, [Cue(DANCING.skill, bpm=manner.bpm, style=style)])


def _stand(manner: Manner, where: Where, random: np.random.Generator) -> Start:
    return Start(where.heading, [Cue(STANDING_ABOUT.skill)])


def _wander(manner: Manner, where: Where, random: np.random.Generator) -> Start:
    places = [where.surface.place(random).tolist() for _ in range(WAYPOINTS)]
    path = [where.place.tolist(), *places]
    return Start(where.heading, [Cue(WANDERING.skill, path=path, **manner.gait(random))])


def roam(manner: Manner, where: Where, random: np.random.Generator) -> Start:
    """Walk in wide circles, for bodies that cannot follow a path."""
    turning = float(random.uniform(-MOST_TURNING, MOST_TURNING))
    return Start(where.heading, [Cue(ROAMING.skill, turn_rate=turning, **manner.gait(random))])


def _walk_to_goals(manner: Manner, where: Where, random: np.random.Generator) -> Start:
    place = where.place
    goals = _along(manner.goals, place) if manner.goals else [_across(where.surface, place)]
    points = [place.tolist(), *(point.tolist() for point in goals)]
    cue = Cue(TO_GOALS.skill, path=points, **manner.gait(random))
    return Start(_towards(goals[0], place), [cue])


def _pass(manner: Manner, where: Where, random: np.random.Generator) -> Start:
    """Walk to a sink other than the one that is where the member comes from."""
    goal = _exit(where, random)
    cue = _leave_by(goal, where.place, manner.gait(random), start=0.0)
    return Start(_towards(goal, where.place), [cue], leaves=True)


def _exit(where: Where, random: np.random.Generator) -> Array:
    """A place (2,) [m] in a sink other than the one that is where the member comes from."""
    others = [sink for sink in where.sinks if not _is_at(sink, where.place)] or where.sinks
    return others[int(random.integers(len(others)))].place(random)


def _leave_by(goal: Array, place: Array, gait: Mapping[str, Any], start: float | None) -> Cue:
    """The cue to walk from a place (2,) to one in a sink (2,), and on."""
    path = [place.tolist(), goal.tolist()]
    return Cue(PASSING.skill, start, path=path, at_end=WALK_ON, **gait)


def _sit(manner: Manner, where: Where, random: np.random.Generator) -> Start:
    """Sit for a time on the member's own seat, and leave; without one, stand about."""
    seat, gait, stay = where.seat, manner.gait(random), float(random.uniform(*manner.stay))
    if seat is None:
        return _stand_about(gait, where, random)
    before = seat.before
    after = [_leave_by(_exit(where, random), before, gait, None)] if where.sinks else []
    if manner.start_seated and not where.comes:
        rise = Cue(RISING, stay, seat=seat.seat, style=gait["style"])
        return Start(seat.heading, [rise, *after], bool(after), place=seat.edge)
    walk = Cue(TO_GOALS.skill, path=[where.place.tolist(), before.tolist()], **gait)
    sit = Cue(
        SITTING.skill, None, seat=seat.seat, place=before.tolist(), stay=stay,
        speed=gait["speed"], style=gait["style"],
    )  # fmt: skip
    after = after or [Cue(STANDING_ABOUT.skill, None)]
    return Start(_towards(before, where.place), [walk, sit, *after], bool(where.sinks))


def _stand_about(gait: Mapping[str, Any], where: Where, random: np.random.Generator) -> Start:
    """Stand where the member is, or somewhere on the surface if it comes out of a source."""
    if not where.comes:
        return Start(where.heading, [Cue(STANDING_ABOUT.skill)])
    goal = where.surface.place(random)
    walk = Cue(TO_GOALS.skill, path=[where.place.tolist(), goal.tolist()], **gait)
    return Start(_towards(goal, where.place), [walk])


def walking_with(leader: Start, alone: Start) -> Start:
    """How a member starts that goes with a leader, at its speed, in a manner of its own."""
    cues = []
    for led, own in zip(leader.cues, alone.cues, strict=True):
        shared = {name: led.parameters.get(name) for name in SHARED if name in led.parameters}
        cues.append(Cue(led.skill, led.start, **{**own.parameters, **shared}))
    return leader._replace(cues=cues)


def _is_at(sink: Surface, place: Array) -> bool:
    low, high = sink.bounds
    return bool((place > low - NEAR).all() and (place < high + NEAR).all())


def _towards(goal: Array, place: Array) -> float:
    """Heading [rad] from a place (2,) to a goal (2,)."""
    ahead = goal - place
    return math.atan2(ahead[1], ahead[0])


def _across(surface: Surface, place: Array) -> Array:
    """A place beyond the opposite side: a member that starts on the left goes right, and back."""
    low, high = surface.bounds[:, 0]
    x = high + BEYOND if place[0] < (low + high) / 2 else low - BEYOND
    return np.array([x, place[1]])


def _along(goals: tuple[tuple[float, float], ...], place: Array) -> list[Array]:
    """The goals from the nearest one on, shifted aside by the place's offset from that one."""
    points = np.array(goals, float)
    nearest = int(np.argmin(np.linalg.norm(points - place, axis=1)))
    aside = place - points[nearest] if nearest < len(points) - 1 else np.zeros(2)
    return [point + aside for point in points[nearest + 1 :]] or [points[-1]]


BEHAVIOURS: Mapping[str, Callable[[Manner, Where, np.random.Generator], Start]] = {
    DANCING.name: _dance,
    WANDERING.name: _wander,
    TO_GOALS.name: _walk_to_goals,
    PASSING.name: _pass,
    SITTING.name: _sit,
    STANDING_ABOUT.name: _stand,
}  # fmt: skip
