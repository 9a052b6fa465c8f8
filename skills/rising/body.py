"""A body that rises: its points of support, its key poses, and the movements between them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...bodies.character import Character
from ...bodies.strength import base_name
from ...bodies.touch_points import touches_of
from ...catalogue.movements import MovementData
from ...controllers.gait.gait import ADULT_LEG
from ...controllers.rising.ground_plane import height_of, plane_through, slant
from ...controllers.rising.leaning import place_of
from ...controllers.rising.pose_solving import Anchor, PoseSolver, PoseTargets
from ...controllers.rising.records import KeyPose, make_key_pose
from ...simulation.body import SPHERICAL, Body, Motion, velocity_size
from ...simulation.dynamics import ROOT_SIZE
from ...simulation.records import Rows, views_of
from ...simulation.rotation import Array, heading_of
from ..biped import Biped
from .frames import level_frame, rolled

SIDES = (".L", ".R")
SEATS = ("knee", "pelvis")  # parts on which a body rests that is not over its feet
# Numbers without a source: tuned by hand, judged by bench rising.
LEFT_SIGN = (1.0, -1.0)  # sign of each side: left is positive
STIFFNESS = 120.0  # of a movement [1/s2]
INSET = 0.01  # [m]: distance of a sole's points of support from its corners
CALM_WEIGHT = 0.05  # weight of damping the parts without a target
ANCHORED = 8.0  # [1/m]: weight of a point's place in a key pose
# Minus a carried point's first share of the load: it bears in the last fifth of its way.
LANDS_LATE = 4.0
PRESSES = 0.02  # [m] below the ground to which a limb that will bear is carried
CARRIED_FREELY = 0.05  # share of the weight that the joints of a carried limb keep
Triple = tuple[float, float, float]
Angles = Mapping[str, float | Triple]


@dataclass(frozen=True)
class Spot:
    """A point of a segment's frame [m] that bears, with the radius of the round end around it."""

    segment: int
    point: Array
    radius: float = 0.0


@dataclass(frozen=True)
class Movement:
    """A movement from the present pose to a key pose.

    Attributes:
        data: what bears, and the weights of its tasks.
        pose: coordinates, as in `pose_solving`.
        duration: of the way [s].
        planted: spots that stay in place; carried: spots that move to their places in the pose,
            with the height of their arcs [m].
        must_reach: largest final distance of the center of mass from that of the pose [m].
    """

    data: MovementData
    pose: Array
    duration: float
    planted: Sequence[Spot]
    carried: Sequence[tuple[Spot, float]]
    must_reach: float


class RisingBody:
    """Places of a body's hands, knees and feet, and the movements from pose to pose.

    Attributes:
        key_poses: the (1,) record of the present movement; `key_pose`: its row.
        tips, elbows, knees, toe_tips, soles: points of support, left and right.
        trunk: hip to shoulder [m].
        ground: (3,) under the body, as in `ground_plane`.
        size: of the leg, relative to an adult's.
        from_soles: (3,) from the middle of both soles to where the present movement takes the
            center of mass [m]; None where it does not end over the feet.
    """

    def __init__(self, biped: Biped) -> None:
        self.character: Character = biped.character
        self.body = views_of(Body, biped.body)
        gravity, dt = float(biped.command["gravity"]), float(biped.command["dt"])
        self.key_poses = make_key_pose(self.character, gravity, dt)
        self.key_pose["stiffness"], self.key_pose["calm_weight"] = STIFFNESS, CALM_WEIGHT
        self.solver = PoseSolver(self.body, biped.body, self.key_poses)
        self.index = {name: i for i, name in enumerate(self.character.segment_names)}
        self.tips = [self._end("hand" + side, lower=True) for side in SIDES]
        self.elbows = [self._end("lower_arm" + side, lower=False) for side in SIDES]
        self.knees = [self._end("lower_leg" + side, lower=False) for side in SIDES]
        self.toe_tips = [self._front_edge("toes" + side) for side in SIDES]
        self.soles = [self._sole("foot" + side) for side in SIDES]
        offset = {s.name: s.offset for s in self.character.segments}
        self.trunk = sum(offset[n][2] for n in ("lower_back", "torso", "upper_arm.L"))
        self.size = self.character.leg_length / ADULT_LEG
        self.motion: Motion = self.solver.motion
        self.ground: Array = self.key_pose["ground"]
        self._heights = biped.ground_heights
        self.from_soles: Array | None = None

    @property
    def key_pose(self) -> KeyPose:
        """The row of the present movement."""
        return self.key_poses[0]

    def look(self, motion: Rows[Motion]) -> None:
        """Update the body's state, and the ground under it."""
        self.motion = views_of(Motion, motion)
        if self._heights is not None:
            places, top = self.motion.origin[:, :2], float(self.motion.origin[:, 2].max())
            self.ground[:] = plane_through(places, self._heights(places, top))

    def height_over_ground(self, place: Array) -> float:
        """Height of a place over the ground [m]."""
        return float(place[2] - height_of(self.ground, place[0], place[1]))

    def _end(self, name: str, lower: bool) -> Spot:
        segment = self.character.segment(name)
        return Spot(*touches_of(segment, self.index[name])[1 if lower else 0])

    def _front_edge(self, name: str) -> list[Spot]:
        shape = self.character.segment(name).shape
        assert shape is not None
        center, half = np.array(shape.center), np.array(shape.size) / 2
        return [
            Spot(self.index[name], center + half * np.array([1.0, y, -1.0])) for y in (1.0, -1.0)
        ]

    def _sole(self, name: str) -> list[Spot]:
        shape = self.character.segment(name).shape
        assert shape is not None
        center, half = np.array(shape.center), np.array(shape.size) / 2 - [INSET, INSET, 0.0]
        return [
            Spot(self.index[name], center + half * np.array([x, y, -1.0]))
            for x in (1.0, -1.0)
            for y in (1.0, -1.0)
        ]

    # Places

    @property
    def all_soles(self) -> list[Spot]:
        """Points under both feet."""
        return [*self.soles[0], *self.soles[1]]

    def balls(self, side: int) -> list[Spot]:
        """Points under the ball of a foot."""
        return self.soles[side][:2]

    def place(self, spot: Spot) -> Array:
        """(3,) present place of a spot [m]."""
        at: Array = place_of(self.motion, spot.segment, spot.point)
        return at

    def joint(self, name: str) -> Array:
        """(3,) present place of a segment's joint [m]."""
        return self.motion.origin[self.index[name]].copy()

    def between(self, name: str) -> Array:
        """(3,) middle between a segment's left and right joint [m]."""
        return 0.5 * (self.joint(name + ".L") + self.joint(name + ".R"))

    def middle(self, spots: Sequence[Spot]) -> Array:
        """(3,) middle of the present places of some spots [m]."""
        return np.mean([self.place(spot) for spot in spots], axis=0)

    def axis(self) -> tuple[Array, Array]:
        """(3,) horizontal directions of a lying body: towards its head, and to its left."""
        pelvis = self.motion.rotation[0]
        along = pelvis[:, 2] if abs(pelvis[2, 2]) < 0.8 else pelvis[:, 0]
        return level_frame(math.atan2(along[1], along[0]))

    def lying(self, angle: float) -> Array:
        """(4,) orientation of a body that lies in its present direction, `rolled` [rad]."""
        up = np.array([-self.ground[1], -self.ground[2], 1.0]) / slant(self.ground)
        along, _ = self.axis()
        along = along - (along @ up) * up
        return rolled(along / np.linalg.norm(along), angle, up)

    def facing(self) -> float:
        """Heading of the body [rad]."""
        return float(heading_of(self.motion.rotation[0]))

    # Key poses

    def now(self) -> Array:
        """The coordinates of the present pose."""
        return self.solver.coordinates(self.motion)

    def preferred(self, base: Array | None = None, **angles: float | Triple) -> Array:
        """Coordinates with some joints' angles, on both sides or on one ("knee_L").

        Spherical joints take the angle about y or all three, of the left side.
        """
        x = np.zeros(self.solver.size) if base is None else base.copy()
        for i, segment in enumerate(self.character.segments):
            name = segment.joint.name
            value = angles.get(name.replace(".", "_"), angles.get(base_name(name)))
            if value is None:
                continue
            at = ROOT_SIZE + int(self.body.velocity_index[i])
            if self.body.joint_type[i] == SPHERICAL:
                turn = np.array(value if isinstance(value, tuple) else (0.0, value, 0.0))
                mirrored = turn * [-1.0, 1.0, -1.0] if name.endswith(".R") else turn
                x[at : at + 3] = mirrored
            else:
                x[at] = value
        return x

    def stiffness(self, usual: float, **of_joints: float) -> Array:
        """Weight of each coordinate's preferred value; that of the root's is 0."""
        weights = np.zeros(self.solver.size)
        for i, segment in enumerate(self.character.segments):
            at = ROOT_SIZE + int(self.body.velocity_index[i])
            size = velocity_size(int(self.body.joint_type[i]))
            weights[at : at + size] = of_joints.get(base_name(segment.joint.name), usual)
        return weights

    def anchor(self, spot: Spot, place: Array | None = None, height: float = 0.0) -> Anchor:
        """A spot's target at a height over the ground [m], over its present place or another."""
        at = np.array(self.place(spot) if place is None else place)
        at[2] = spot.radius + height
        return Anchor(spot.segment, spot.point, at, (ANCHORED, ANCHORED, ANCHORED))

    def low(self, spot: Spot, weight: float = ANCHORED) -> Anchor:
        """A target for a spot: anywhere on the ground."""
        place = np.array([0.0, 0.0, spot.radius])
        return Anchor(spot.segment, spot.point, place, (0.0, 0.0, weight))

    def solve(self, start: Array, targets: PoseTargets) -> Array:
        """The key pose that fits the targets best."""
        found, _ = self.solver.solve(start, replace(targets, ground=self.ground))
        return found

    # Movements

    def begin(self, movement: Movement) -> None:
        """Begin a movement from the present pose."""
        key, motion = self.key_pose, self.motion
        here, there = self.now(), movement.pose
        for x, joints, root in (
            (here, key["start"], key["root_start"]), (there, key["goal"], key["root_goal"]),
        ):  # fmt: skip
            placed, positions = self.solver.place(x)
            joints[: len(positions)], root[:] = positions, placed[3:7]
        key["com_start"][:], key["com_goal"][:] = motion.com, self.solver.motion.com
        key["elapsed"], key["duration"] = 0.0, movement.duration
        data = movement.data
        key["root_weight"], key["joint_weight"] = data.root_weight, data.joint_weight
        key["com_weight"], key["height_weight"] = data.com_weight, data.height_weight
        key["stiffness_scale"] = data.stiffness_scale
        self.from_soles = None
        if data.lets_bear("foot") and not any(map(data.lets_bear, SEATS)):
            soles = [place_of(self.solver.motion, s.segment, s.point) for s in self.all_soles]
            self.from_soles = self.solver.motion.com - np.mean(soles, axis=0)
        self._lean_on(movement)
        key["planted"] = len(movement.planted)
        for j, spot in enumerate(movement.planted):
            at = self.place(spot)
            at[2] = height_of(self.ground, at[0], at[1]) + spot.radius * slant(self.ground)
            key["planted_segment"][j], key["planted_point"][j] = spot.segment, spot.point
            key["planted_at"][j] = at
        key["carried"] = len(movement.carried)
        key["joint_share"][:], key["shifts"] = 1.0, data.shifts
        if data.shifts > 0.0:  # a limb that steps: others keep to the joints' ways
            for spot, _ in movement.carried:
                self._carry_freely(spot.segment)
        for j, (spot, lift) in enumerate(movement.carried):
            key["carried_segment"][j], key["carried_point"][j] = spot.segment, spot.point
            key["carried_from"][j] = self.place(spot)
            key["carried_to"][j] = place_of(self.solver.motion, spot.segment, spot.point)
            if data.lets_bear(base_name(self.character.segment_names[spot.segment])):
                key["carried_to"][j][2] -= PRESSES * self.size
            key["carried_lift"][j] = lift

    def goal(self) -> Array:
        """(3,) where the present movement takes the center of mass [m].

        Over feet that bear alone, or with the hands, it moves with them: where one has stepped or
        slid, the body is to be over where they now are.
        """
        goal = np.array(self.key_pose["com_goal"])
        if self.from_soles is not None:
            goal[:2] = (self.middle(self.all_soles) + self.from_soles)[:2]
        return goal

    def _carry_freely(self, segment: int) -> None:
        """Let the joints of a carried limb give way to where its end goes."""
        while self.body.joint_type[segment] != SPHERICAL:
            self.key_pose["joint_share"][segment] = CARRIED_FREELY
            segment = int(self.body.parent[segment])
        self.key_pose["joint_share"][segment] = CARRIED_FREELY

    def _lean_on(self, movement: Movement) -> None:
        """Set when each point may bear: spots that let go stop at once, others during the movement.

        A carried spot must not bear before it has arrived: it would stay on the ground and slide.
        """
        key, data = self.key_pose, movement.data
        carried = {spot.segment for spot, _ in movement.carried}
        key["bore"][:] = key["bears"]
        seen: set[int] = set()
        for j in range(int(key["touches"])):
            i = int(key["touch_segment"][j])
            part = base_name(self.character.segment_names[i])
            # The first end of a shank is its knee.
            is_knee = part == "lower_leg" and i not in seen
            seen.add(i)
            bears = data.lets_bear(part) or (is_knee and data.lets_bear("knee"))
            key["bears"][j] = float(bears)
            if i in carried and bears:
                key["bore"][j] = -LANDS_LATE
            elif part in data.lets_go:
                key["bore"][j] = 0.0
