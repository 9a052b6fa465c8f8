"""Options with names of objects in the rig's file: a curve, a target, footprints, the ground."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from ..base.errors import InvalidInput
from ..catalogue import SKILLS, USUAL, FootstepsParameter, PlaceParameter, Skill
from ..catalogue.routines import ROUTINES, Routine
from ..shots.cue import Cue
from ..shots.ground import Ground
from .parameters import given_parameters


def add_objects(parser: Any, shot: Any) -> None:
    """Add the options to a parser and its shot group."""
    way = parser.add_mutually_exclusive_group()
    along = "follow this curve object of the file; with --skill run, run along it"
    way.add_argument("--follow", metavar="CURVE", help=along)
    way.add_argument("--approach", metavar="OBJECT", help="walk to this object of the file")
    way.add_argument(
        "--footsteps", metavar="COLLECTION", help="step on the footprints of this collection"
    )
    ready = "; ".join(f"{r.name}: {r.sentence}" for r in ROUTINES.values())
    way.add_argument("--routine", metavar="NAME", help=f"a ready-made list of cues: {ready}")
    ground = "a mesh object of the file to walk on; may be given several times"
    shot.add_argument("--ground", action="append", default=[], metavar="OBJECT", help=ground)


def routine_of(arguments: Namespace) -> Routine | None:
    """The ready-made cues that were asked for; raises InvalidInput for an unknown name."""
    name = arguments.routine
    if name is None:
        return None
    if name not in ROUTINES:
        raise InvalidInput(f"Unknown routine {name!r}; allowed: {', '.join(ROUTINES)}.")
    given = [*(["skill"] if arguments.skill else []), *given_parameters(arguments)]
    if given:
        raise InvalidInput(
            f"The routine {name!r} has cues of its own: leave out {', '.join(given)}."
        )
    return ROUTINES[name]


def cue_of(arguments: Namespace) -> Cue:
    """The cue as typed, as far as it can be known before Blender is loaded."""
    shown = (s for s in SKILLS.values() if s.shown_as and getattr(arguments, s.shown_as))
    meant = next(shown, None)
    chosen = SKILLS.get(arguments.skill or USUAL)
    skill, somewhere = arguments.skill, {}
    if meant is not None:
        somewhere = {meant.bound_by: _anywhere(meant)}
        takes_path = chosen is not None and chosen.takes("path") and meant.takes("path")
        skill = skill if takes_path else meant.name
    return Cue(skill or USUAL, **given_parameters(arguments), **somewhere)


def _anywhere(skill: Skill) -> Any:
    """A placeholder for the value that an object shows, until its file is open."""
    parameter = next(p for p in skill.parameters if p.name == skill.bound_by)
    if isinstance(parameter, FootstepsParameter):
        return [{"foot": "L", "position": (0.0, 0.0), "heading": 0.0, "duration": 1.0}]
    places = [(0.0, 0.0), (1.0, 0.0)]
    is_path = isinstance(parameter, PlaceParameter) and parameter.least > 1
    return places if is_path else places[0]


def cue_in_scene(arguments: Namespace, cue: Cue, scene: Any, rig: Any, start: int) -> Cue:
    """The cue with the path, target or footprints that objects of the scene show.

    Args:
        start: the frame of the scene with which the shot begins.
    """
    from ..rigs.blender.scene_footprints import find_collection, read_footprints
    from ..rigs.blender.scene_parts import OBSTACLE, PROP, find_object, is_part
    from ..rigs.blender.scene_path import read_path, read_place, read_spot

    if arguments.follow:
        path = read_path(find_object(scene, arguments.follow), rig)
        return Cue(cue.skill, **{**cue.parameters, "path": path})
    if arguments.approach:
        target = read_place(find_object(scene, arguments.approach), rig, "target")
        return Cue(cue.skill, **{**cue.parameters, "target": target})
    if arguments.footsteps:
        footsteps = read_footprints(find_collection(scene, arguments.footsteps), rig)
        return Cue(cue.skill, **{**cue.parameters, "footsteps": footsteps})
    if isinstance(cue.parameters.get("target"), str):
        thing = find_object(scene, cue.parameters["target"])
        is_prop = any(is_part(thing, part) for part in (OBSTACLE, PROP))
        spot = thing.name if is_prop else read_spot(thing, rig, "target", start)
        return Cue(cue.skill, **{**cue.parameters, "target": spot})
    return cue


def ground_in_scene(arguments: Namespace, scene: Any, rig: Any) -> Ground:
    """The ground of the named meshes; flat where none is named."""
    from ..rigs.blender.scene_parts import find_object, read_ground

    meshes = [find_object(scene, name) for name in arguments.ground]
    ground: Ground = read_ground(meshes, rig, Ground().friction)
    return ground
