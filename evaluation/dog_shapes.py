"""Four-legged bodies of other sizes and proportions than a dog's, and what they do."""

from __future__ import annotations

import math
from dataclasses import replace

from ..bodies.character import Character
from ..bodies.quadruped import (
    DOG_HEIGHT,
    DOG_MASS,
    LEGS,
    QuadrupedMeasurements,
    average_quadruped,
)
from ..bodies.quadruped_body import build_quadruped
from ..shots.cue import Cue
from ..shots.shot import Performer, Shot

TROTS, SITS = 2.5, 5.0  # [s], of a dog
HEAVY_HEADED = Character.quadruped().vary(23, 0.3)


def like_a_dog(height: float) -> Character:
    """A dog of another size."""
    return Character.quadruped(height, DOG_MASS * (height / DOG_HEIGHT) ** 3)


def low_hoofed() -> Character:
    """Feet as low as a toy horse's, on shins that are as much longer."""
    usual, lower = average_quadruped(DOG_HEIGHT), 0.1
    offsets = dict(usual.offsets)
    for leg in LEGS:
        length = offsets[f"foot.{leg}"][2] - (1.0 - lower) * usual.foot_length[leg[0] == "B"]
        offsets[f"foot.{leg}"] = (0.0, 0.0, length)
    front, back = usual.foot_length
    return _character(
        replace(usual, offsets=offsets, foot_length=(lower * front, lower * back)), DOG_MASS
    )


def long_hocked() -> Character:
    """Back feet half as long again, on shins that are shorter by as much: a cat's."""
    usual, longer = average_quadruped(DOG_HEIGHT), 0.5
    front, back = usual.foot_length
    offsets = dict(usual.offsets)
    for leg in LEGS[2:]:
        offsets[f"foot.{leg}"] = (0.0, 0.0, offsets[f"foot.{leg}"][2] + 0.5 * longer * back)
    return _character(
        replace(usual, offsets=offsets, foot_length=(front, (1.0 + longer) * back)), DOG_MASS
    )


def _character(measured: QuadrupedMeasurements, mass: float) -> Character:
    return Character.of(build_quadruped(measured, mass))


def trot_and_sit(body: Character) -> Shot:
    """A trot and a sit, both for as long as suits the body's size."""
    pace = math.sqrt(body.height / DOG_HEIGHT)
    cues = [Cue("trot", speed=pace), Cue("sit", start=TROTS * pace)]
    return Shot([Performer(body, cues)], duration=(TROTS + SITS) * pace)
