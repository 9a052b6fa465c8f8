"""`footfall crowd`: rigs in, a scene with many members of other proportions out."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..checks import check_number
from ..crowd.behaviours import BEHAVIOURS, Manner
from ..crowd.groups import join
from ..crowd.members import Crowd
from ..crowd.surfaces import Rectangle
from ..errors import InvalidInput
from ..quiet import silence
from ..take import Take
from ..worker import SIMULATING
from .blender import blender
from .outputs import check_writable, say
from .parameters import number, whole
from .run import ProgressLine, say_who_fell
from .simulate import add_workers

if TYPE_CHECKING:
    from ..rigs.blender.crowd_plan import CrowdPlan
    from ..rigs.blender.crowd_scene import Group


def add_options(parser: ArgumentParser, rig_help: str) -> None:
    plain, manner = Crowd(), Manner()
    parser.description = "Simulate a crowd whose members take the rigs in turn."
    parser.epilog = (
        "Members have meshes in common, and an armature and an Action each. "
        "Those of rigs without a mesh show the shapes that were simulated."
    )
    parser.add_argument("rigs", metavar="RIG", nargs="+", help=rig_help)
    parser.add_argument("--out", metavar="FILE.blend", required=True, help="the scene")
    parser.add_argument(
        "--count", type=whole, default=plain.count, metavar="N", help=f"{plain.count} if none"
    )
    parser.add_argument(
        "--behaviour", default=plain.behaviour, metavar="NAME",
        help=f"one of {', '.join(BEHAVIOURS)}; {plain.behaviour} if none",
    )  # fmt: skip
    parser.add_argument("--seed", type=whole, default=0, metavar="N", help="0 if none")
    _add_place(parser.add_argument_group("where they start"), plain)
    _add_manner(parser.add_argument_group("what they are like"), plain, manner)
    shot = parser.add_argument_group("the shot")
    shot.add_argument("--duration", type=number, default=10.0, metavar="S", help="[s], 10 if none")
    shot.add_argument("--frame-rate", type=number, metavar="N", help="[1/s], the scene's if none")
    shot.add_argument("--start-frame", type=whole, default=1, metavar="N", help="1 if none")
    add_workers(parser.add_argument_group("who simulates"))
    parser.add_argument("--armature", metavar="NAME", help="which one, where the first has several")
    parser.add_argument("--take", metavar="FILE.npz", help="also save the take")
    parser.add_argument("--preview", metavar="FILE.mp4", help="also render a movie")
    parser.add_argument("--picture", metavar="FILE.png", help="also render its middle frame")


def _add_place(group: Any, plain: Crowd) -> None:
    area = group.add_mutually_exclusive_group()
    area.add_argument(
        "--area", type=number, nargs=2, metavar=("X", "Y"), default=(8.0, 8.0),
        help="[m] around the origin, 8 8 if none",
    )  # fmt: skip
    area.add_argument(
        "--surface", metavar="OBJECT", help="a mesh or a curve object of the first rig's file"
    )
    group.add_argument(
        "--width", type=number, default=4.0, metavar="M", help="of the strip along a curve [m]"
    )
    group.add_argument(
        "--spacing", type=number, default=plain.spacing, metavar="M",
        help=f"least distance of two members [m], {plain.spacing:g} if none",
    )  # fmt: skip


def _add_manner(group: Any, plain: Crowd, manner: Manner) -> None:
    group.add_argument(
        "--variation", type=number, default=plain.variation, metavar="X",
        help=f"by how much lengths and widths of the body vary, {plain.variation:g} if none",
    )  # fmt: skip
    group.add_argument(
        "--vary", action="append", default=[], metavar="PART=LOW,HIGH",
        help="the range of a part's factors, as in lower_leg=0.8,1.4; may be given several times",
    )  # fmt: skip
    ranges = {"speed": "[m/s]", "step-period": "[s]", "step-height": "[m]"}
    for name, unit in ranges.items():
        default = getattr(manner, name.replace("-", "_"))
        shown = "what suits each" if default is None else "{:g} {:g}".format(*default)
        group.add_argument(
            f"--{name}", type=number, nargs=2, metavar=("LOW", "HIGH"), default=default,
            help=f"{unit}, {shown} if none",
        )  # fmt: skip
    group.add_argument(
        "--style", action="append", default=[], metavar="NAME",
        help="of walking, or a dance; may be given several times, for a mix",
    )  # fmt: skip
    group.add_argument(
        "--bpm", type=number, default=manner.bpm, metavar="X", help=f"{manner.bpm:g} if none"
    )
    group.add_argument("--goals", metavar="CURVE", help="walk along this curve object of the file")


def run(arguments: Namespace) -> int:
    crowd = _crowd(arguments)
    check_writable(arguments.out, "crowd", ".blend")
    check_writable(arguments.take, "take", ".npz")
    check_writable(arguments.preview, "preview", ".mp4")
    check_writable(arguments.picture, "picture", ".png")
    with blender():
        from ..rigs.blender.crowd_scene import groups_to_simulate, write_crowd
        from ..rigs.blender.crowd_stage import hide_rigs, render_crowd
        from ..rigs.blender.files import save_blend
        from ..rigs.blender.scene import set_frame_range
    with silence():
        plan = _plan(arguments, crowd)
        groups = groups_to_simulate(plan)
    takes = _simulate(arguments, groups)
    take = join([group.numbers for group in groups], takes)
    say_who_fell(take)
    with silence():
        collection = write_crowd(plan, groups, takes)
        hide_rigs(plan.rigs)
        set_frame_range(plan.rigs[0].armature.users_scene[0], plan.start_frame, len(take.times))
        save_blend(arguments.out)
    say(f"Saved {arguments.out}.")
    if arguments.take:
        take.save(arguments.take)
        say(f"Saved {arguments.take}.")
    for path in filter(None, (arguments.preview, arguments.picture)):
        with silence():
            said = render_crowd(plan, collection, path, len(take.times))
        say(said)
    return 0


def _crowd(arguments: Namespace) -> Crowd:
    """What can be known before Blender is loaded."""
    check_number("the frame rate", arguments.frame_rate or 1.0, "1/s", 1.0, 1000.0)
    return Crowd(
        count=arguments.count,
        behaviour=arguments.behaviour,
        manner=Manner(
            speed=tuple(arguments.speed),
            step_period=arguments.step_period and tuple(arguments.step_period),
            step_height=arguments.step_height and tuple(arguments.step_height),
            styles=tuple(arguments.style),
            bpm=arguments.bpm,
        ),
        seed=arguments.seed,
        surface=Rectangle(tuple(arguments.area)),
        spacing=arguments.spacing,
        variation=arguments.variation,
        ranges=dict(map(_range, arguments.vary)),
        duration=arguments.duration,
    )


def _range(text: str) -> tuple[str, tuple[float, float]]:
    part, _, factors = text.partition("=")
    try:
        low, high = map(float, factors.split(","))
    except ValueError:
        raise InvalidInput(
            f"A range must be written as in --vary lower_leg=0.8,1.4, got {text!r}."
        ) from None
    return part, (low, high)


def _plan(arguments: Namespace, crowd: Crowd) -> CrowdPlan:
    """Open the rigs, and read what is around them."""
    from ..rigs.blender.crowd_plan import plan_crowd
    from ..rigs.blender.files import add_rig, open_rig
    from ..rigs.blender.rig import read_rig

    first, *others = arguments.rigs
    armatures = [open_rig(first, arguments.armature), *map(add_rig, others)]
    return plan_crowd(
        [read_rig(armature) for armature in armatures],
        crowd,
        start_frame=arguments.start_frame,
        rate=arguments.frame_rate,
        surface=arguments.surface,
        width=arguments.width,
        goals=arguments.goals,
    )


def _simulate(arguments: Namespace, groups: Sequence[Group]) -> list[Take]:
    # Here and not above: commands that do not simulate need none of it.
    from ..batch import simulate_many

    shots = [group.shot for group in groups]
    with ProgressLine(SIMULATING, sys.stderr) as progress:
        return list(
            simulate_many(
                shots, arguments.workers, arguments.scheduler, arguments.cache, progress
            )
        )  # fmt: skip
