"""Rigs for the tests: drawn from a character in any rest pose, generated, or of other projects."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

HERE = Path(__file__).parent
status = 0


def load_helper(name: str) -> ModuleType:
    """A module beside the tests, which are no package."""
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, HERE / f"{name}.py")
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


for helper in ("synthetic", "drawn", "baking", "walked", "hanging_drawing", "hanging_rigs",
               "light_crowds", "looking"):  # fmt: skip
    load_helper(helper)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    global status
    status = int(exitstatus)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    # Blender as a module may crash or hang while the interpreter ends, after all tests have passed.
    if "bpy" in sys.modules:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


@pytest.fixture
def blender() -> Iterator[ModuleType]:
    """bpy with an empty scene at 60 frames a second."""
    bpy = pytest.importorskip("bpy")
    bpy.ops.wm.read_homefile(use_empty=True)
    bpy.context.scene.render.fps = 60
    bpy.context.scene.render.fps_base = 1.0
    yield bpy


@pytest.fixture
def mannequin(blender: ModuleType) -> Any:
    """The armature of the ready adult, with its skin."""
    from footfall.rigs.blender.mannequin import add_mannequin
    from footfall.rigs.mannequin.build import build_mannequin

    layer = blender.context.scene.collection
    return add_mannequin(build_mannequin("adult"), "Human", layer, 1.0)[0]


@pytest.fixture(scope="session")
def rigify_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A generated Rigify human, made once."""
    bpy = pytest.importorskip("bpy")
    from footfall.rigs.blender.rigify import make_rigify_human

    bpy.ops.wm.read_homefile(use_empty=True)
    with contextlib.redirect_stdout(io.StringIO()):
        make_rigify_human()
    path = tmp_path_factory.mktemp("rigify") / "human.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(path))
    return path


@pytest.fixture
def rigify_human(blender: ModuleType, rigify_file: Path):
    blender.ops.wm.open_mainfile(filepath=str(rigify_file))
    blender.context.scene.render.fps = 60
    return blender.data.objects["rig"]


def append_objects(bpy: ModuleType, path: str) -> None:
    try:
        with bpy.data.libraries.load(path) as (there, here):
            here.objects = there.objects
    except OSError:
        if bpy.app.version < (4, 5):
            pytest.skip(f"{path} has the header of Blender 5, which this one cannot read")
        raise
    for thing in here.objects:
        bpy.context.collection.objects.link(thing)


@pytest.fixture
def shared_rig(blender: ModuleType, shared_data: Path) -> Callable[[str], object]:
    """The armature in a file of another project."""

    def load(name: str) -> object:
        path = str(shared_data / name)
        with contextlib.redirect_stdout(io.StringIO()):
            if name.endswith(".blend"):
                append_objects(blender, path)
            elif name.endswith(".fbx"):
                blender.ops.import_scene.fbx(filepath=path)
            elif name.endswith(".glb"):
                blender.ops.import_scene.gltf(filepath=path)
            else:
                blender.ops.import_anim.bvh(filepath=path)
        blender.context.scene.render.fps = 60
        blender.context.view_layer.update()
        return next(o for o in blender.data.objects if o.type == "ARMATURE")

    return load
