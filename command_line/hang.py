"""`footfall hang`: hanging parts follow the animation of a rig."""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections.abc import Sequence
from fnmatch import fnmatchcase

from ..base.errors import InvalidInput
from ..bodies.hanging import PRESETS
from ..bodies.softness import SOFT, preset_of
from ..catalogue.hanging import counted
from ..simulation.silence_output import silence_output
from .blender import blender
from .outputs import check_writable, say

ENDINGS = (".blend", ".fbx", ".glb")


def add_options(parser: argparse.ArgumentParser, rig_help: str) -> None:
    parser.description = (
        "Let chains of bones hang (hair, tails, strips of cloth, straps) and single soft bones "
        "jiggle, through an animation that the rig has. Without --out, what is found is listed."
    )
    parser.add_argument("rig", metavar="RIG", help=rig_help)
    parser.add_argument("--armature", metavar="NAME", help="which one, where there are several")
    parser.add_argument("--action", metavar="NAME", help="which Action, where there are several")
    chains = "which chains, by patterns for the name of the first bone: 'hair*, tail'; default: all"
    parser.add_argument("--chains", metavar="PATTERNS", default="*", help=chains)
    preset = "how the chains move, for all of them; default: as found"
    parser.add_argument("--preset", choices=sorted(PRESETS), help=preset)
    tail = "an animal's own tail hangs, too, instead of moving as the Action has it"
    parser.add_argument("--with-tail", action="store_true", help=tail)
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
        from ..rigs.blender.hanging import add_hanging, find_hanging
        from ..rigs.blender.hanging_pose import HungChain
        from ..rigs.blender.rig import read_rig
    with silence_output():
        rig = read_rig(open_clip(arguments.rig, arguments.armature, arguments.action))
        found, left = find_hanging(rig, arguments.with_tail)
    chosen = [chain for chain in found if _is_meant(chain.name, arguments.chains)]
    if not chosen:
        raise InvalidInput(_nothing(arguments, [chain.name for chain in found]))
    if arguments.out is None:
        for chain in chosen:
            count = len(chain.bones)
            bones = f"{count} bone{'s' * (count != 1)}"
            print(f"{chain.name}: {bones}, {chain.kind}, on {chain.carrier}")
        for alone in left:
            say(f"{alone.bone}: {alone.reason}")
        return 0
    with silence_output():
        chains = [
            HungChain(found=chain, hanging=preset_of(_kind(chain.kind, arguments.preset)))
            for chain in chosen
        ]
        add_hanging(rig, chains, settled=not arguments.from_pose, loops=arguments.loop)
        save_baked(rig.armature, arguments.out)
    say(f"{counted(len(chosen))}. Saved {arguments.out}.")
    return 0


def _kind(found: str, preset: str | None) -> str:
    """The kind of a part, if a preset is chosen for the chains."""
    return found if found == SOFT or preset is None else preset


def _is_meant(name: str, patterns: str) -> bool:
    return any(fnmatchcase(name, pattern.strip()) for pattern in patterns.split(","))


def _nothing(arguments: Namespace, names: Sequence[str]) -> str:
    if not names:
        return f"Nothing on the rig {arguments.rig!r} hangs."
    return (
        f"No hanging part of {arguments.rig!r} matches {arguments.chains!r}; it has "
        f"{', '.join(names)}."
    )
