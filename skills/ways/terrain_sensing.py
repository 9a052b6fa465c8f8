"""Sensing of uneven ground: under the feet, at the next foothold, and on the way of the swing foot.

A planned sole that would lie over an edge is moved lengthwise, as little as possible, to where it
lies entirely on the ground: onto the tread of a step.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...controllers.gait.gait import ADULT_LEG
from ...controllers.gait.records import GaitCommand, GaitMemory
from ...controllers.gait.terrain import STEP_UP
from ...controllers.program.anatomy import Anatomy
from ...simulation.body import Motion
from ...simulation.over_ground import place_of
from ...simulation.records import Rows, views_of
from ...simulation.rotation import Array, heading_of
from ..biped import Biped
from ..world_access import Heights
from .level_ground import LevelGround
from .obstacles import Obstacle
from .walkable import distances_to

LOOKING_STEP = 0.01  # [s] from one look at the ground to the next
GLANCING_STEP = 0.1  # [s] where the ground is level
EYES = 0.7  # of the leg over the highest sole: higher surfaces are no ground
UNEVEN = 0.026  # [m]: largest distance of a sole's middle from the line from heel to ball
EVEN = 0.05  # rise over run: the treads of steps are not steeper
STEEPEST = 0.5  # largest rise over run under a sole
FURTHEST_MOVE, MOVE_GRAIN = 0.16, 0.02  # [m] of an adult's foothold
WIDER, HIGHER = 0.03, 0.02  # [m] by which what is passed over seems larger
NOT_WHOLE = 10.0  # [m]: cost of a sole over an edge, above that of any move
BESIDE, UNSURE = 0.03, 0.08  # [m]: a sole so near an edge costs as much as a move so far
COMMITTED = 0.1  # phase after which the chosen tread is kept
SAME_HEIGHT = 0.02  # [m] below the highest ground on the way, of which it counts
GLIMPSES = 24  # number of samples on the way of the swing foot
BEHIND, AHEAD = 0.6, 1.6  # of the leg: where edges are seen, by the trailing foot to two steps on
GRAIN = 0.05  # [m] between two samples of the way ahead


class Lie(NamedTuple):
    """Soles at n places.

    Attributes:
        height: of the ground under the ankle [m]. gradient: of the ground.
        is_whole: whether all of the sole is on ground.
        is_sure: whether edges also keep off its heel, and higher ones off its toes.
    """

    height: Array  # (n,)
    gradient: Array  # (n, 2)
    is_whole: NDArray[np.bool_]  # (n,)
    is_sure: NDArray[np.bool_]  # (n,)


class TerrainSensing:
    """The ground as one walker senses it.

    Attributes:
        is_level: whether it is level for the next steps, so that the walker need not look down.
    """

    def __init__(self, biped: Biped, heights: Heights | None, level: LevelGround | None) -> None:
        """
        Args:
            heights: of the ground; None: it is flat.
            level: where the ground is level; None: nowhere, or not known.
        """
        self._biped, self._heights, self._level = biped, heights, level
        self.is_level, self._looked_at, self._looks_at = heights is None, math.inf, 0.0
        self._saw: Obstacle | None = None
        self._anatomy: Anatomy = biped.anatomy
        self._command: GaitCommand = biped.command
        self._memory: GaitMemory = biped.memory
        near = np.arange(MOVE_GRAIN, FURTHEST_MOVE + 1e-9, MOVE_GRAIN)
        self._moves = np.concatenate([[0.0], near, -near]) * biped.leg / ADULT_LEG
        toes = biped.character.segment("toes.L").shape
        self._toes = 0.0 if toes is None else float(toes.size[0])

    def look(self, motion: Rows[Motion], time: float) -> None:
        """Set the ground's fields in the walker's command, for its present state `motion`.

        The ground is sensed once every `LOOKING_STEP` of the shot, and once every `GLANCING_STEP`
        where it is level; and again where a trial has gone back in time.
        """
        is_known = self._looked_at <= time < self._looks_at - self._command["dt"] / 2
        if is_known and self._saw is self._over:
            return
        self._looked_at, self._saw = time, self._over
        self._looks_at = LOOKING_STEP * (round(time / LOOKING_STEP) + 1)
        if self._heights is None and self._over is None:
            self._stand_level(0.0)
            self.is_level, self._looks_at, self._command["sees_ground"] = True, math.inf, 0
            return
        self._command["sees_ground"] = 1
        height = math.nan
        if self._level is not None and self._over is None:
            height = self._level.height_at(place_of(motion))
        self.is_level = not math.isnan(height)
        if self.is_level:
            self._looks_at = time + GLANCING_STEP
            self._stand_level(height)
            return
        anatomy, command, state = self._anatomy, self._command, views_of(Motion, motion)
        feet = anatomy["foot"]
        ankles, headings = state.origin[feet], [heading_of(state.rotation[f]) for f in feet]
        self._top = float((ankles[:, 2] - anatomy["ankle_height"]).max()) + EYES * self._biped.leg
        for side in range(2):
            lie = self._lie(ankles[side : side + 1, :2], headings[side], side)
            command["floor"][side], command["gradient"][side] = lie.height[0], lie.gradient[0]
        swing = 1 - int(self._memory["stance"])
        command["edge_ahead"] = self._edge_ahead(state.com[:2])
        self._choose_foothold(swing)
        self._look_at_summit(ankles[swing, :2], headings[swing], swing)

    @property
    def _over(self) -> Obstacle | None:
        """What the walker passes over in stride: as the ground on which it lies."""
        return self._biped.crossing.over

    @property
    def sees_steps(self) -> bool:
        """Whether steps are near, and no slope."""
        slopes = self._command["gradient"], self._command["landing_gradient"]
        return not self.is_level and all(np.abs(slope).max() < EVEN for slope in slopes)

    def looks_after(self, time: float) -> float:
        """When it is sensed again [s], if not at once."""
        return self._looks_at if self.is_level else time

    def _stand_level(self, height: float) -> None:
        """Set the ground's fields for ground that is level at a height [m]."""
        command = self._command
        command["floor"][:], command["gradient"][:] = height, 0.0
        command["landing_gradient"][:], command["onto_tread"][:] = 0.0, 0.0
        command["usual_onto_tread"][:], command["edge_ahead"] = 0.0, 0.0
        command["landing"] = command["summit"] = height

    def _choose_foothold(self, swing: int) -> None:
        """Move the foothold to the nearest tread."""
        command, heading = self._command, float(self._memory["heading"])
        ahead = np.array([math.cos(heading), math.sin(heading)])
        directed = bool(self._memory["directed"])
        planned = self._memory["foothold" if directed else "planned"][:2]
        moves, behind = self._moves[:1] if directed else self._moves, self._biped.crossing.landing
        if behind is not None and not directed:
            moves = np.array([max(float((behind - planned) @ ahead), 0.0)])
        lie = self._lie(planned + np.outer(moves, ahead), heading, swing)
        kept = float((self._memory["foothold"][:2] - planned) @ ahead)
        constancy = float(self._memory["phase"]) / COMMITTED
        has_edges = bool(command["edge_ahead"] > STEP_UP * self._biped.leg)
        way = np.abs(moves) + constancy * np.abs(moves - kept)
        chosen = _nearest(lie, way, has_edges)
        command["onto_tread"] = moves[chosen] * ahead
        command["landing"], command["landing_gradient"] = lie.height[chosen], lie.gradient[chosen]
        command["usual_onto_tread"][:] = 0.0
        if has_edges:
            lie = self._lie(self._memory["usual"] + np.outer(self._moves, ahead), heading, swing)
            best = _nearest(lie, np.abs(self._moves), has_edges)
            command["usual_onto_tread"] = self._moves[best] * ahead

    def _edge_ahead(self, place: Array) -> float:
        """Height [m] of the highest edge on the way, from the trailing foot on.

        What rises or sinks as much just before or behind is a slope, or a bump, and no edge.
        """
        heading = float(self._memory["heading"])
        ahead = np.array([math.cos(heading), math.sin(heading)])
        along = np.arange(-BEHIND * self._biped.leg, AHEAD * self._biped.leg, GRAIN)
        change = np.abs(np.diff(self._see(place + np.outer(along, ahead))))
        return float((change[1:-1] - np.maximum(change[:-2], change[2:])).max(initial=0.0))

    def _lie(self, ankles: Array, heading: float, side: int) -> Lie:
        """Soles with their ankles over places (n, 2)."""
        anatomy = self._anatomy
        ahead = np.array([math.cos(heading), math.sin(heading)])
        left = np.array([-ahead[1], ahead[0]])
        heel, ball, half = (float(anatomy[name][side]) for name in ("heel", "ball", "half_width"))
        middle = 0.5 * (ball - heel)
        corners = [-heel * ahead, ball * ahead, middle * ahead, middle * ahead + half * left,
                   middle * ahead - half * left, -(heel + BESIDE) * ahead,
                   (ball + self._toes + BESIDE) * ahead]  # fmt: skip
        places = np.concatenate([ankles + corner for corner in corners])
        back, front, center, port, starboard, behind, before = self._see(places).reshape(7, -1)
        along, across = (front - back) / (heel + ball), (port - starboard) / (2.0 * half)
        flat = np.abs(center - 0.5 * (back + front)) < UNEVEN
        is_whole = flat & (np.abs(along) < STEEPEST)
        along = np.where(is_whole, along, 0.0)
        across = np.where(np.abs(across) < STEEPEST, across, 0.0)
        level = np.maximum(np.maximum(back, front), center)
        height = np.where(is_whole, back + along * heel, level)
        off = np.abs(behind - height + along * (heel + BESIDE))
        off = np.maximum(off, before - height - along * (ball + self._toes + BESIDE))
        gradient = along[:, None] * ahead + across[:, None] * left
        return Lie(height, gradient, is_whole, is_whole & (off < UNEVEN))

    def _look_at_summit(self, ankle: Array, heading: float, swing: int) -> None:
        """Find the highest ground from a foot's heel to where its ball comes down."""
        ahead = np.array([math.cos(heading), math.sin(heading)])
        start = ankle - self._anatomy["heel"][swing] * ahead
        end = self._memory["foothold"][:2] + self._anatomy["ball"][swing] * ahead
        places = np.linspace(start, end, GLIMPSES)
        heights = self._see(places)
        highest = heights.max()
        self._command["summit"] = highest
        self._command["summit_at"] = places[heights > highest - SAME_HEIGHT].mean(axis=0)

    def _see(self, places: Array) -> Array:
        """(n,) heights [m]; where there is no ground, that of the stance foot."""
        heights = np.zeros(len(places))
        if self._heights is not None:
            heights = self._heights(places, self._top)
        if self._over is not None:
            is_on = distances_to(self._over.outline, places) < WIDER
            heights = np.where(is_on, self._over.high + HIGHER, heights)
        carrying = float(self._command["floor"][self._memory["stance"]])
        return np.where(np.isnan(heights), carrying, heights)


def _nearest(lie: Lie, way: Array, has_edges: bool) -> int:
    """The number of the sole with the shortest way to it [m], among those that lie best.

    Args:
        has_edges: whether soles are to keep off edges; what is beside them on bumps does not count.
    """
    off = np.where(lie.is_whole, 0.0, NOT_WHOLE)
    if has_edges:
        off = off + np.where(lie.is_sure, 0.0, UNSURE)
    return int(np.argmin(way + off))
