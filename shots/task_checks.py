"""Checks of what the hands of a shot's performers can do, made before anything is simulated.

The place of a prop is unknown once a cue has moved it; then only conditions that do not depend on
its place are checked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ..base.checks import capital, title_of
from ..base.errors import InvalidInput
from ..bodies.character import Character
from ..bodies.reach_posture import FURTHEST, Outline
from ..catalogue import CUES
from ..catalogue.entry import LIFTS, LOWERS, PULLS, PUSHES, REACHES
from .cue import Cue, skills_among
from .grasp import Grasp, find_grasp, find_handles, widest_hold
from .ground import Ground
from .hand_reach import (
    ARMS,
    DISTANCES,
    corners_at,
    heaviest_load,
    place_on,
    place_reached,
    posture_to_touch,
)
from .named_props import props_moved
from .performer import Performer
from .prop import Prop

Array = NDArray[np.float64]
HANGS = 0.05  # [m]: a prop with a larger gap below it falls before it is grasped
UNDERGROUND = 0.02  # [m] under the ground: fingertips reach no deeper
ROOM_BEFORE = np.linspace(0.0, 1.0, 30)  # of the arm: distances from a prop to stand at
# Tolerance, in arm lengths: arms stretch out straight, and joints bend further than an outline has
# them bend.
SPARE_HIGH, SPARE_LOW = 1.0 - FURTHEST, 0.25
Outlined = lru_cache(maxsize=64)(Outline)


@dataclass(frozen=True)
class Surroundings:
    """The props and the ground around the performers.

    Attributes:
        moved: the props that cues move, with the first cue that moves each.
        gravity: [m/s2], downwards.
    """

    props: Mapping[str, Prop]
    ground: Ground
    moved: Mapping[str, Cue]
    gravity: float

    def knows_place_of(self, prop: Prop, cue: Cue) -> bool:
        """Whether a prop is at its place in the shot when a cue begins."""
        stays = prop.is_static or (prop.motion is None and self._rests(prop))
        return stays and self.is_first_to_move(prop, cue)

    def is_first_to_move(self, prop: Prop, cue: Cue) -> bool:
        """Whether no cue has moved a prop before this one begins."""
        mover = self.moved.get(prop.name)
        return mover is None or mover is cue or cue.latest <= mover.earliest

    def _rests(self, prop: Prop) -> bool:
        """Whether a prop is supported at first, so that it does not fall."""
        low = world_corners(prop)[:, 2].min()
        x, y, _ = prop.position
        tops = [self.ground.height_at(x, y)]
        tops += [_top_below(other, prop) for other in self.props.values() if other is not prop]
        return any(top is not None and low - top < HANGS for top in tops)

    def level_at(self, place: Sequence[float] | Array) -> float:
        """Height of the ground at a place [m]; 0 where there is none."""
        return self.ground.height_at(float(place[0]), float(place[1])) or 0.0


def world_corners(prop: Prop) -> Array:
    """(n, 3) corners of a prop, or of a box around it, where the shot has it [m]."""
    return corners_at(prop, np.array(prop.position), np.array(prop.orientation))


def _top_below(other: Prop, prop: Prop) -> float | None:
    """The height of the top of another prop under a prop's middle [m]; None if it is not there."""
    low, high = world_corners(other).min(axis=0), world_corners(other).max(axis=0)
    place = np.array(prop.position)
    is_over = (low[:2] <= place[:2]).all() and (place[:2] <= high[:2]).all()
    return float(high[2]) if is_over and high[2] <= place[2] else None


def check_tasks(
    performers: Sequence[Performer], props: Sequence[Prop], ground: Ground, gravity: float
) -> None:
    """Raise InvalidInput for the first task of hands that they cannot do.

    Args:
        gravity: [m/s2], downwards.
    """
    by_name = {prop.name: prop for prop in props}
    cues = [cue for performer in performers for cue in performer.cues]
    surroundings = Surroundings(by_name, ground, props_moved(cues), gravity)
    for performer in performers:
        _check_hands(performer, surroundings)


def _check_hands(performer: Performer, surroundings: Surroundings) -> None:
    """Track what the hands of a performer hold, from cue to cue."""
    held: Prop | None = None
    for cue in skills_among(performer.cues):
        task = CUES[cue.skill].task
        if task == REACHES:
            _check_reach(performer.character, cue, surroundings)
        elif task == LIFTS:
            _check_empty(cue, held)
            held = surroundings.props[cue.values()["prop"]]
            _check_lift(performer, cue, held, surroundings)
        elif task in (PUSHES, PULLS):
            _check_empty(cue, held)
            _check_haul(performer, cue, surroundings)
        elif task == LOWERS:
            _check_put_down(performer, cue, held, surroundings)
            held = None
        elif CUES[cue.skill].gives_way:
            held = None


def _check_empty(cue: Cue, held: Prop | None) -> None:
    if held is not None:
        raise InvalidInput(
            f"{title_of(cue.skill)} {cue.when} finds the prop {held.name!r} in the hands: "
            "let a Put down come before."
        )


def _check_reach(character: Character, cue: Cue, surroundings: Surroundings) -> None:
    target = cue.values()["target"]
    if isinstance(target, str):
        prop = surroundings.props[target]
        if not surroundings.knows_place_of(prop, cue):
            return
        target = place_reached(prop, np.array(prop.position), np.array(prop.orientation))
    height = float(target[2]) - surroundings.level_at(target)
    residual = _residual_of_touch(character, height, cue.values()["hand"])
    _check_height("reach's target", height, residual, character)


def _check_lift(performer: Performer, cue: Cue, prop: Prop, surroundings: Surroundings) -> None:
    if not surroundings.is_first_to_move(prop, cue):
        return
    character, grasp = performer.character, _grasp_of(performer, prop)
    heaviest = heaviest_load(character, grasp, surroundings.gravity)
    if prop.mass > heaviest:
        raise InvalidInput(
            f"The prop {prop.name!r} weighs {prop.mass:g} kg; these arms can carry a thing of "
            f"its size of at most {heaviest:.1f} kg: make it lighter."
        )
    if surroundings.knows_place_of(prop, cue):
        height = float(grasp.middle[2]) - surroundings.level_at(grasp.middle)
        residual = _residual_of_hold(character, height, grasp)
        _check_height(f"the hold on the prop {prop.name!r}", height, residual, character)


def _check_haul(performer: Performer, cue: Cue, surroundings: Surroundings) -> None:
    prop = surroundings.props[cue.values()["prop"]]
    if surroundings.knows_place_of(prop, cue):
        character, level = performer.character, surroundings.level_at(prop.position)
        position, turn = np.array(prop.position), np.array(prop.orientation)
        outline, place = Outlined(character), np.array(performer.position)
        grasp = find_handles(
            prop, position, turn, place, outline, level, pulled=CUES[cue.skill].task == PULLS
        )
        height = float(grasp.middle[2]) - level
        residual = _residual_of_hold(character, height, grasp)
        _check_height(f"the hold on the prop {prop.name!r}", height, residual, character)


def _check_put_down(
    performer: Performer, cue: Cue, held: Prop | None, surroundings: Surroundings
) -> None:
    if held is None:
        raise InvalidInput(
            f"There is nothing in the hands that Put down {cue.when} could put down: "
            "let a Pick up come before."
        )
    target = cue.values()["target"]
    if isinstance(target, str):
        if target == held.name:
            raise InvalidInput(f"The prop {target!r} cannot be put down on itself: choose another.")
        prop = surroundings.props[target]
        if not surroundings.knows_place_of(prop, cue):
            return
        target = place_on(prop, np.array(prop.position), np.array(prop.orientation))
    grasp, level = _grasp_of(performer, held), surroundings.level_at(target)
    height = float(target[2]) - level + grasp.below
    residual = _residual_of_hold(performer.character, height, grasp, held.mass)
    _check_height("the hands at the target of Put down", height, residual, performer.character)


def _grasp_of(performer: Performer, prop: Prop) -> Grasp:
    """The grasp of a prop at its place in the shot; raises InvalidInput if it is too wide."""
    position, turn = np.array(prop.position), np.array(prop.orientation)
    widest = widest_hold(Outlined(performer.character))
    return find_grasp(prop, position, turn, np.array(performer.position), widest)


def _check_height(what: str, height: float, residual: float, character: Character) -> None:
    """Raise InvalidInput where hands miss a height by more than the tolerance."""
    if height < -UNDERGROUND:
        raise InvalidInput(
            f"{capital(what)} would be {-height:.2f} m under the ground: bring it up."
        )
    is_high = height > 0.5 * Outlined(character).hip_height
    if residual > (SPARE_HIGH if is_high else SPARE_LOW) * Outlined(character).arm:
        raise InvalidInput(
            f"{capital(what)} would be {height:.2f} m over the ground, {residual:.2f} m out of "
            f"this body's reach: bring it {'lower' if is_high else 'higher'}."
        )


@lru_cache(maxsize=256)
def _residual_of_touch(character: Character, height: float, hand: str) -> float:
    """By how much a place at a height is out of a hand's reach [m]."""
    outline = Outlined(character, ARMS[hand])
    return posture_to_touch(outline, height, DISTANCES * outline.arm).residual


def _residual_of_hold(
    character: Character, height: float, grasp: Grasp, load: float = 0.0
) -> float:
    """The same for a grasp with a load [kg], at any distance of the body from the prop."""
    outline = Outlined(character)
    aside = grasp.half_width - outline.shoulder_width / 2
    distances = max(grasp.front, 0.0) + ROOM_BEFORE * outline.arm
    return outline.reach_posture(height, aside, distances, distances[0], load).residual
