"""The setting that performers share in a run: the world, and the shot's data besides cues."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np

from ..bodies.character import Character
from ..shots.performer import places_named
from ..shots.shot import Shot
from ..simulation.actor import Actor
from ..simulation.over_ground import place_of, velocity_of
from ..simulation.rotation import Array
from ..simulation.world import World
from ..skills.styles import Styles
from ..skills.ways.avoidance import SHOULDERS, Neighbours
from ..skills.ways.level_ground import LevelGround
from ..skills.ways.line import Line
from ..skills.ways.navigation import Navigation
from ..skills.ways.obstacle_shapes import discs_of, in_the_way, walls_of
from ..skills.ways.obstacles import obstacles_of
from ..skills.ways.walkable import make_walkable
from .progress import ProgressReport
from .turns import Turns

LOW = 0.5  # of the height: a body whose joints are within less of each other lies
LYING = np.array([0.1, 0.5, 0.9])  # shares of its length at which a body that lies has its discs


class _Seen(NamedTuple):
    """Discs of all in the world: numbers of the actors, places (n, 2) [m], velocities (n, 2) [m/s]
    and radii (n,) [m]; and of each actor the middles of its feet (f, 2) [m].
    """

    owners: list[int]
    places: Array
    velocities: Array
    radii: Array
    feet: list[Array]


@dataclass
class Setting:
    """
    Attributes:
        parts: weights of the walker's parts, by name; 1 for the others.
        record: names of the optional channels.
        actors: of all performers that have entered the world.
        turns: in getting up.
        companies: the actors of each company, by its name, and whether they rise from falls.
        lines: the queues, by their paths.
    """

    world: World
    shot: Shot
    styles: Styles
    parts: Mapping[str, float]
    record: tuple[str, ...]
    progress: ProgressReport
    actors: list[Actor] = field(default_factory=list)
    turns: Turns = field(default_factory=Turns)
    companies: dict[str, list[tuple[Actor, bool]]] = field(default_factory=dict)
    lines: dict[Any, Line[Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        obstacles = in_the_way(obstacles_of(self.shot.props), self.shot.ground)
        self._discs, self._walls = discs_of(obstacles), walls_of(obstacles)
        self._obstacles, self._looked_at = obstacles, -math.inf

    @property
    def gravity(self) -> float:
        """Downwards [m/s2]."""
        return -self.shot.gravity[2]

    def add(
        self, character: Character, state: tuple[Array, Array, Array], **options: Any
    ) -> Actor:
        """Put a body into the world: root position, root orientation and joints."""
        actor = self.world.add_character(
            character, *state, meets_others=self.shot.performers_collide, **options
        )
        self.actors.append(actor)
        self._looked_at = -math.inf
        return actor

    def remove(self, actor: Actor) -> None:
        """Take a body out of the world."""
        self.world.remove_character(actor)
        self.turns.end(actor)
        self.actors = [other for other in self.actors if other is not actor]
        self._looked_at = -math.inf

    def neighbours_of(self, actor: Actor, time: float) -> Neighbours:
        """Places, velocities and radii of the other performers at the present time [s], and of
        small obstacles, which are still; and the sides of large ones.
        """
        seen = self._see(time)
        others = np.array([self.actors[owner] is not actor for owner in seen.owners], bool)
        obstacles, radii = self._discs
        return Neighbours(
            places=np.concatenate([seen.places[others], obstacles]),
            velocities=np.concatenate([seen.velocities[others], np.zeros_like(obstacles)]),
            radii=np.concatenate([seen.radii[others], radii]),
            walls=self._walls,
        )

    def others_feet(self, actor: Actor, time: float) -> Array:
        """(n, 2) the feet of the other performers at the present time [s], where they are [m]."""
        all_feet = zip(self.actors, self._see(time).feet, strict=True)
        others = [feet for other, feet in all_feet if other is not actor]
        return np.concatenate(others) if others else np.empty((0, 2))

    def join(self, company: str, actor: Actor, rises: bool) -> None:
        """Make an actor one of a company, which waits for one that lies if it `rises` again."""
        self.companies.setdefault(company, []).append((actor, rises))

    def companions_of(self, actor: Actor, company: str) -> Array:
        """(n, 2) places of the others of an actor's company that are in the world [m]."""
        there = {id(one) for one in self.actors} - {id(actor)}
        others = [
            other
            for other, rises in self.companies[company]
            if id(other) in there and (rises or not _lies(other))
        ]
        return np.array([place_of(other.motion_record) for other in others]).reshape(-1, 2)

    def line_of(self, path: Any) -> Line[Any]:
        """As in `WorldAccess`."""
        return self.lines.setdefault(path, Line())

    def _see(self, time: float) -> _Seen:
        """All in the world at the present time [s]: looked at once for everyone."""
        if time != self._looked_at:
            self._seen, self._looked_at = self._look(), time
        return self._seen

    def _look(self) -> _Seen:
        owners, places, velocities = list[int](), list[Array](), list[Array]()
        for number, actor in enumerate(self.actors):
            own = _lying_places(actor) if _lies(actor) else [place_of(actor.motion_record)]
            owners += [number] * len(own)
            places += own
            velocities += [velocity_of(actor.motion_record)] * len(own)
        sizes = [SHOULDERS * self.actors[owner].character.height for owner in owners]
        feet = [_feet_of(actor) for actor in self.actors]
        return _Seen(owners, np.array(places), np.array(velocities), np.array(sizes), feet)

    def ahead(self, place: Array, goal: Array, taste: float) -> Array:
        """As in `WorldAccess`."""
        navigation = self._navigation
        return goal if navigation is None else navigation.ahead(place, goal, taste)

    def reachable(self, place: Array, goal: Array) -> Array:
        """As in `WorldAccess`."""
        return goal if self._navigation is None else self._navigation.reachable(place, goal)

    @cached_property
    def level_ground(self) -> LevelGround:
        """Where the ground is level, of a shot whose ground consists of triangles."""
        return LevelGround(self.shot.ground)

    @cached_property
    def _navigation(self) -> Navigation | None:
        """The ways around the shot's obstacles and drops; None where nothing is in the way."""
        is_flat, world = self.shot.ground.kind == "flat", self.world
        if is_flat and not self._obstacles:
            return None
        top = max((z for _, _, z in self.shot.ground.vertices), default=0.0) + 1.0
        heights = None if is_flat else partial(world.ground_heights, top=top)
        places = np.array([place for p in self.shot.performers for place in places_named(p)])
        return Navigation(make_walkable(places, self._obstacles, heights))


def _feet_of(actor: Actor) -> Array:
    """(n, 2) middles of an actor's feet [m]."""
    numbers = [i for i, name in enumerate(actor.names) if name.startswith("foot.")]
    feet: Array = actor.motion.center[numbers, :2]
    return feet


def _lying_places(actor: Actor) -> list[Array]:
    """(2,) places of the discs of a body that lies, along its longest extent [m]."""
    points = actor.motion.origin[:, :2]
    middle = points.mean(axis=0)
    axis = np.linalg.svd(points - middle)[2][0]
    along = (points - middle) @ axis
    return [middle + ((1.0 - s) * along.min() + s * along.max()) * axis for s in LYING]


def _lies(actor: Actor) -> bool:
    heights = actor.motion.origin[:, 2]
    return bool(heights.max() - heights.min() < LOW * actor.character.height)
