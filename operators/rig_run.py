"""Everything that a run reads from the panel, before anything changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import bpy

from ..base.errors import RigError
from ..bodies.body_factors import with_factors
from ..catalogue.output import Output
from ..retarget.segment_motion import Segments
from ..rigs.blender import rigify
from ..rigs.blender.current_pose import read_pose, stand_as_posed
from ..rigs.blender.difference_strip import forget_difference, keep_difference
from ..rigs.blender.keys import write_take
from ..rigs.blender.prop_keys import KeyedProp, keyed_props_of, prop_curves, write_props
from ..rigs.blender.rig import Rig, read_rig
from ..rigs.blender.scene_parts import PROP, parts_of
from ..rigs.blender.subjects import Subjects
from ..rigs.blender.writable import check_take, check_writable
from ..shots.performer import Performer
from ..shots.shot import Shot
from ..shots.take import Take
from .chosen import chosen_armature, chosen_armatures
from .clips import forget_clips
from .differences import difference_of
from .kept_takes import keep_take
from .migration import migrate
from .readiness import check_ready
from .scene_shot import cues_in_play, name_of_bake, read_shot, things_moved
from .unfinished import note_unfinished


@dataclass(frozen=True, eq=False)
class RigRun:
    """One rig's run: its input, and how the take becomes keys.

    Attributes:
        rig: the chosen armature, read with the artist's picks.
        start_frame: the frame of the take's first frame.
        name: of a new Action.
        output: destination, keys and so on.
        pose: from which the keys blend into the take; None: no blend.
        props: the objects that the take moves, with their places on its first frame.
        subjects: the objects that all of this was read from.
        cues: for each of the shot's cues, its index in the panel's list.
    """

    rig: Rig
    start_frame: int
    name: str
    output: Output
    pose: Segments | None
    props: Sequence[KeyedProp]
    subjects: Subjects
    cues: Sequence[int]

    @property
    def standing(self) -> Rig:
        """The rig with the place where the simulation starts."""
        return stand_as_posed(self.rig, self.pose) if self.pose else self.rig

    def write(self, take: Take, performer: Performer) -> None:
        """Key a performer's take. Raises FootfallError, and then leaves the scene unchanged."""
        self.check(take)
        output = self.output_of(take)
        off = difference_of(bpy.context.scene, self.rig, take, self.cues)
        action = write_take(
            self.rig, take, start_frame=self.start_frame, name=self.name,
            output=output, pose=self.pose, source=performer,
        )  # fmt: skip
        if off is not None:
            keep_difference(action, self.start_frame, off)
        else:
            forget_difference(action)
        keep_take(self.rig, take, self.start_frame, self.cues, action)
        write_props(self.props, self.rig, take, self.start_frame, self.name, output)
        self.rig.armature.footfall.keep_plans(take.performances[0])

    def obstacle(self) -> str:
        """One sentence on what now prevents keying the rig; empty where nothing does."""
        try:
            check_writable(self.rig.armature, self.output, rigify.is_human(self.rig.rest.skeleton))
        except ReferenceError:
            return ""  # the preview's next step reports it
        except RigError as error:
            return str(error)
        return ""

    def check(self, take: Take) -> None:
        """Raise FootfallError where the rig cannot be keyed, checked for all rigs before any is."""
        self.subjects.check()
        output = self.output_of(take)
        check_writable(self.rig.armature, output, rigify.is_human(self.rig.rest.skeleton))
        check_take(self.rig, take, 0)
        for prop in self.props:
            prop_curves(prop, self.rig, take, self.start_frame, output)

    def output_of(self, take: Take) -> Output:
        """How a take becomes keys: the take of a failed run makes no loop."""
        return self.output.of_a_part if take.failure else self.output


def report(bakes: Sequence[tuple[RigRun, Take]]) -> tuple[set[str], str]:
    """The report on takes that were written: its kind and its sentence."""
    failures = [
        f"{rig_run.rig.armature.name}: {take.failure} The {len(take.times)} frames until then "
        "are baked."
        for rig_run, take in bakes
        if take.failure
    ]
    if failures:
        return {"ERROR"}, " ".join(failures)
    names = ", ".join(rig_run.rig.armature.name for rig_run, _ in bakes)
    falls = [
        f"{rig_run.rig.armature.name} fell at {take.performances[0].fell_at:.2f} s"
        for rig_run, take in bakes
        if take.performances[0].fell_at is not None
    ]
    trouble = [f"{', '.join(falls)}: the fall is baked as well"] if falls else []
    for rig_run, take in bakes:
        whose = f"{rig_run.rig.armature.name}: " if len(bakes) > 1 else ""
        sentences = note_unfinished(bpy.context.scene, rig_run.cues, take)
        trouble += [f"{whose}{sentence}" for sentence in sentences]
    baked = f"Baked {len(bakes[0][1].times)} frames on {names}"
    if trouble:
        return {"WARNING"}, ". ".join([baked, *trouble])
    return {"INFO"}, baked


def make_rig_run(context: bpy.types.Context) -> RigRun:
    """Read the panel and the chosen rig. Raises FootfallError."""
    check_ready(context)
    return rig_run_of(context, chosen_armature(context))


def make_rig_runs(context: bpy.types.Context) -> list[RigRun]:
    """The runs of all rigs of one bake."""
    check_ready(context)
    return [rig_run_of(context, armature) for armature in chosen_armatures(context)]


def rig_run_of(context: bpy.types.Context, armature: bpy.types.Object) -> RigRun:
    """The run of an armature. Raises FootfallError."""
    migrate(context.scene)
    settings = context.scene.footfall
    output = settings.output.chosen()
    rig = read_picked(context, armature)
    forget_clips()
    check_writable(armature, output, rigify.is_human(rig.rest.skeleton))
    pose = read_pose(rig, settings.start_frame) if output.blend_frames else None
    name = name_of_bake(context.scene, armature)
    moved, others = things_moved(context.scene), parts_of(context.scene, PROP)
    props = keyed_props_of(moved, others, settings.start_frame, output)
    subjects = Subjects([armature], [prop.thing for prop in props])
    cues = [index for index, *_ in cues_in_play(context.scene)]
    return RigRun(rig, settings.start_frame, name, output, pose, props, subjects, cues)


def read_chosen_rig(context: bpy.types.Context) -> Rig:
    """The chosen armature with the artist's picks. Raises RigError."""
    return read_picked(context, chosen_armature(context))


def read_picked(context: bpy.types.Context, armature: bpy.types.Object) -> Rig:
    """An armature with the artist's picks, mass and factors. Raises RigError."""
    mass = context.scene.footfall.chosen_mass()
    rig = read_rig(armature, overrides=armature.footfall.picks(), mass=mass)
    return replace(rig, character=with_factors(rig.character, armature.footfall.body.factors()))


def shot_of_panel(context: bpy.types.Context, standing: Rig) -> Shot:
    """The panel's shot, from where the rig stands. Raises InvalidInput."""
    return read_shot(context.scene, standing)
