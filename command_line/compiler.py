"""`footfall compiler`: what Blender's panel starts to compile ahead."""

from __future__ import annotations

from argparse import Namespace

from ..jobs.compile_ahead import run_compiler


def run(arguments: Namespace) -> int:
    return run_compiler(arguments.laws)
