"""A Blender that runs one piece of Python after another, each in a new file with Footfall enabled.

Each line of the standard input is a piece with its folder and environment (blender_process.py), as
JSON; each line of the standard output is what a piece said.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import traceback
from pathlib import Path

import bpy

import footfall

PRELUDE = compile((Path(__file__).parent / "prelude.py").read_text("utf-8"), "prelude", "exec")
PRESS = "FOOTFALL_OT_press"  # an operator that some pieces register


def main() -> None:
    orders = os.fdopen(os.dup(0), "r", encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what Blender prints is no answer
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for line in orders:
        order = json.loads(line)
        print(json.dumps(run(**order), default=str), file=answers, flush=True)
    shutil.rmtree(bpy.app.tempdir, ignore_errors=True)


def run(source: str, folder: str, environment: dict[str, str]) -> dict[str, object]:
    """What a piece said; its error is in "trouble", Blender's standard error in "stderr"."""
    os.environ.clear()
    os.environ.update(environment)
    tempfile.tempdir = None  # read TMPDIR again
    os.chdir(folder)
    said: dict[str, object] = {}
    with open("stderr", "w+b") as errors:
        os.dup2(errors.fileno(), 2)
        try:
            execute(source, said)
        except BaseException:
            said["trouble"] = traceback.format_exc()
        sys.stderr.flush()
        errors.seek(0)
        return {**said, "stderr": errors.read().decode(errors="replace")}


def execute(source: str, said: dict[str, object]) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    empty(os.environ["BLENDER_USER_RESOURCES"])
    footfall.register()
    bpy.ops.wm.read_homefile(use_empty=True)
    names = {"__name__": "__main__", "said": said}
    exec(PRELUDE, names)
    exec(compile(source, "the test's Python", "exec"), names)
    footfall.unregister()
    if hasattr(bpy.types, PRESS):
        bpy.utils.unregister_class(getattr(bpy.types, PRESS))


def empty(folder: str) -> None:
    """Remove what earlier pieces saved in the user's folder."""
    for path in Path(folder).iterdir():
        shutil.rmtree(path)


if __name__ == "__main__":
    try:
        main()
    finally:
        os._exit(0)  # Blender's own exit may crash or hang after all is done
