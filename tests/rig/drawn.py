"""Drawn bodies, under the name that the tests use."""

from footfall.evaluation.drawn_bodies import (
    A_POSE,
    ARMS_DOWN,
    BENT,
    REST_POSES,
    T_POSE,
    build_armature,
    draw_skeleton,
    name_bones,
)
from footfall.evaluation.drawn_rigs import MIXAMO

__all__ = (
    "ARMS_DOWN",
    "A_POSE",
    "BENT",
    "MIXAMO",
    "REST_POSES",
    "T_POSE",
    "build_armature",
    "draw_skeleton",
    "name_bones",
)
