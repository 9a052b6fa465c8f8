"""`footfall compiler`: compiles control laws in advance; started by Blender's panel."""

from __future__ import annotations

from argparse import Namespace

from ..jobs.compile_ahead import run_compiler


def run(arguments: Namespace) -> int:
    return run_compiler(arguments.laws)
