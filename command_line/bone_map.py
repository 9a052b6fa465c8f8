"""`footfall map`: the bone of each role, with reason and certainty, and the missing roles."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable

from ..base.errors import InvalidInput
from ..base.files import write_json
from ..simulation.silence_output import silence_output
from .blender import blender
from .outputs import check_writable

PICK_EXAMPLE = "upper_leg.L=Bone.012"


def run(arguments: Namespace) -> int:
    check_writable(arguments.json, "bone map")
    picks = read_picks(arguments.pick)
    with blender():
        from ..rigs.blender.files import open_rig
        from ..rigs.blender.rig import map_bones
    with silence_output():
        bones = map_bones(open_rig(arguments.rig, arguments.armature), picks)
    print(f"{bones.armature} ({bones.convention}, {bones.metres_per_unit:g} m per unit)")
    rows = [
        (role, bone, bones.certainty[role], bones.reasons[role])
        for role, bone in bones.roles.items()
    ]
    widths = [max(map(len, column)) for column in list(zip(*rows, strict=True))[:3]] or [0, 0, 0]
    for role, bone, certainty, reason in rows:
        print(f"  {role:{widths[0]}}  {bone:{widths[1]}}  {certainty:{widths[2]}}  {reason}")
    print(f"missing: {', '.join(bones.missing) or 'nothing'}")
    for note in bones.notes:
        print(note)
    if bones.question:
        print(f"{bones.question.sentence} (--pick {bones.question.role}=BONE)")
    if arguments.json:
        write_json(arguments.json, "bone map", bones.to_data())
    return 0


def read_picks(texts: Iterable[str]) -> dict[str, str]:
    """Parse ROLE=BONE; raises InvalidInput for anything else."""
    picks = {}
    for text in texts:
        role, equals, bone = text.partition("=")
        if not (role and equals and bone):
            raise InvalidInput(f"A pick must be ROLE=BONE, as in {PICK_EXAMPLE}, got {text!r}.")
        picks[role] = bone
    return picks
