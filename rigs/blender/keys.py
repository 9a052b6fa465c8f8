"""From a take to keyframes on a rig, which move the mapped bones and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import bpy
import numpy as np
from numpy.typing import NDArray

from ...base.errors import RigError
from ...catalogue.output import Output
from ...retarget.body_motion import BodyMotion, in_place
from ...retarget.fitted_motion import fit_to_bones
from ...retarget.influence import corrected_by
from ...retarget.looping import make_cycle
from ...retarget.pinning import pin_feet
from ...retarget.segment_motion import Segments
from ...shots.performer import Performer
from ...shots.take import Take
from . import rigify
from .actions import into_destination, mark_cyclic
from .channel_curves import Keying, bone_curves, object_curves
from .contacts import contact_curves, mark_contacts
from .current_pose import read_pose, start_from_pose
from .fcurves import Curve
from .handles import silence_constraints
from .keyed_parts import with_keys
from .leftovers import HeldChannel, hold_leftovers, hold_movers
from .other_curves import Movers, movers_of, others_than
from .rig import Rig, flesh_of_feet
from .scene import extend_range, frame_rate
from .solving import RigMotion, solve_on_rig
from .take_frames import feet_of, sample_take
from .writable import check_take, check_writable

Array = NDArray[np.float64]
AS_IT_IS = Output()


def write_take(
    rig: Rig,
    take: Take,
    performer: int = 0,
    start_frame: int | None = None,
    name: str = "Walk",
    output: Output = AS_IT_IS,
    pose: Segments | None = None,
    source: Performer | None = None,
) -> bpy.types.Action:
    """Key one performance on its rig; the rig's former animation stays in the file.

    Args:
        rig: as read before the shot was made.
        take: the result of the simulation.
        performer: index of the performance in the take.
        start_frame: frame of the take's first frame; None: the start of the scene's range.
        name: of a new Action.
        output: destination, keys, root motion, blend, loop, contacts.
        pose: from which to blend, as `read_pose` returns it; None: the pose on the start frame.
        source: the performer in the shot, whose cues may leave parts and frames to their clips'
            keys; None: all is keyed as in the take.

    Returns the Action. Raises RigError when the rig cannot take the keys; it is then unchanged.
    """
    scene = bpy.context.scene
    start = scene.frame_start if start_frame is None else start_frame
    keyed = take_curves(rig, take, start, performer, output, pose, source)
    curves, feet = keyed.curves, feet_of(rig.character.segment_names)
    if output.contacts == "property":
        curves = curves + contact_curves(rig.armature, feet, keyed.contacts, keyed.frames)
    elif output.contacts == "markers":
        mark_contacts(scene, feet, keyed.contacts, keyed.frames)
    span = (keyed.frames[0], keyed.frames[-1])
    keeps = others_than(keyed.movers, feet)
    action = into_destination(rig.armature, name, curves, output.destination, span, keeps)
    if output.loop_steps:
        mark_cyclic(action, keyed.frames)
    if output.extend_scene:
        extend_range(scene, span[1])
    return action


@dataclass(frozen=True, eq=False)
class TakeCurves:
    """The curves of a take on its rig.

    Attributes:
        curves: of bones, of the object, and of settings that the keys need.
        movers: everything that affects the keyed bones.
        frames: of the scene (frames,).
        contacts: (frames, feet).
    """

    curves: list[Curve]
    movers: Movers
    frames: Array
    contacts: NDArray[np.bool_]


def take_curves(
    rig: Rig,
    take: Take,
    start: int,
    performer: int = 0,
    output: Output = AS_IT_IS,
    pose: Segments | None = None,
    source: Performer | None = None,
) -> TakeCurves:
    """The curves of the bones and of the object; the rig's settings are changed for them at once.


    Arguments are those of `write_take`.
    Raises RigError when the rig cannot take the keys; it is then unchanged.
    """
    check_writable(rig.armature, output, rigify.is_human(rig.rest.skeleton))
    check_take(rig, take, performer)
    sampled = sample_take(take, performer, frame_rate(bpy.context.scene))
    simulated = None
    if source is not None:
        sampled, simulated = with_keys(sampled, source, take, performer)
    body = _shape(rig, sampled, output, simulated)
    solved = solve_on_rig(rig, body.segments, body.path, output)
    if output.blend_frames:
        solved = start_from_pose(rig, solved, pose or read_pose(rig, start), output)
    kept = kept_frames(start, body.frames, output)
    curves = _motion_curves(rig, solved.part(kept), Keying(start + kept, output, body.is_cycle))
    names = [*rig.bone_map.roles.values(), *(c.handle.bone for c in solved.channels)]
    movers = movers_of(rig.armature, names)
    curves += _settings_curves(rig, solved, output, start + kept[0])
    if output.destination != "new":  # the remaining animation of the rig continues there
        written = {curve.path for curve in curves}
        held = hold_movers(rig.armature, movers, written, start + kept)
        curves += _held_curves(held, start + kept[0])
    rig.armature.data.pose_position = "POSE"  # in rest position the keys would have no effect
    return TakeCurves(curves, movers, start + kept, body.contacts[kept])


def _shape(
    rig: Rig, body: BodyMotion, output: Output, simulated: Mapping[str, Array] | None
) -> BodyMotion:
    """The motion adapted to output and rig: as a cycle, with pinned feet, in place.

    Args:
        simulated: segment -> (frames,) how far it is corrected; None: each one as a whole.
    """
    stays, before = output.root_motion == "in_place", body
    if output.loop_steps:
        body = make_cycle(body, output.loop_steps, straight=not stays)
    if output.feet_on_ik:
        body = pin_feet(body, rig.character)
    body = fit_to_bones(body, rig.character, rig.bone_map.roles, flesh_of_feet(rig))
    if simulated is not None and not output.loop_steps:
        body = corrected_by(before, body, simulated)
    return in_place(body) if stays else body


def kept_frames(start: int, count: int, output: Output) -> Array:
    """The frames of the motion that are written."""
    first, last = output.frames or (start, start + count - 1)
    kept = np.arange(max(first - start, 0), min(last - start, count - 1) + 1)
    if not len(kept):
        raise RigError(
            f"The frames to write, {first} to {last}, lie outside those of the take, {start} to "
            f"{start + count - 1}: move one of them."
        )
    return kept


def _motion_curves(rig: Rig, motion: RigMotion, keying: Keying) -> list[Curve]:
    curves = [curve for c in motion.channels for curve in bone_curves(rig, c, keying)]
    return curves + (object_curves(rig, motion.moving, keying) if motion.moving else [])


def _settings_curves(rig: Rig, motion: RigMotion, output: Output, frame: float) -> list[Curve]:
    """Settings with which the keyed bones act as solved; they are set on the rig as well."""
    armature = rig.armature
    handles = [c.handle for c in motion.channels]
    silenced = silence_constraints(rig, handles)
    held = [HeldChannel(path, 0, 0.0, before) for path, before in silenced]
    if rigify.is_generated(rig.rest.skeleton):
        switched = rigify.set_switches(armature, handles, output.feet_on_ik)
        held += [HeldChannel(path, 0, value, before) for path, value, before in switched]
    held += hold_leftovers(armature, motion.channels)
    return _held_curves(held, frame)


def _held_curves(held: Iterable[HeldChannel], frame: float) -> list[Curve]:
    return [
        Curve(h.path, h.index, np.array([frame]), np.array([h.value]), "Switches",
              otherwise=h.before)
        for h in held
    ]  # fmt: skip
