"""Build slim PyBullet wheels for Linux, Windows and macOS, on Linux and with one compiler.

    python tools/cross_wheels.py                                    # all ten, in dist/wheels
    python tools/cross_wheels.py --platform win_amd64 --python cp313

PyBullet publishes wheels for Linux and Python up to 3.11 only. This compiles its source
distribution without windows, OpenGL and network, once for each system: the objects use Python's
stable interface, so that each Python's module is only linked anew. Two builds give the same bytes.
See docs/building.md.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from cross.linking import link, pack
from cross.objects import Build, CompilerFailed, compile_all, start_build
from cross.targets import PYTHONS, TARGETS, Target

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    parser = argparse.ArgumentParser(description="Build slim PyBullet wheels for every system.")
    parser.add_argument("--platform", nargs="+", choices=TARGETS, default=list(TARGETS))
    parser.add_argument("--python", nargs="+", default=list(PYTHONS), metavar="cpXY")
    parser.add_argument("--output", type=Path, default=ROOT / "dist" / "wheels")
    parser.add_argument(
        "--build", type=Path, default=ROOT / "build" / "cross_wheels",
        help="folder of sources, objects and the compiler's cache, kept for the next time",
    )  # fmt: skip
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="compilers at a time")
    arguments = parser.parse_args()
    build = start_build(arguments.build, arguments.jobs)
    try:
        for platform in arguments.platform:
            make_wheels(build, TARGETS[platform], arguments.python, arguments.output)
    except CompilerFailed as failed:
        sys.exit(str(failed))


def make_wheels(build: Build, target: Target, pythons: list[str], output: Path) -> None:
    began = time.monotonic()
    objects = compile_all(build, target)
    took = time.monotonic() - began
    print(f"{target.platform}: {len(objects)} objects, {took:.0f} s", flush=True)
    for python in pythons:
        began = time.monotonic()
        wheel = pack(build, target, link(build, target, objects, python), python, output)
        size, took = wheel.stat().st_size / 1e6, time.monotonic() - began
        print(f"{wheel} ({size:.2f} MB), {took:.0f} s", flush=True)


if __name__ == "__main__":
    main()
