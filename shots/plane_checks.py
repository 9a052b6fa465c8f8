"""Checks of planar performers, made before anything is simulated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..base.errors import InvalidInput
from ..bodies.character import Character
from ..bodies.kinds import PLANAR
from ..bodies.plane_body import plane_body
from ..catalogue.bodies import RISES_IN_A_PLANE, WALKS_IN_A_PLANE
from ..catalogue.planar import controller_of
from ..catalogue.planar.rising import riser_of
from .cue import Cue, skills_among

ROOT, ALONG = "root", 2  # the root's pitch in a pose; rates of the root along the plane


def check_plane(character: Character, cues: Sequence[Cue]) -> None:
    """Raise InvalidInput where a planar body has a cue that it cannot perform."""
    done = skills_among(cues)
    if not done or done[0].earliest > 0.0:
        raise InvalidInput(
            "A performer in a plane cannot stand by itself: its first cue must start at 0 s."
        )
    rises = character.kind == PLANAR and "foot.L" not in character.segment_names
    what = RISES_IN_A_PLANE if rises else WALKS_IN_A_PLANE
    for cue in done:
        if cue.skill != what:
            raise InvalidInput(
                f"This performer can only {what} in its plane, got a {cue.skill} "
                f"{cue.when}: give it to another performer or shot."
            )
        if cue.values()["heading"] not in (None, done[0].values()["heading"]):
            raise InvalidInput(
                f"The {what} {cue.when} has another heading than the first one: "
                "a plane does not turn."
            )
        if rises:
            riser_of(cue.values()["plan"])
        else:
            _check_controller(_body_for(character, done[0]), cue)


def _body_for(character: Character, cue: Cue) -> Character:
    """The planar body of a cue's controller."""
    return plane_body(character, controller_of(cue.values()["controller"])["character"])


def _check_controller(character: Character, cue: Cue) -> None:
    controller = controller_of(cue.values()["controller"])
    if set(Character.planar(controller["character"]).joint_names) != set(character.joint_names):
        raise InvalidInput(
            f"The controller {controller['name']!r} is for the joints of a "
            f"{controller['character']}, which this performer's body does not have."
        )
    if "foot.L" not in character.segment_names:
        raise InvalidInput(
            f"The controller {controller['name']!r} is for a {controller['character']}, which "
            "has no feet to walk on: choose another."
        )
    _check_poses(controller, [ROOT, *character.joint_names])


def _check_poses(controller: Mapping[str, Any], names: Sequence[str]) -> None:
    """Raise InvalidInput where a controller's poses or rates do not fit the body."""
    start = controller["start"]
    parts = [node[part] for node in controller["nodes"] for part in ("center", "action")]
    for pose in [start["pose"], *parts]:
        unknown = [name for name in pose if name not in names]
        if unknown:
            raise InvalidInput(
                f"Unknown joint {unknown[0]!r} in a pose of the controller "
                f"{controller['name']!r}; allowed: {', '.join(names)}."
            )
    if len(start["rates"]) != ALONG + len(names):
        raise InvalidInput(
            f"The start of the controller {controller['name']!r} needs {ALONG + len(names)} rates, "
            f"got {len(start['rates'])}."
        )
