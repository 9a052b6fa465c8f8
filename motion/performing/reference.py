"""From a clip to what a body can follow: joints, pelvis, center of mass and contacts over time."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter1d, maximum_filter1d

from ...base.errors import InvalidInput
from ...base.rotations import quaternions_from_matrices
from ...bodies.character import Character
from ...bodies.kinds import BIPED, QUADRUPED
from ...bodies.strength import ADULT_LEG
from ..biped_frames import Figure, Placed, Posture, Z, small_turns
from ..leg_kinematics import move_ankles
from .clearance import above_ground, with_free_swings
from .clip import PerformedClip, check_kind
from .contact_marks import marked_on
from .flat_feet import with_flat_feet
from .joint_range import in_range
from .kneeling import with_knees_down
from .legs_apart import with_legs_apart
from .long_contacts import with_longer_contacts
from .mass_path import carried_path
from .over_ground import over_ground
from .planting import with_planted_feet, with_planted_hands
from .push_off import with_toes_down
from .support import Flags, Support, Touches, lift_of, support_of, touches_on
from .surface import Footing, Surface
from .toes import bend_toes
from .track import RATE, Placing, track_of

Array = NDArray[np.float64]
SHIFTS = 0.1  # [s] in which the pelvis is let go before a hand bears
ROUNDS = 3  # of moving the pelvis to where the center of mass should be
KINKS = 0.016  # [s] over which orientations are smoothed; tuned: bench performing
SPAN = 4  # frames before and after over which rates are taken


@dataclass(frozen=True, eq=False)
class PerformedReference:
    """A movement that contacts can carry, `RATE` frames a second.

    Attributes:
        figure: the body that moves.
        placed: its segments in each frame.
        joints: (frames, k) flat joint positions; rates: (frames, m) their rates [rad/s].
        root_orientation: (frames, 4) of the pelvis.
        root_rate: (frames, 3) angular velocity of the pelvis [rad/s]; root_velocity: of its origin.
        com, com_velocity, com_acceleration: (frames, 3) of the planned path [m], [m/s], [m/s2].
        turning: (frames, 3) angular momentum about the center of mass, over the mass [m2/s].
        ground: (frames,) height of the ground that the body is over [m].
        touches: points that may touch the ground; bears: (frames, points).
        flies: (frames,) whether the body is in flight.
    """

    figure: Figure
    placed: Placed
    joints: Array
    rates: Array
    root_orientation: Array
    root_rate: Array
    root_velocity: Array
    com: Array
    com_velocity: Array
    com_acceleration: Array
    turning: Array
    ground: Array
    touches: Touches
    bears: Flags
    flies: Flags

    @property
    def frames(self) -> int:
        return len(self.com)

    def begun_at(self, first: int, position: tuple[float, float]) -> PerformedReference:
        """The rest of the movement from a frame on, with the pelvis at a place (x, y) [m] in it."""
        moved = np.append(np.subtract(position, self.placed.origins[first, 0, :2]), 0.0)
        arrays = {
            field.name: getattr(self, field.name)[first:]
            for field in fields(self)
            if isinstance(getattr(self, field.name), np.ndarray)
        }
        arrays["com"] = arrays["com"] + moved
        whole = self.placed
        placed = Placed(
            whole.origins[first:] + moved, whole.centers[first:] + moved, whole.axes[first:],
            whole.com[first:] + moved,
        )  # fmt: skip
        return replace(self, placed=placed, **arrays)

    @property
    def duration(self) -> float:
        """[s]"""
        return (self.frames - 1) / RATE


def reference_of(
    clip: PerformedClip, character: Character, placing: Placing, gravity: float,
    footing: Footing | None = None, marks: str = "", clearance: float = 0.0,
) -> PerformedReference:  # fmt: skip
    """A clip moved to a body, with contacts, planted feet and a path of the center of mass.

    Args:
        footing: the shot's ground; None for the plane z = 0.
        marks: contacts in place of those that the clip shows: see `catalogue.contact_marks`.
        clearance: of swinging feet over the ground [m], at least; 0: that of the clip.
    """
    check_kind(clip, character)
    figure = Figure(character)
    size = character.leg_length / ADULT_LEG
    touches, posture = touches_on(figure), track_of(clip, figure, placing)
    posture = in_range(figure, posture)
    posture = _on_the_ground(figure, posture, touches, size, gravity, clip.shows_toes)
    posture = with_knees_down(figure, posture, touches, size)
    placed = figure.place(posture)
    given = marked_on(marks, clip, figure, touches, placing)
    on_paws = character.kind == QUADRUPED
    support = support_of(touches.places(placed), placed.com, size, gravity, given, on_paws)
    if clearance:
        support = with_longer_contacts(figure, touches, support)
        posture = with_flat_feet(figure, posture, touches, support.bears, size)
        placed = figure.place(posture)
    for planted in (with_planted_feet, with_planted_hands):
        posture = planted(figure, posture, placed, touches, support.bears)
        placed = figure.place(posture)
    posture = with_legs_apart(figure, posture, touches, support.bears)
    if clearance:
        posture = with_free_swings(figure, posture, touches, support.bears, clearance)
    height = np.zeros(len(posture.root))
    posture, com = _balanced(figure, posture, touches, support, gravity, height)
    first = placing.first_frame
    if footing is not None:
        moved = np.append(np.subtract(placing.position, posture.root[first, :2]), 0.0)
        shifted = Posture(posture.root + moved, posture.turns)
        surface = Surface(footing, shifted.root[:, :2], first, size)
        if not surface.is_level(touches.places(figure.place(shifted))[..., :2]):
            _check_biped(character)
            posture, height = over_ground(figure, shifted, touches, support.bears, surface, size)
            posture, com = _balanced(figure, posture, touches, support, gravity, height)
    if clearance:
        posture = above_ground(figure, posture, touches)
        posture = with_toes_down(figure, posture, touches, support.bears, size)
    whole = _whole(figure, posture, com, touches, support, height)
    return whole.begun_at(first, placing.position)


def _check_biped(character: Character) -> None:
    if character.kind != BIPED:
        raise InvalidInput(
            f"A {character.kind} performs on level ground only: make the ground flat, and move "
            "fixed props away."
        )


def _balanced(
    figure: Figure, posture: Posture, touches: Touches, support: Support, gravity: float,
    ground: Array,
) -> tuple[Posture, Array]:  # fmt: skip
    """The postures with the center of mass on a path (frames, 3) [m] that the contacts can carry.
    """
    placed = figure.place(posture)
    com = carried_path(
        placed.com, _turning(figure, placed), touches.places(placed), support.bears, support.flies,
        gravity, ground,
    )  # fmt: skip
    on_feet = _on_feet_alone(figure, touches, support.bears)
    posture = _carried(figure, posture, placed, placed.com + on_feet * (com - placed.com))
    posture = in_range(figure, posture)
    return Posture(posture.root, _without_kinks(posture.turns)), com


def _whole(
    figure: Figure, posture: Posture, com: Array, touches: Touches, support: Support, ground: Array
) -> PerformedReference:
    """The postures as a reference, with all rates."""
    placed = figure.place(posture)
    return PerformedReference(
        figure=figure,
        placed=placed,
        joints=figure.joints.with_continuous_signs(figure.joints.numbers(posture.turns)),
        rates=_joint_rates(figure, posture.turns),
        root_orientation=quaternions_from_matrices(posture.turns[:, 0]),
        root_rate=spin_of(posture.turns[:, 0]),
        root_velocity=_slope(posture.root),
        com=com,
        com_velocity=_slope(com),
        com_acceleration=_slope(_slope(com)),
        turning=_turning(figure, placed),
        ground=ground,
        touches=touches,
        bears=support.bears,
        flies=support.flies,
    )


def _on_the_ground(
    figure: Figure, posture: Posture, touches: Touches, size: float, gravity: float,
    shows_toes: bool,
) -> Posture:  # fmt: skip
    """The postures raised to the ground z = 0, with toes that lie flat where the clip shows none.
    """
    placed = figure.place(posture)
    lift = lift_of(touches, touches.places(placed)[..., Z], placed.com, size, gravity)
    if "toes.L" in figure.index and not shows_toes:
        bend_toes(figure, posture.turns, placed, -lift, size)
    raised = posture.root.copy()
    raised[:, Z] += lift
    return Posture(raised, posture.turns)


def _on_feet_alone(figure: Figure, touches: Touches, bears: Flags) -> Array:
    """(frames, 1) share in which nothing but the feet bears: 1 where it is so, smooth in between.
    """
    feet = figure.numbers_of(("foot", "toes"), figure.legs)
    others = bears[:, ~np.isin(touches.segments, feet)].any(axis=1)
    near = maximum_filter1d(others, 2 * round(SHIFTS * RATE) + 1)
    share: Array = 1.0 - gaussian_filter1d(near.astype(float), SHIFTS / 3 * RATE, mode="nearest")
    return share[:, None]


def _carried(
    figure: Figure, posture: Posture, placed: Placed, com: Array
) -> Posture:
    """The postures with the pelvis moved so that the center of mass is on a path (frames, 3) [m],
    over the same places of the feet.
    """
    ankles = placed.origins[:, figure.numbers_of(["foot"], figure.legs)]
    for _ in range(ROUNDS):
        root, turns = posture.root + com - placed.com, posture.turns.copy()
        move_ankles(figure, turns, root, placed, ankles)
        posture = Posture(root, turns)
        placed = figure.place(posture)
    return posture


def _without_kinks(turns: Array) -> Array:
    """Orientations (frames, n, 3, 3) smoothed over a time in which muscles can stop a joint."""
    mean = gaussian_filter1d(turns, KINKS * RATE, axis=0, mode="nearest")
    left, _, right = np.linalg.svd(mean)
    smooth: Array = left @ right
    return smooth


def _around(frames: int) -> tuple[NDArray[np.int64], NDArray[np.int64], Array]:
    """Frames before and after each one, and the time between them [s]."""
    at = np.arange(frames)
    before, after = np.maximum(at - SPAN, 0), np.minimum(at + SPAN, frames - 1)
    return before, after, (after - before) / RATE


def _slope(values: Array) -> Array:
    """(frames, n) rates of change [1/s]."""
    before, after, time = _around(len(values))
    slope: Array = (values[after] - values[before]) / time[:, None]
    return slope


def spin_of(turns: Array, own: bool = False) -> Array:
    """(frames, 3) angular velocity [rad/s] of orientations (frames, 3, 3).

    Args:
        own: whether in the turning frame, and not in that which it turns in.
    """
    before, after, time = _around(len(turns))
    apart = (
        np.swapaxes(turns[before], 1, 2) @ turns[after]
        if own
        else turns[after] @ np.swapaxes(turns[before], 1, 2)
    )
    spin: Array = small_turns(apart) / time[:, None]
    return spin


def _turning(figure: Figure, placed: Placed) -> Array:
    """(frames, 3) angular momentum about the center of mass, over the mass [m2/s]."""
    arms, total = placed.centers - placed.com[:, None], np.zeros_like(placed.com)
    for i in range(len(figure.names)):
        axes = placed.axes[:, i]
        own = np.einsum("fki,fk->fi", axes, spin_of(axes)) * figure.inertias[i]
        orbital = figure.masses[i] * np.cross(arms[:, i], _slope(arms[:, i]))
        total += orbital + np.einsum("fik,fk->fi", axes, own)
    return total / figure.masses.sum()


def _joint_rates(figure: Figure, turns: Array) -> Array:
    """(frames, m) rates of the joints [rad/s], as in `Body`: a ball's in the child's frame."""
    numbers = figure.joints.with_continuous_signs(figure.joints.numbers(turns))
    parts = []
    for i, kind, part in figure.joints.places:
        if kind == "spherical":
            parts.append(spin_of(turns[:, i], own=True))
        else:
            parts.append(_slope(np.unwrap(numbers[:, part], axis=0)))
    return np.concatenate(parts, axis=1)
