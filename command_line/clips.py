"""The clip of a bake: an Action of the rig's file, or the animation of another file."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..base.errors import InvalidInput
from ..bodies.character import Character
from ..catalogue import CUES, SKILLS
from ..catalogue.bodies import check_suits
from ..catalogue.performing import clip_content_of, tempo_of
from ..shots.cue import Cue, skills_among
from ..shots.shot import Shot
from .outputs import say

if TYPE_CHECKING:
    from ..rigs.blender.performed_clip import FoundClip

RATED = ".blend"  # the kind of file that has a frame rate of its own, which the artist has set
FILES = (".blend", ".fbx", ".glb", ".gltf", ".vrm", ".bvh")  # that --action takes


def check_action(arguments: Namespace, cue: Cue) -> None:
    """Raise InvalidInput for an Action that the skill does not perform, or a missing file."""
    action = arguments.action
    if action is None:
        return
    if arguments.routine or not CUES[cue.skill].clip:
        able = ", ".join(skill.name for skill in SKILLS.values() if skill.clip)
        what = arguments.routine or cue.skill
        raise InvalidInput(
            f"--action goes with --skill {able}, got {what}: leave one out."
        )
    if is_file(action) and not Path(action).is_file():
        raise InvalidInput(f"The clip {action!r} cannot be read: there is no such file.")


def is_file(action: str | None) -> bool:
    """Whether --action names a file, and not an Action."""
    return action is not None and Path(action).suffix.lower() in FILES


def open_performer(
    path: str, arguments: Namespace, cue: Cue, picks: dict[str, str]
) -> tuple[Any, FoundClip]:
    """A rig that stands where its clip begins, and the clip; the scene has the clip's frame rate.

    The clip of another file begins where the rig stands.
    """
    from ..rigs.blender.files import open_clip
    from ..rigs.blender.performed_clip import read_clip, stand_in_clip
    from ..rigs.blender.rig import read_rig
    from ..rigs.blender.scene import set_frame_rate

    action, found = arguments.action, None
    if is_file(action):
        found = read_clip(read_rig(open_clip(action)))
        action = None
    armature = open_clip(path, arguments.armature, action)
    rig = read_rig(armature, picks, mass=arguments.mass)
    check_suits(cue.skill, rig.character.kind)
    if found is None:
        found = read_clip(rig)
        return stand_in_clip(rig, found.clip, cue.values()["begin"]), found
    if Path(path).suffix.lower() != RATED:
        set_frame_rate(armature.users_scene[0], found.clip.rate)
    return rig, found


def check_poses(cue: Cue) -> None:
    """Raise InvalidInput for a pose whose file is missing."""
    for path in _poses_of(cue).values():
        if is_file(path) and not Path(path).is_file():
            raise InvalidInput(f"The pose {path!r} cannot be read: there is no such file.")


def poses_from_files(cue: Cue) -> dict[str, str]:
    """The content of those poses of a cue, by parameter, that files with an animation begin with.

    Each opens its file: the rig's must be opened after that.
    """
    from ..motion.performing.clip import to_text
    from ..rigs.blender.files import open_clip
    from ..rigs.blender.performed_clip import read_first_pose
    from ..rigs.blender.rig import read_rig

    texts = {}
    for name, path in _poses_of(cue).items():
        if is_file(path):
            armature = open_clip(path)
            data = armature.animation_data
            if data is None or data.action is None:
                raise InvalidInput(f"The armature of {path!r} has no Action: give it the pose.")
            texts[name] = to_text(read_first_pose(read_rig(armature), data.action))
    return texts


def with_poses(cue: Cue, found: dict[str, str], rig: Any, path: str) -> Cue:
    """The cue with the content of its poses: those found, others by Actions of the rig's file."""
    from ..motion.performing.clip import to_text
    from ..rigs.blender.files import action_of_file
    from ..rigs.blender.performed_clip import read_first_pose

    texts = dict(found)
    for name, action in _poses_of(cue).items():
        if name in found or clip_content_of(action).lstrip().startswith("{"):  # a clip's text
            continue
        texts[name] = to_text(read_first_pose(rig, action_of_file(path, action)))
    return Cue(cue.skill, start=cue.start, **{**cue.parameters, **texts})


def _poses_of(cue: Cue) -> dict[str, str]:
    """What is given for the poses of a cue, by parameter."""
    given = {p.name: cue.parameters.get(p.name) for p in CUES[cue.skill].poses}
    return {name: text for name, text in given.items() if text}


def first_frame(cue: Cue, found: FoundClip) -> int:
    """The frame of the clip, in the scene of its file, with which the cue begins."""
    return found.first + round(cue.values()["begin"] * found.clip.rate)


def say_what_becomes(shot: Shot) -> str | None:
    """Print what becomes of the clip of a shot's first cue; return its contacts, None where it has
    no clip. Raises InvalidInput for contacts that are marked wrongly.
    """
    from ..motion.performing.clip import from_text
    from ..motion.performing.preparation import preparation_of

    performer = shot.performers[0]
    cue = next(iter(skills_among(performer.cues)))
    if not CUES[cue.skill].clip:
        return None
    values, body = cue.values(), performer.character
    clip = from_text(values[CUES[cue.skill].clip])
    tempo = tempo_of(values, clip.leg, body.leg_length)
    marks = values["contact_marks"]
    found = preparation_of(clip, body, tempo, -shot.gravity[2], marks)
    say(f"{found.sentence}.")
    say(f"Contacts [s]: {found.contacts}.")
    return found.contacts


def with_clip(cue: Cue, found: FoundClip, body: Character) -> Cue:
    """The cue with the content of its clip, and with the contacts that its markers show; raises
    InvalidInput where it begins too late.
    """
    from ..motion.performing.clip import to_text
    from ..skills.performing.opening import check_begin

    values = cue.values()
    tempo = tempo_of(values, found.clip.leg, body.leg_length)
    check_begin(found.clip, values["begin"], tempo)
    own = {CUES[cue.skill].clip: to_text(found.clip)}
    if found.marks and not values["contact_marks"]:
        own["contact_marks"] = found.marks
    return Cue(cue.skill, start=cue.start, **{**cue.parameters, **own})
