"""`footfall map`: which bone plays which role, and what could not be placed."""

from __future__ import annotations

from argparse import Namespace

from ..files import write_json
from .blender import blender
from .outputs import check_writable
from .quiet import silence


def run(arguments: Namespace) -> int:
    check_writable(arguments.json, "bone map")
    with blender():
        from ..rigs.blender.files import open_rig
        from ..rigs.blender.rig import map_bones
    with silence():
        bones = map_bones(open_rig(arguments.rig, arguments.armature))
    print(f"{bones.armature} ({bones.convention}, {bones.metres_per_unit:g} m per unit)")
    widths = [max(map(len, column), default=0) for column in (bones.roles, bones.roles.values())]
    for role, bone in bones.roles.items():
        print(f"  {role:{widths[0]}}  {bone:{widths[1]}}  {bones.reasons[role]}")
    print(f"missing: {', '.join(bones.missing) or 'nothing'}")
    if arguments.json:
        write_json(arguments.json, "bone map", bones.to_data())
    return 0
