"""`footfall hang`: hanging parts follow the animation of a rig."""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections.abc import Sequence
from fnmatch import fnmatchcase

from ..base.errors import InvalidInput
from ..bodies.hanging import PRESETS
from ..catalogue.hanging import counted
from ..simulation.silence_output import silence_output
from .blender import blender
from .outputs import check_writable, say

ENDINGS = (".blend", ".fbx", ".glb")


def add_options(parser: argparse.ArgumentParser, rig_help: str) -> None:
    parser.description = (
        "Let chains of bones hang (hair, tails, strips of cloth, straps) through an animation that "
        "the rig has. Without --out, the chains that are found are listed."
    )
    parser.add_argument("rig", metavar="RIG", help=rig_help)
    parser.add_argument("--armature", metavar="NAME", help="which one, where there are several")
    parser.add_argument("--action", metavar="NAME", help="which Action, where there are several")
    chains = "which chains, by patterns for the name of the first bone: 'hair*, tail'; default: all"
    parser.add_argument("--chains", metavar="PATTERNS", default="*", help=chains)
    preset = "how they move, for all of them; default: as found"
    parser.add_argument("--preset", choices=sorted(PRESETS), help=preset)
    parser.add_argument("--from-pose", action="store_true", help="begin in the pose, not settled")
    loop = "the last frame is the first one again; default: where the Action is cyclic"
    parser.add_argument("--loop", action="store_true", default=None, help=loop)
    parser.add_argument("--out", metavar="FILE", help=f"what to write: {', '.join(ENDINGS)}")
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    check_writable(arguments.out, "output", *ENDINGS)
    with blender():
        from ..rigs.blender.export import save_baked
        from ..rigs.blender.files import open_clip
        from ..rigs.blender.hanging import HungChain, add_hanging, find_hanging
        from ..rigs.blender.rig import read_rig
    with silence_output():
        rig = read_rig(open_clip(arguments.rig, arguments.armature, arguments.action))
        found, left = find_hanging(rig)
    chosen = [chain for chain in found if _is_meant(chain.name, arguments.chains)]
    if not chosen:
        raise InvalidInput(_nothing(arguments, [chain.name for chain in found]))
    if arguments.out is None:
        for chain in chosen:
            print(f"{chain.name}: {len(chain.bones)} bones, {chain.kind}, on {chain.carrier}")
        for alone in left:
            say(f"{alone.bone}: {alone.reason}")
        return 0
    with silence_output():
        chains = [
            HungChain(found=chain, hanging=PRESETS[arguments.preset or chain.kind])
            for chain in chosen
        ]
        add_hanging(rig, chains, settled=not arguments.from_pose, loops=arguments.loop)
        save_baked(rig.armature, arguments.out)
    say(f"{counted(len(chosen))}. Saved {arguments.out}.")
    return 0


def _is_meant(name: str, patterns: str) -> bool:
    return any(fnmatchcase(name, pattern.strip()) for pattern in patterns.split(","))


def _nothing(arguments: Namespace, names: Sequence[str]) -> str:
    if not names:
        return f"Nothing on the rig {arguments.rig!r} hangs."
    return (
        f"No hanging part of {arguments.rig!r} matches {arguments.chains!r}; it has "
        f"{', '.join(names)}."
    )
