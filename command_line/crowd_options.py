"""The options of `footfall crowd`, and the crowd that they make."""

from __future__ import annotations

from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from typing import Any

from ..base.checks import check_number
from ..base.errors import InvalidInput
from ..catalogue.crowd_files import ENDINGS
from ..catalogue.crowds import CROWD_BEHAVIOURS, FULL, KINDS
from ..catalogue.styles import list_dances
from ..crowd.arrivals import FASTEST
from ..crowd.description import Crowd
from ..crowd.manner import Manner
from ..crowd.surfaces import Rectangle
from .parameters import number, whole
from .simulate import add_workers


def add_crowd_options(parser: ArgumentParser, rig_help: str) -> None:
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
        help=f"one of {', '.join(CROWD_BEHAVIOURS)}; {plain.behaviour} if none",
    )  # fmt: skip
    parser.add_argument(
        "--share", action="append", default=[], metavar="NAME=X",
        help="a share of the members that do something else, as in --behaviour pass --share "
        "chat=0.2; may be given several times",
    )  # fmt: skip
    parser.add_argument("--seed", type=whole, default=0, metavar="N", help="0 if none")
    _add_place(parser.add_argument_group("where they start"), plain)
    _add_manner(parser.add_argument_group("what they are like"), plain, manner)
    _add_looks(parser.add_argument_group("what they look like"))
    shot = parser.add_argument_group("the shot")
    shot.add_argument(
        "--recover", action=BooleanOptionalAction, default=plain.recover,
        help="whether members get up where they fall; they do if neither is given",
    )  # fmt: skip
    hanging = "hair, cloth, tails and soft parts of the members hang, each for itself"
    shot.add_argument("--hanging", action="store_true", help=hanging)
    shot.add_argument(
        "--members", choices=tuple(KINDS), default=FULL,
        help="armatures with Actions; or light: one object for all, of rigid pieces of the mesh; "
        f"or boxes instead of these; {FULL} if none",
    )  # fmt: skip
    shot.add_argument("--duration", type=number, default=10.0, metavar="S", help="[s], 10 if none")
    shot.add_argument("--frame-rate", type=number, metavar="N", help="[1/s], the scene's if none")
    shot.add_argument("--start-frame", type=whole, default=1, metavar="N", help="1 if none")
    where = parser.add_argument_group("where it is simulated")
    add_workers(where)
    where.add_argument(
        "--keep-finished", action="store_true",
        help="Ctrl-C ends with the groups of members that are simulated",
    )  # fmt: skip
    parser.add_argument("--armature", metavar="NAME", help="which one, where the first has several")
    parser.add_argument("--take", metavar="FILE.npz", help="also save the take")
    parser.add_argument(
        "--export", action="append", default=[], metavar="FILE",
        help=f"also write the members for other programs: {', '.join(ENDINGS)}; may be given "
        "several times",
    )  # fmt: skip
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
        "--source", action="append", default=[], metavar="OBJECT=RATE",
        help="a mesh or a curve that members come out of, so many in a second, to pass through "
        "(--behaviour pass); may be given several times",
    )  # fmt: skip
    group.add_argument(
        "--sink", action="append", default=[], metavar="OBJECT",
        help="a mesh or a curve by which they leave; may be given several times",
    )
    group.add_argument(
        "--seat", action="append", default=[], metavar="OBJECT",
        help="a bench or a chair to sit on (--behaviour sit); may be given several times",
    )  # fmt: skip
    group.add_argument(
        "--queue", action="append", default=[], metavar="OBJECT",
        help="an empty or a curve to line up at (--behaviour queue); may be given several times",
    )  # fmt: skip
    group.add_argument(
        "--marked", action="store_true",
        help="use what the file's objects are marked as: ground, obstacles, pushes, sources, "
        "sinks, seats, queues, blasts",
    )
    group.add_argument(
        "--width", type=number, default=4.0, metavar="M", help="of the strip along a curve [m]"
    )
    group.add_argument(
        "--spacing", type=number, default=plain.spacing, metavar="M",
        help=f"least distance of two members [m], {plain.spacing:g} if none",
    )  # fmt: skip


def _add_looks(group: Any) -> None:
    group.add_argument(
        "--parts", action="append", default=[], metavar="COLLECTION[=CHANCE]",
        help="each has one of the meshes of this collection of the file, or with a chance below 1 "
        "none, as in --parts Hats=0.5; may be given several times",
    )  # fmt: skip
    group.add_argument(
        "--materials", action="append", default=[], metavar="PREFIX",
        help="each has one of the materials whose names begin so, wherever its meshes have any of "
        "them; may be given several times",
    )
    group.add_argument(
        "--shape-key", action="append", default=[], metavar="NAME=LOW,HIGH",
        help="each has a value of its own of the shape keys of this name, and a mesh of its own; "
        "may be given several times",
    )


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
    group.add_argument(
        "--together", type=whole, nargs=2, metavar=("LOW", "HIGH"), default=manner.together,
        help="how many walk side by side, {} {} if none".format(*manner.together),
    )
    group.add_argument(
        "--stay", type=number, nargs=2, metavar=("LOW", "HIGH"), default=manner.stay,
        help="how long they sit, or are served [s], {:g} {:g} if none".format(*manner.stay),
    )
    group.add_argument(
        "--start-seated", action="store_true",
        help="those who do not come out of a source sit from the beginning",
    )
    group.add_argument("--goals", metavar="CURVE", help="walk along this curve object of the file")


def crowd_of(arguments: Namespace) -> Crowd:
    """The crowd, as far as it can be known before Blender is loaded."""
    check_number("the frame rate", arguments.frame_rate or 1.0, "1/s", 1.0, 1000.0)
    return Crowd(
        count=arguments.count,
        behaviour=arguments.behaviour,
        shares=shares_of(arguments),
        manner=Manner(
            speed=tuple(arguments.speed),
            step_period=arguments.step_period and tuple(arguments.step_period),
            step_height=arguments.step_height and tuple(arguments.step_height),
            styles=tuple(name for name in arguments.style if name not in list_dances()),
            dances=tuple(name for name in arguments.style if name in list_dances()),
            bpm=arguments.bpm,
            together=(min(arguments.together), max(arguments.together)),
            stay=tuple(arguments.stay),
            start_seated=arguments.start_seated,
        ),
        seed=arguments.seed,
        surface=Rectangle(tuple(arguments.area)),
        spacing=arguments.spacing,
        variation=arguments.variation,
        ranges=dict(map(_range, arguments.vary)),
        recover=arguments.recover,
        duration=arguments.duration,
    )


def sources_of(arguments: Namespace) -> dict[str, float]:
    """The rates [1/s] of the sources, by the names of their objects. Raises InvalidInput."""
    example = "--source door=0.5"
    rates = dict(_number_of(text, "A source", example) for text in arguments.source)
    for rate in rates.values():
        check_number("a source's rate", rate, "1/s", 0.0, FASTEST, above=True)
    return rates


def chances_of(arguments: Namespace) -> dict[str, float]:
    """The chance of having a part, by the collection's name. Raises InvalidInput."""
    texts = [text if "=" in text else f"{text}=1" for text in arguments.parts]
    return dict(_number_of(text, "Parts", "--parts Hats=0.5") for text in texts)


def shares_of(arguments: Namespace) -> dict[str, float]:
    """The shares of other behaviours, by name. Raises InvalidInput."""
    example = "--share sit=0.2"
    return dict(_number_of(text, "A share", example) for text in arguments.share)


def keys_of(arguments: Namespace) -> dict[str, tuple[float, float]]:
    """Lowest and highest values of shape keys, by name. Raises InvalidInput."""
    example = "--shape-key Belly=0,1"
    return dict(_pair_of(text, "A shape key", example) for text in arguments.shape_key)


def _range(text: str) -> tuple[str, tuple[float, float]]:
    return _pair_of(text, "A range", "--vary lower_leg=0.8,1.4")


def _number_of(text: str, what: str, example: str) -> tuple[str, float]:
    name, _, value = text.rpartition("=")
    try:
        return name, float(value)
    except ValueError:
        raise InvalidInput(f"{what} must be written as in {example}, got {text!r}.") from None


def _pair_of(text: str, what: str, example: str) -> tuple[str, tuple[float, float]]:
    name, _, numbers = text.rpartition("=")
    try:
        low, high = map(float, numbers.split(","))
    except ValueError:
        raise InvalidInput(f"{what} must be written as in {example}, got {text!r}.") from None
    return name, (low, high)
