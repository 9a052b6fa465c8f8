"""The setting that performers share in a run: the world, and the shot's data besides cues."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..bodies.character import Character
from ..shots.shot import Shot
from ..simulation.actor import Actor
from ..simulation.rotation import Array
from ..simulation.world import World
from ..skills.styles import Styles
from ..skills.ways.avoidance import SHOULDERS, Neighbours
from ..skills.ways.obstacle_discs import discs_of
from ..skills.ways.steering import place_of, velocity_of
from .progress import ProgressReport


@dataclass
class Setting:
    """
    Attributes:
        parts: weights of the walker's parts, by name; 1 for the others.
        record: names of the optional channels.
        actors: of all performers that have entered the world.
    """

    world: World
    shot: Shot
    styles: Styles
    parts: Mapping[str, float]
    record: tuple[str, ...]
    progress: ProgressReport
    actors: list[Actor] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._discs = discs_of(self.shot.props, self.shot.ground)

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
        return actor

    def neighbours_of(self, actor: Actor) -> Neighbours:
        """Places, velocities and radii of the other performers and of obstacles, which are still.
        """
        others = [other for other in self.actors if other is not actor]
        obstacles, radii = self._discs
        records = [other.motion_record for other in others]
        places = np.array([place_of(record) for record in records]).reshape(-1, 2)
        velocities = np.array([velocity_of(record) for record in records]).reshape(-1, 2)
        sizes = [SHOULDERS * other.character.height for other in others]
        return Neighbours(
            places=np.concatenate([places, obstacles]),
            velocities=np.concatenate([velocities, np.zeros_like(obstacles)]),
            radii=np.concatenate([sizes, radii]),
        )
