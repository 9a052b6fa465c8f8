"""What the panel asks for, read before anything moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

import bpy

from ..catalogue.output import Output
from ..errors import RigError
from ..rigs.blender.current_pose import read_pose, stand_as_posed
from ..rigs.blender.keys import write_take
from ..rigs.blender.prop_keys import Stand, prop_curves, stands_of, write_props
from ..rigs.blender.rig import Rig, read_rig
from ..rigs.blender.scene_parts import PROP, parts_of
from ..rigs.blender.writable import check_writable
from ..rigs.body_factors import with_factors
from ..rigs.segment_motion import Segments
from ..shot import Shot
from ..take import Take
from .chosen import chosen_armature, chosen_armatures
from .migration import migrate
from .scene_shot import first_skill, read_shot, things_moved
from .skill_properties import shortest


@dataclass(frozen=True, eq=False)
class Plan:
    """How a take becomes keys.

    Attributes:
        rig: the chosen armature with the artist's picks.
        start_frame: where the take's first frame goes.
        name: of a new Action.
        output: where to, which keys, and more.
        pose: from which the keys blend into the take; None: they do not.
        props: the objects that the take moves, as they stand on its first frame.
    """

    rig: Rig
    start_frame: int
    name: str
    output: Output
    pose: Segments | None
    props: Sequence[Stand] = ()

    @property
    def standing(self) -> Rig:
        """The rig from where the simulation starts."""
        return stand_as_posed(self.rig, self.pose) if self.pose else self.rig

    def write(self, take: Take) -> None:
        """Key a take. Raises FootfallError; the scene is then as it was."""
        with _still_there(self.rig):
            self._check_props(take)
            write_take(
                self.rig, take, start_frame=self.start_frame, name=self.name,
                output=self.output, pose=self.pose,
            )  # fmt: skip
            write_props(self.props, self.rig, take, self.start_frame, self.name, self.output)
            self.rig.armature.footfall.keep_plans(take.performances[0])

    def check(self, take: Take) -> None:
        """Raise FootfallError where the rig cannot be keyed, so that of many none is begun."""
        with _still_there(self.rig):
            check_writable(self.rig, take, 0, self.output)
            self._check_props(take)

    def _check_props(self, take: Take) -> None:
        for stand in self.props:
            prop_curves(stand, self.rig, take, self.start_frame, self.output)


@contextmanager
def _still_there(rig: Rig) -> Iterator[None]:
    try:
        yield
    except ReferenceError as error:
        raise RigError(
            f"The {what_is_gone(rig)} was removed while its bake ran: choose another."
        ) from error


def what_is_gone(rig: Rig) -> str:
    """What of a plan Blender no longer knows."""
    try:
        return f"prop of {rig.armature.name!r}"
    except ReferenceError:
        return "armature"


def report(bakes: Sequence[tuple[Plan, Take]]) -> tuple[set[str], str]:
    """What to say of takes that were written: the kind and the sentence."""
    names = ", ".join(plan.rig.armature.name for plan, _ in bakes)
    falls = [
        f"{plan.rig.armature.name} fell at {take.performances[0].fell_at:.2f} s"
        for plan, take in bakes
        if take.performances[0].fell_at is not None
    ]
    if falls:
        return {"WARNING"}, f"{', '.join(falls)}: the fall is baked as well"
    return {"INFO"}, f"Baked {len(bakes[0][1].times)} frames on {names}"


def make_plan(context: bpy.types.Context) -> Plan:
    """Read the panel and the chosen rig. Raises FootfallError."""
    return _plan_of(context, chosen_armature(context))


def make_plans(context: bpy.types.Context) -> list[Plan]:
    """The same for every rig that one press bakes."""
    return [_plan_of(context, armature) for armature in chosen_armatures(context)]


def _plan_of(context: bpy.types.Context, armature: bpy.types.Object) -> Plan:
    migrate(context.scene)
    settings = context.scene.footfall
    output = settings.output.chosen()
    rig = read_picked(context, armature)
    pose = read_pose(rig, settings.start_frame) if output.blend_frames else None
    name = first_skill(context.scene).title()
    moved, others = things_moved(context.scene), parts_of(context.scene, PROP)
    props = stands_of(moved, others, settings.start_frame, output)
    return Plan(rig, settings.start_frame, name, output, pose, props)


def read_chosen_rig(context: bpy.types.Context) -> Rig:
    """The chosen armature with the artist's picks. Raises RigError."""
    return read_picked(context, chosen_armature(context))


def read_picked(context: bpy.types.Context, armature: bpy.types.Object) -> Rig:
    """An armature with the artist's picks, mass and factors. Raises RigError."""
    mass = shortest(context.scene.footfall.mass) or None
    rig = read_rig(armature, overrides=armature.footfall.picks(), mass=mass)
    return replace(rig, character=with_factors(rig.character, armature.footfall.body.factors()))


def shot_of_panel(context: bpy.types.Context, standing: Rig) -> Shot:
    """What is to be simulated, from where the rig stands. Raises InvalidInput."""
    return read_shot(context.scene, standing)
