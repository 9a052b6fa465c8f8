"""The parser of the command line, with the skills' parameters from the catalogue."""

from __future__ import annotations

import argparse

from ..catalogue import SKILLS
from . import (
    bake,
    bench,
    bone_map,
    compiler,
    crowd,
    doctor,
    hang,
    learn_rise,
    learn_run,
    learn_walk,
    learner,
    simulate,
    skills,
    style,
    worker,
)
from .bake_hanging import add_hanging_options
from .bake_rig import DURATION, START_FRAME
from .crowd_options import add_crowd_options
from .figures.entries import benchmark_names, groups
from .jobs import add_jobs
from .option_parser import Parser
from .output_options import add_output_options
from .parameters import (
    AS_CUES,
    PUSH_EXAMPLE,
    add_parameters,
    number,
    seconds_or_cues,
    whole,
)
from .scene_objects import add_objects

RIG_HELP = (
    "a .blend, .fbx, .glb, .vrm or .bvh file, 'rigify' for a generated Rigify human, or "
    "'rigify:horse', cat, wolf or basic_quadruped for one on four legs"
)


def make_parser() -> Parser:
    parser = Parser(
        prog="footfall",
        description="Physics-driven character animation, baked to keyframes.",
        epilog="Exit status: 0 done, 1 a run that failed, 2 bad input.",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_bake(commands.add_parser("bake", help="simulate a skill on a rig and write its keyframes"))
    _add_simulate(commands.add_parser("simulate", help="simulate shots from files"))
    _add_crowd(commands.add_parser("crowd", help="simulate many members that all differ"))
    _add_map(commands.add_parser("map", help="show which bone plays which role"))
    _add_style(commands.add_parser("style", help="make a walking style of a rig's animation"))
    hanging = commands.add_parser("hang", help="let hair, tails and cloth follow an animation")
    hang.add_options(hanging, RIG_HELP)
    learning = commands.add_parser("learn-walk", help="learn a planar walk from keyframes")
    learn_walk.add_options(learning)
    running = commands.add_parser("learn-run", help="make a reference motion of a clip of running")
    learn_run.add_options(running, RIG_HELP)
    rising = commands.add_parser("learn-rise", help="learn a faster way to get up in a plane")
    learn_rise.add_options(rising)
    listing = commands.add_parser("skills", help="list the skills with their parameters")
    listing.set_defaults(run=skills.run)
    doctor.add_options(commands.add_parser(doctor.NAME, help=doctor.HELP))
    _add_bench(commands.add_parser("bench", help="measure the figures of docs/results.md"))
    # Without help: only Footfall itself starts these.
    _add_worker(commands.add_parser("worker"))
    _add_learner(commands.add_parser("learner"))
    _add_improver(commands.add_parser("improver"))
    _add_compiler(commands.add_parser("compiler"))
    return parser


def _add_bake(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Simulate a skill on rigs and write the result to their keyframes. "
        "A speed that is not given suits the size of the rig."
    )
    parser.epilog = (
        "The rig's file is not changed. A fall of the character is reported and baked as well. "
        "Parameters that a skill does not have are refused: see footfall skills. "
        "Of many rigs one that fails does not stop the others; the exit status is then 1."
    )
    add_jobs(parser, RIG_HELP)
    parser.add_argument("--skill", help=f"one of {', '.join(SKILLS)}; walk if none")
    add_parameters(parser.add_argument_group("parameters of the skill"))
    shot = parser.add_argument_group("the shot")
    duration = (
        f"[s], or {AS_CUES!r}: until a second after the skill is done; if none the routine's, that "
        f"of the skill where it has an end, else {DURATION:g}"
    )
    shot.add_argument("--duration", type=seconds_or_cues, metavar="S", help=duration)
    rate_help = "[1/s], that of the scene or the clip if none"
    shot.add_argument("--frame-rate", type=number, metavar="N", help=rate_help)
    start_help = f"{START_FRAME} if none, or the frame of the clip with which it begins"
    shot.add_argument("--start-frame", type=whole, metavar="N", help=start_help)
    shot.add_argument("--seed", type=whole, default=0, metavar="N", help="0 if none")
    push_help = f"a push, as in {PUSH_EXAMPLE}; may be given several times"
    shot.add_argument("--push", action="append", default=[], metavar="PUSH", help=push_help)
    add_objects(parser, shot)
    recover = "get up by itself wherever it falls, and go on with what it did"
    shot.add_argument("--recover", action="store_true", help=recover)
    plans = "where the plans that it found are kept, so that it need not search for them again"
    shot.add_argument("--plans", metavar="FILE.json", help=plans)
    shot.add_argument("--mass", type=number, metavar="KG", help="from the rig's size if none")
    add_hanging_options(shot)
    workers = "processes that search side by side, 2 if none; the result is the same for any number"
    shot.add_argument("--workers", type=whole, default=2, metavar="N", help=workers)
    add_output_options(parser.add_argument_group("the keys"))
    parser.add_argument("--armature", metavar="NAME", help="which one, where there are several")
    _add_picks(parser)
    parser.add_argument("--preview", metavar="FILE.mp4", help="also render a movie")
    parser.add_argument("--sheet", metavar="FILE.png", help="also render a sheet of 12 frames")
    parser.add_argument("--take", metavar="FILE.npz", help="also save the take")
    parser.set_defaults(run=bake.run)


def _add_picks(parser: argparse.ArgumentParser) -> None:
    pick_help = f"the bone of a role, as in {bone_map.PICK_EXAMPLE}; may be given several times"
    parser.add_argument("--pick", action="append", default=[], metavar="ROLE=BONE", help=pick_help)


def _add_simulate(parser: argparse.ArgumentParser) -> None:
    simulate.add_options(parser)
    parser.set_defaults(run=simulate.run)


def _add_crowd(parser: argparse.ArgumentParser) -> None:
    add_crowd_options(parser, RIG_HELP)
    parser.set_defaults(run=crowd.run)


def _add_map(parser: argparse.ArgumentParser) -> None:
    parser.description = "Show which bone plays which role, and what could not be placed."
    parser.add_argument("rig", metavar="RIG", help=RIG_HELP)
    parser.add_argument("--armature", metavar="NAME", help="which one, where there are several")
    _add_picks(parser)
    parser.add_argument("--json", metavar="FILE", help="write the map to a file as well")
    parser.set_defaults(run=bone_map.run)


def _add_style(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Find the cycle in a rig's animation, posed or captured, and save how it looks as a style "
        "for walk's --style."
    )
    parser.add_argument("rig", metavar="RIG", help=RIG_HELP)
    parser.add_argument("--name", metavar="NAME", required=True, help="what to call the style")
    parser.add_argument("--armature", metavar="NAME", help="which one, where there are several")
    parser.add_argument("--action", metavar="NAME", help="which Action, where there are several")
    out_help = "write the style to this file instead of keeping it among your own"
    parser.add_argument("--out", metavar="FILE.json", help=out_help)
    parser.set_defaults(run=style.run)


def _add_bench(parser: argparse.ArgumentParser) -> None:
    known = ", ".join([*groups(), *benchmark_names()])
    parser.description = (
        "Measure the figures of a benchmark: paper, peer, ours. In a checkout they are kept in "
        "benchmarks/ledger, with a digest of the sources that they depend on."
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("name", metavar="NAME", nargs="?", help=f"one of {known}")
    for_all = "measure all whose sources have changed since, the shortest first"
    what.add_argument("--all", action="store_true", help=for_all)
    listed = "list those, with their last date and how long that run took"
    what.add_argument("--stale", action="store_true", help=listed)
    what.add_argument("--results", action="store_true", help="write docs/results.md")
    parser.add_argument("--json", metavar="FILE", help="write the figures to a file as well")
    parser.set_defaults(run=bench.run)


def _add_worker(parser: argparse.ArgumentParser) -> None:
    parser.description = "Simulate a shot for another process: see worker.py."
    parser.add_argument("shot", metavar="SHOT.json")
    parser.add_argument("--out", metavar="TAKE.npz", required=True)
    parser.add_argument("--wait", action="store_true", help="begin at a line on standard input")
    parser.add_argument("--workers", type=whole, default=1, help="processes that a search may use")
    parser.set_defaults(run=worker.run)


def _add_learner(parser: argparse.ArgumentParser) -> None:
    parser.description = "Learn a planar walk for another process: see learner.py."
    parser.add_argument("style")
    parser.add_argument("out")
    parser.set_defaults(run=learner.run)


def _add_improver(parser: argparse.ArgumentParser) -> None:
    parser.description = "Improve a run for another process: see learner.py."
    parser.add_argument("task")
    parser.add_argument("out")
    parser.set_defaults(run=learner.improve)


def _add_compiler(parser: argparse.ArgumentParser) -> None:
    parser.description = "Compile control laws ahead for another process: see compile_ahead.py."
    laws = "kind of body and law; without any, only what simulates hanging parts is compiled"
    parser.add_argument("laws", metavar="LAW", nargs="*", help=laws)
    parser.set_defaults(run=compiler.run)
