"""The rigs of a bake, and the files to which they are written."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import NamedTuple

from ..base.errors import InvalidInput
from .outputs import check_writable

FORMATS = ("blend", "fbx", "glb")
ENDINGS = tuple(f".{name}" for name in FORMATS)
# Options whose output is one file beside the baked one, which only one rig can have.
BESIDE = ("preview", "sheet", "take", "plans")


class Job(NamedTuple):
    """A rig as typed, and the file to write."""

    rig: str
    out: str


def add_jobs(parser: ArgumentParser, rig_help: str) -> None:
    parser.add_argument("rigs", metavar="RIG", nargs="+", help=rig_help)
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument(
        "--out", metavar="FILE", help=f"the baked rig, which ends in {', '.join(ENDINGS)}"
    )
    where.add_argument("--out-dir", metavar="FOLDER", help="for many: each under its rig's name")
    parser.add_argument(
        "--format", choices=FORMATS, default=FORMATS[0], help="in the folder, blend if none"
    )
    parser.add_argument("--json", metavar="FILE", help="also write what became of each rig")


def list_jobs(arguments: Namespace) -> list[Job]:
    """The jobs; raises InvalidInput where two would write one file, or one its own rig."""
    if arguments.out_dir is None:
        _check_is_one(arguments, "out")
        jobs = [Job(arguments.rigs[0], arguments.out)]
    else:
        folder = Path(arguments.out_dir)
        if not folder.is_dir():
            raise InvalidInput(f"There is no folder {arguments.out_dir!r}: make it first.")
        stems = [Path(rig).stem.replace(":", "_") for rig in arguments.rigs]  # as in rigify:horse
        names = [f"{stem}.{arguments.format}" for stem in stems]
        jobs = [
            Job(rig, str(folder / name)) for rig, name in zip(arguments.rigs, names, strict=True)
        ]
    for option in BESIDE:
        if getattr(arguments, option) is not None:
            _check_is_one(arguments, option)
    _check_files(jobs)
    check_writable(arguments.json, "report", ".json")
    return jobs


def _check_is_one(arguments: Namespace, option: str) -> None:
    if len(arguments.rigs) > 1:
        instead = "use --out-dir FOLDER instead" if option == "out" else "leave it out"
        raise InvalidInput(f"--{option} is for one rig, got {len(arguments.rigs)}: {instead}.")


def _check_files(jobs: list[Job]) -> None:
    written: dict[Path, str] = {}
    for rig, out in jobs:
        check_writable(out, "baked rig", *ENDINGS)
        path = Path(out).resolve()
        if path == Path(rig).resolve():
            raise InvalidInput(f"{out!r} is the rig's own file: write to another.")
        if path in written:
            raise InvalidInput(
                f"The rigs {written[path]!r} and {rig!r} would both be written to {out!r}: "
                "bake them into two folders."
            )
        written[path] = rig
