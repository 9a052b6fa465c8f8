"""The imports point one way: read with ast, so that even an import inside a function is seen."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "footfall"

# The layers and the layers right below them. A layer may import itself, these, and all below them.
# A name is a folder or a file of the package; rigs.blender is a layer apart from the rest of rigs.
BELOW = {
    # Blender's face and the shell's face
    "__init__": {"panels", "rollout", "batch"},
    "panels": {"operators", "translations"},
    "operators": {
        "rigs.blender", "worker_process", "learner_process", "compile_process", "compile_ledger",
        "batch", "found_plans", "routine", "spoken", "shortfalls",
    },
    "batch": {"crew", "cluster", "take_cache"},
    "crew": {"worker_process"},
    "crowd": {"shot", "take", "rigs", "catalogue"},
    "cluster": {"rollout", "take_cache", "dask_client"},
    "take_cache": {"shot", "take"},
    "worker_process": {"background_process", "frame_stream", "helm"},
    "learner_process": {"background_process", "catalogue", "files"},
    "compile_process": {"background_process", "compile_samples"},
    "background_process": {"worker_environment"},
    "worker_environment": {"errors"},
    "__main__": {"command_line"},
    "command_line": {
        "benchmarks", "batch", "crowd", "rollout", "rigs.blender", "worker", "quiet",
        "found_plans", "routine", "learning", "learner", "running", "compile_ahead", "shortfalls",
    },
    "compile_ahead": {"worker"},
    "worker": {"rollout", "helm", "run_progress", "spoken"},
    "run_progress": {"compile_forecast", "schedule", "spoken"},
    "compile_forecast": {"compile_ledger", "compile_samples", "simulation", "files"},
    "compile_ledger": set(),
    "compile_samples": {"shot"},
    "learner": {"worker", "learning"},
    "learning": {"rollout", "search"},
    "benchmarks": {
        "rollout", "batch", "crowd", "operators", "quiet", "learning", "running", "run_progress",
    },
    # the edge
    "rigs.blender": {"shot", "take", "take_cache", "rigs", "crowd", "catalogue", "capture"},
    "running": {"capture", "take"},
    "capture": {"rigs", "catalogue"},
    # the run
    "rollout": {
        "compile_forecast", "player", "planar_player", "quadruped_player", "pushing", "run_length",
    },
    "pushing": {"recording"},
    "run_length": {"schedule", "timeline"},
    "schedule": {"shot", "take"},
    "start_state": {"simulation", "performer", "ground"},
    "planar_player": {"recording", "timeline", "skills"},
    "player": {"audience", "recording", "rehearsal", "timeline"},
    "quadruped_player": {"audience", "recording", "rehearsal", "start_state", "timeline"},
    "rehearsal": {"skills"},
    "recording": {"simulation", "frame_stream"},
    "timeline": {"cue", "catalogue", "take"},
    "skills": {"controllers", "running", "search", "shot", "take", "catalogue"},
    "controllers": {"simulation"},
    "simulation": {"rigs", "taking_turns", "quiet"},
    # plain data
    "translations": {"files"},
    "frame_stream": {"shot", "take"},
    "found_plans": {"shot", "take"},
    "routine": {"cue", "catalogue"},
    "shortfalls": {"take", "catalogue", "checks"},
    "shot": {"task_checks"},
    "task_checks": {"performer", "ground", "hand_reach", "named_props"},
    "named_props": {"cue"},
    "hand_reach": {"grasp"},
    "grasp": {"prop", "rigs"},
    "prop": {"checks"},
    "performer": {"footstep_reach", "plane_checks"},
    "plane_checks": {"rigs", "cue"},
    "footstep_reach": {"rigs", "cue"},
    "ground": {"checks"},
    "helm": {"cue"},
    "cue": {"catalogue", "checks", "footsteps"},
    "footsteps": {"checks"},
    "catalogue": {"checks", "files"},
    "checks": {"errors"},
    "take": {"errors", "files"},
    "rigs": {"errors", "files"},
    # alone
    "audience": {"errors", "spoken"},
    "quiet": set(),
    "spoken": set(),
    "taking_turns": set(),
    "search": {"dask_client"},
    "dask_client": {"errors"},
    "files": {"errors"},
    "errors": set(),
}

# Who may import what is not ours; every file not named here may not.
FOREIGN = {
    "bpy": {"operators", "panels", "rigs.blender", "benchmarks"},
    "mathutils": {"operators", "panels", "rigs.blender", "benchmarks"},
    "bpy_extras": {"operators", "panels", "rigs.blender"},
    "addon_utils": {"operators", "panels", "rigs.blender", "benchmarks"},
}
NUMBA_HOME = "simulation/compiled.py"


class Import(NamedTuple):
    file: str
    line: int
    module: str  # in full: footfall.rigs.character, numpy
    relative: bool

    def __str__(self) -> str:
        return f"{self.file}:{self.line} imports {self.module}"


def source_files() -> list[Path]:
    """All of the package, and nothing of tests, tools and docs, which are not part of it."""
    folders = {p.parent for p in ROOT.glob("*/__init__.py") if not p.parent.name.startswith(".")}
    inner = [path for folder in folders for path in folder.rglob("*.py")]
    return sorted([*ROOT.glob("*.py"), *inner])


def module_of(path: Path) -> list[str]:
    parts = [PACKAGE, *path.relative_to(ROOT).with_suffix("").parts]
    return parts[:-1] if parts[-1] == "__init__" else parts


def layer_of(module: str) -> str:
    """The key of BELOW that a module in full belongs to."""
    parts = module.split(".")[1:]
    if not parts:
        return "__init__"
    return "rigs.blender" if parts[:2] == ["rigs", "blender"] else parts[0]


def imports_of(path: Path) -> Iterator[Import]:
    file = str(path.relative_to(ROOT))
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield Import(file, node.lineno, name.name, relative=False)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield Import(file, node.lineno, node.module or "", relative=False)
        elif isinstance(node, ast.ImportFrom):
            yield from relative_imports(path, node)


def relative_imports(path: Path, node: ast.ImportFrom) -> Iterator[Import]:
    """`from ..rigs import character` names rigs.character; `from .shot import Cue` names shot."""
    file = str(path.relative_to(ROOT))
    # Dots count from the folder that the file is in.
    folder = [PACKAGE, *path.relative_to(ROOT).parent.parts]
    base = folder[: len(folder) - node.level + 1]
    if node.module:
        base = [*base, *node.module.split(".")]
    for name in node.names:
        parts = [*base, name.name]
        is_module = (ROOT.joinpath(*parts[1:])).with_suffix(".py").is_file()
        is_folder = ROOT.joinpath(*parts[1:]).is_dir()
        yield Import(file, node.lineno, ".".join(parts if is_module or is_folder else base), True)


def reachable(layer: str) -> set[str]:
    found: set[str] = set()
    waiting = [layer]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(BELOW[name])
    return found


ALL_IMPORTS = [found for path in source_files() for found in imports_of(path)]
OURS = [found for found in ALL_IMPORTS if found.relative]
FOREIGN_IMPORTS = [found for found in ALL_IMPORTS if not found.relative]


def layer_of_file(file: str) -> str:
    return layer_of(".".join(module_of(ROOT / file)))


def test_every_file_of_the_package_has_a_layer() -> None:
    unknown = {layer_of_file(str(p.relative_to(ROOT))) for p in source_files()} - set(BELOW)
    assert not unknown, f"say in BELOW what {sorted(unknown)} may import"


@pytest.mark.parametrize("layer", BELOW)
def test_imports_point_down(layer: str) -> None:
    allowed = reachable(layer)
    wrong = [
        str(found)
        for found in OURS
        if layer_of_file(found.file) == layer and layer_of(found.module) not in allowed
    ]
    assert not wrong, f"{layer} may import only {sorted(allowed)}: {wrong}"


def test_no_arrow_of_the_table_leads_back() -> None:
    for layer, below in BELOW.items():
        assert all(layer not in reachable(name) for name in below), layer


@pytest.mark.parametrize("foreign", FOREIGN)
def test_blender_is_met_only_at_the_edge(foreign: str) -> None:
    wrong = [
        str(found)
        for found in FOREIGN_IMPORTS
        if found.module.split(".")[0] == foreign
        and layer_of_file(found.file) not in FOREIGN[foreign]
    ]
    assert not wrong, f"{foreign} belongs to {sorted(FOREIGN[foreign])}: {wrong}"


def test_pybullet_is_met_in_exactly_one_file_of_the_simulation() -> None:
    files = {f.file for f in FOREIGN_IMPORTS if f.module.split(".")[0] == "pybullet"}
    assert len(files) <= 1, files
    assert all(file.startswith("simulation/") for file in files), files


def test_numba_is_met_only_where_the_compiled_decorator_is_made() -> None:
    files = {f.file for f in FOREIGN_IMPORTS if f.module.split(".")[0] == "numba"}
    assert files <= {NUMBA_HOME}, files


def test_the_package_never_spells_its_own_name() -> None:
    # Blender installs it as bl_ext.user_default.footfall, where an absolute import fails.
    wrong = [str(f) for f in FOREIGN_IMPORTS if f.module.split(".")[0] == PACKAGE]
    assert not wrong


def test_every_folder_of_the_package_is_installed() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    found = {".".join(module_of(p)) for p in source_files() if p.name == "__init__.py"}
    assert set(listed) == found
