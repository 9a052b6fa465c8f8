"""Compiled code is kept on disk, shared by several processes without conflict."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from footfall import Character
from footfall.simulation.body import Body, make_body
from footfall.simulation.records import views_of

SCRIPT = """
import sys

import numpy as np

from footfall import Character
from footfall.simulation.body import make_body, make_motion, to_actuators
from footfall.simulation.compiled import compiled


@compiled
def first_of(bodies, motions, torques):
    return to_actuators(bodies[0], motions[0], torques)


@compiled
def again_of(bodies, motions, torques):
    return first_of(bodies, motions, torques)


LAWS = {"first": first_of, "again": again_of}
BODIES = {"human": Character.humanoid, "dog": Character.quadruped}
for law, name in zip(sys.argv[1::2], sys.argv[2::2]):
    body, record = make_body(BODIES[name]())
    motion, motion_record = make_motion(len(body.mass))
    motion.rotation[:] = np.eye(3)
    torques = np.arange(3.0 * len(body.mass)).reshape(-1, 3)
    print(LAWS[law](record, motion_record, torques).tolist())
"""


def test_what_processes_compiled_for_different_bodies_is_not_mixed_up(tmp_path: Path) -> None:
    script = tmp_path / "laws.py"
    script.write_text(SCRIPT)
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "compiled")}

    def told(*calls: str) -> list[str]:
        """The results of laws for bodies, in a separate process."""
        run = subprocess.run(
            [sys.executable, str(script), *calls],
            env=environment, capture_output=True, text=True, check=True,
        )  # fmt: skip
        return run.stdout.splitlines()

    human, dog = told("first", "human"), told("first", "dog")
    assert human != dog
    assert told("again", "human") == human
    assert told("first", "dog", "again", "human") == dog + human


COUNT = """
import shutil, sys
from importlib.util import module_from_spec, spec_from_file_location

root = sys.argv[1]
spec = spec_from_file_location("footfall", root + "/__init__.py", submodule_search_locations=[root])
sys.modules["footfall"] = package = module_from_spec(spec)
spec.loader.exec_module(package)
import numpy as np
from footfall.simulation.compiled import watch_compiling
from footfall.simulation.rotation import matrix_of

begun = []
watch_compiling(lambda name, shared: begun.append(name), lambda: None)
matrix_of(np.array([1.0, 0.0, 0.0, 0.0]))
print(begun.count("simulation.rotation.matrix_of"))
"""


def start_counting(root: Path, cache: Path) -> subprocess.Popen[str]:
    """A process that prints how often it compiled a law of the package at this root."""
    return subprocess.Popen(
        [sys.executable, "-c", COUNT, str(root)],
        env=os.environ | {"NUMBA_CACHE_DIR": str(cache)}, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


def test_a_law_is_compiled_by_one_of_several_processes(root: Path, tmp_path: Path) -> None:
    processes = [start_counting(root, tmp_path / "compiled") for _ in range(3)]
    assert sorted(process.communicate()[0].strip() for process in processes) == ["0", "0", "1"]


def test_an_extension_that_is_installed_anew_compiles_nothing(root: Path, tmp_path: Path) -> None:
    counts = []
    for name in ("first", "second"):  # each version of Blender has a folder of its own
        copy = tmp_path / name
        for source in root.glob("**/*.py"):
            inner = source.relative_to(root)
            if inner.parts[0] not in ("tests", ".venv", "build", "tools"):
                (copy / inner).parent.mkdir(parents=True, exist_ok=True)
                (copy / inner).write_bytes(source.read_bytes())
        counts.append(start_counting(copy, tmp_path / "compiled").communicate()[0].strip())
    assert counts == ["1", "0"]


def test_bodies_of_any_number_of_segments_share_their_compiled_code() -> None:
    (human, human_record), (dog, dog_record) = (
        make_body(body) for body in (Character.humanoid(), Character.quadruped())
    )
    assert len(human.mass) != len(dog.mass)
    assert human_record.dtype is dog_record.dtype
    found = views_of(Body, dog_record)
    assert all(np.array_equal(one, other) for one, other in zip(found, dog, strict=True))
