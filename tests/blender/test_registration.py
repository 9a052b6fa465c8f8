"""Switching the add-on on and off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from blender_process import BlenderProcess

Run = Callable[[str], dict[str, Any]]


def test_switching_off_leaves_nothing_behind(in_blender: Run) -> None:
    said = in_blender("""
footfall.unregister()
said["classes"] = [name for name in dir(bpy.types) if name.startswith("FOOTFALL_")]
said["properties"] = [kind.__name__ for kind in (bpy.types.Scene, bpy.types.Object,
    bpy.types.WindowManager) if hasattr(kind, "footfall")]
footfall.register()
""")
    assert not said["classes"]
    assert not said["properties"]


@pytest.fixture
def just_started(blender_process: BlenderProcess) -> None:
    """The next piece of Python is the first one of its Blender."""
    blender_process.close()


@pytest.mark.usefixtures("just_started")
def test_switching_on_loads_neither_pybullet_nor_numba(in_blender: Run) -> None:
    said = in_blender(
        "said['heavy'] = [n for n in ('pybullet', 'numba', 'scipy') if n in sys.modules]"
    )
    assert not said["heavy"]
