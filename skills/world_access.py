"""What a biped sees of its world, and what it may ask of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from ..base.errors import InvalidInput
from ..shots.shot import Prop
from ..simulation.body import Motion
from ..simulation.records import Rows
from ..simulation.rotation import Array
from .ways.avoidance import Neighbours
from .ways.line import Line
from .ways.obstacles import Obstacle

Heights = Callable[[Array, float], Array]  # of the ground under places, seen from a height; or nan
Meet = Callable[[str, bool], None]  # whether hands and forearms collide with a prop
Look = Callable[[str], tuple[Prop, Array, Array]]  # a prop by its name, and its present pose


def _nothing(name: str) -> tuple[Prop, Array, Array]:
    raise InvalidInput(f"There is no prop {name!r} here.")


def _meet_nothing(name: str, meets: bool) -> None:
    """Stands for `let_meet` where there are no props."""


def _stay_apart(meets: bool) -> None:
    """Stands for `meet_itself` where the body is in no world."""


def _forget_nothing() -> None:
    """Stands for `forget_contacts` where no search depends on contacts."""


def _nobody(time: float) -> Neighbours:
    return Neighbours(np.empty((0, 2)), np.empty((0, 2)), np.empty(0), np.empty((0, 2, 2)))


def _no_feet(time: float) -> Array:
    return np.empty((0, 2))


def _no_companions() -> Array:
    return np.empty((0, 2))


def _empty_line(path: Any) -> Line[Any]:
    return Line()


def _whole_way(place: Array, goal: Array) -> Array:
    """Stands for `reachable` where nothing is in the way."""
    return goal


def _straight(place: Array, goal: Array, taste: float) -> Array:
    """Stands for `ahead` where nothing is in the way."""
    return goal


class Terrain(Protocol):
    """Terrain sensing of a walker: see `ways.terrain_sensing`."""

    is_level: bool

    @property
    def sees_steps(self) -> bool: ...

    def look(self, motion: Rows[Motion], time: float) -> None: ...

    def looks_after(self, time: float) -> float: ...


@dataclass(kw_only=True)
class WorldAccess:
    """A body in no world, until it enters one.

    Attributes:
        look_at: finds a prop of the shot.
        neighbours: finds the other performers at the present time [s], and what stands in the way.
        others_feet: finds the middles (n, 2) of the soles of the other performers at the present
            time [s].
        companions: finds the present places (n, 2) [m] of those with whom the body walks.
        line_of: finds the queue along a path, one for all in it.
        ahead: finds the point (2,) to walk to straight, on the way from a place (2,) to a goal
            (2,), by its taste, 0 to 1, for going to the right of it.
        reachable: finds the nearest point (2,) to a goal (2,) that a way leads to from a place
            (2,).
        ground_heights: of the ground under places, seen from a height; None where it is level.
        footing_heights: of what can be stood on, props that never move included; None where it is
            level.
        terrain: sensing of the ground; None where it is level.
        ground_velocity: (3,) present one of what bears the body [m/s]; None where nothing moves.
        forget_contacts: has the engine find the pelvis's contacts anew, as after a lookahead.
        meet_itself: sets whether arms and head collide with the rest of the body.
        let_meet: sets whether hands and forearms collide with a prop or pass through it.
        obstacles: props that never move; the walker steps over them or ducks under them.
        platforms: those of them that a walker stands on, and does not feel as ground yet.
    """

    look_at: Look = field(default=_nothing)
    neighbours: Callable[[float], Neighbours] = field(default=_nobody)
    others_feet: Callable[[float], Array] = field(default=_no_feet)
    companions: Callable[[], Array] = field(default=_no_companions)
    line_of: Callable[[Any], Line[Any]] = field(default=_empty_line)
    ahead: Callable[[Array, Array, float], Array] = field(default=_straight)
    reachable: Callable[[Array, Array], Array] = field(default=_whole_way)
    ground_heights: Heights | None = None
    footing_heights: Heights | None = None
    terrain: Terrain | None = None
    ground_velocity: Array | None = None
    forget_contacts: Callable[[], None] = field(default=_forget_nothing)
    meet_itself: Callable[[bool], None] = field(default=_stay_apart)
    let_meet: Meet = field(default=_meet_nothing)
    obstacles: Sequence[Obstacle] = ()
    platforms: Sequence[Obstacle] = ()
