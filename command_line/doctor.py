"""`footfall doctor`: one line on each part of the installation.

It has a parser of its own, because the usual one loads libraries that may be missing.
"""

from __future__ import annotations

import argparse
import sys
from argparse import Namespace
from functools import partial

from ..jobs.doctor import Doctor, system
from ..jobs.messages import own_channel, send, stop_when_abandoned
from .option_parser import Parser

NAME, HELP = "doctor", "check the installation, one line for each part"
MOST_NOTED = 60  # characters of what the worker is doing


def make_doctor_parser() -> Parser:
    parser = Parser(prog=f"footfall {NAME}")
    add_options(parser)
    return parser


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Check the installation: Python, the libraries, the engine, the folder of compiled code, "
        "a worker, and a walk of one second. The lines can go into a bug report."
    )
    parser.epilog = "Exit status: 0 all is well, 1 something failed."
    # For Blender's preferences, which show the lines as they come.
    parser.add_argument("--messages", action="store_true", help=argparse.SUPPRESS)
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    examine = _examine_in_messages if arguments.messages else _examine
    return 0 if examine() else 1


def _examine() -> bool:
    """Print the findings; returns whether all is well."""
    print(system())
    show = _rewrite if sys.stdout.isatty() else _begin
    findings = []
    with Doctor(lambda note: show(part, note)) as doctor:
        for part in doctor.parts:
            show(part)
            findings.append(doctor.look(part))
            if show is _rewrite:
                show(str(findings[-1]))
                print()
            else:
                print(str(findings[-1]).removeprefix(part), flush=True)
    return all(finding.is_well for finding in findings)


def _rewrite(part: str, note: str = "") -> None:
    """Rewrite the terminal's line with a part, and with what its look waits for."""
    print(f"\r{part:8}  {note:{MOST_NOTED}}", end="", flush=True)


def _begin(part: str, note: str = "") -> None:
    """Print a part, so that it is the last word of a process that dies of it."""
    if not note:
        print(part, end="", flush=True)


def _examine_in_messages() -> bool:
    tell = partial(send, own_channel())
    stop_when_abandoned()
    tell(line=system())
    findings = []
    with Doctor(lambda note: tell(note=f"{part}: {note}")) as doctor:
        for number, part in enumerate(doctor.parts):
            tell(note=part, progress=number / len(doctor.parts))
            findings.append(doctor.look(part))
            tell(line=str(findings[-1]))
    tell(done="")
    return all(finding.is_well for finding in findings)
