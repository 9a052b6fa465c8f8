"""The imports point one way: read with ast, so that even an import inside a function is seen."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

from footfall.catalogue import CUES

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "footfall"

# The layers from the ground up, as docs/architecture.md draws them: a folder may import itself and
# the folders of lower layers. rigs.blender is a folder apart from the rest of rigs; __init__ is
# both modules at the root.
LAYERS = (
    ("base",),
    ("bodies", "catalogue", "search", "translations"),
    ("shots", "simulation", "rigs"),
    ("motion", "retarget", "crowd", "controllers", "compiling"),
    ("skills", "rigs.blender"),
    ("rollout",),
    ("jobs",),
    ("learning", "operators", "evaluation"),
    ("command_line", "benchmarks", "panels"),
    ("__init__",),
)
LAYER_OF = {folder: number for number, layer in enumerate(LAYERS) for folder in layer}

# Which folders may import what is not ours; no other folder may.
FOREIGN = {
    "bpy": {"operators", "panels", "rigs.blender", "benchmarks", "evaluation"},
    "mathutils": {"operators", "panels", "rigs.blender", "benchmarks"},
    "bpy_extras": {"operators", "panels", "rigs.blender"},
    "addon_utils": {"operators", "panels", "rigs.blender", "benchmarks"},
}
NOT_SHIPPED = {"benchmarks", "evaluation"}  # folders that the zip and the wheel leave out
NUMBA_HOMES = {"simulation/compiled.py", "simulation/bullet_calls.py"}


class Import(NamedTuple):
    file: str
    line: int
    module: str  # in full: footfall.bodies.character, numpy
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


def folder_of(module: str) -> str:
    """The folder of LAYERS that a module in full belongs to."""
    parts = module.split(".")[1:]
    if not parts or parts == ["__main__"]:
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


ALL_IMPORTS = [found for path in source_files() for found in imports_of(path)]
OURS = [found for found in ALL_IMPORTS if found.relative]
FOREIGN_IMPORTS = [found for found in ALL_IMPORTS if not found.relative]


def folder_of_file(file: str) -> str:
    return folder_of(".".join(module_of(ROOT / file)))


def test_every_file_of_the_package_has_a_layer() -> None:
    files = [str(path.relative_to(ROOT)) for path in source_files()]
    assert {folder_of_file(file) for file in files} == set(LAYER_OF)


@pytest.mark.parametrize("folder", LAYER_OF)
def test_imports_point_down(folder: str) -> None:
    wrong = [
        str(found)
        for found in OURS
        if folder_of_file(found.file) == folder
        and folder_of(found.module) != folder
        and LAYER_OF[folder_of(found.module)] >= LAYER_OF[folder]
    ]
    assert not wrong


def test_what_is_shipped_imports_nothing_that_is_not() -> None:
    wrong = [
        str(found)
        for found in OURS
        if folder_of(found.module) in NOT_SHIPPED
        and folder_of_file(found.file) not in NOT_SHIPPED
    ]
    assert not wrong


def test_tests_do_not_import_benchmarks() -> None:
    wrong = [
        str(found)
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for found in imports_of(path)
        if found.module.split(".")[:2] == [PACKAGE, "benchmarks"]
    ]
    assert not wrong


def test_no_file_imports_itself_by_way_of_others() -> None:
    files = {".".join(module_of(path)): str(path.relative_to(ROOT)) for path in source_files()}
    below = {file: {files[f.module] for f in OURS if f.file == file} for file in files.values()}
    TopologicalSorter(below).prepare()  # raises CycleError


def test_only_the_package_and_its_command_are_modules_at_the_root() -> None:
    assert {path.name for path in ROOT.glob("*.py")} == {"__init__.py", "__main__.py"}


@pytest.mark.parametrize("foreign", FOREIGN)
def test_blender_is_met_only_at_the_edge(foreign: str) -> None:
    wrong = [
        str(found)
        for found in FOREIGN_IMPORTS
        if found.module.split(".")[0] == foreign
        and folder_of_file(found.file) not in FOREIGN[foreign]
    ]
    assert not wrong, f"{foreign} belongs to {sorted(FOREIGN[foreign])}: {wrong}"


def test_pybullet_is_met_in_exactly_one_file_of_the_simulation() -> None:
    files = {f.file for f in FOREIGN_IMPORTS if f.module.split(".")[0] == "pybullet"}
    assert len(files) <= 1, files
    assert all(file.startswith("simulation/") for file in files), files


def test_numba_is_met_only_where_compiled_code_is_made_and_calls_the_engine() -> None:
    files = {f.file for f in FOREIGN_IMPORTS if f.module.split(".")[0] in ("numba", "llvmlite")}
    assert files <= NUMBA_HOMES, files


# What reaches other computers. distributed is asked to only where the artist gave its address.
NETWORK = {
    "aiohttp", "asyncio", "distributed", "ftplib", "http", "httpx", "requests", "smtplib", "socket",
    "socketserver", "ssl", "telnetlib", "urllib", "urllib3", "webbrowser", "xmlrpc",
}  # fmt: skip
CONNECTING = {
    "search/dask_client.py", "search/dask_certificates.py", "search/dask_probe.py",
    "jobs/cluster.py", "search/cluster_pool.py",
}  # fmt: skip


def test_the_network_is_met_only_where_a_farm_is_connected_to() -> None:
    wrong = [
        str(found)
        for found in FOREIGN_IMPORTS
        if found.module.split(".")[0] in NETWORK
        and found.file not in CONNECTING
        and folder_of_file(found.file) not in NOT_SHIPPED
    ]
    assert not wrong


def test_only_the_preferences_tell_blenders_buttons_of_a_farm() -> None:
    """They refuse to while Blender's Allow Online Access is off."""
    asking = {
        found.file
        for found in OURS
        if found.file.startswith("operators/") and found.module.endswith(".batch")
    }
    assert asking == {"operators/crowding.py"}
    text = (ROOT / "operators" / "crowding.py").read_text(encoding="utf-8")
    assert "scheduler=scheduler()," in text
    direct = {f"footfall.{file.removesuffix('.py').replace('/', '.')}" for file in CONNECTING}
    assert not [str(f) for f in OURS if f.file.startswith("operators/") and f.module in direct]


def test_the_package_never_spells_its_own_name() -> None:
    # Blender installs it as bl_ext.user_default.footfall, where an absolute import fails.
    wrong = [str(f) for f in FOREIGN_IMPORTS if f.module.split(".")[0] == PACKAGE]
    assert not wrong


def test_every_folder_of_the_package_is_installed() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    shipped = [p for p in source_files() if p.relative_to(ROOT).parts[0] not in NOT_SHIPPED]
    found = {".".join(module_of(p)) for p in shipped if p.name == "__init__.py"}
    assert set(listed) == found


# Words that are skills' names and something else in these files: fields of records, phases, clips.
OTHER_MEANINGS = {
    "controllers": {"balance", "fall", "pace", "push", "reach", "step"},
    "jobs/worker_process.py": {"step"},
    "learning/learn_run.py": {"reach"},
    "motion/planner.py": {"run", "stand"},
    "motion/procedural_clip.py": {"run", "skip"},
    "motion/tuning.py": {"reach"},
    "panels/crowd.py": {"goals"},
    "search/__init__.py": {"run"},
    "search/run.py": {"run"},
}
NAMES_SKILLS = {"benchmarks", "catalogue", "evaluation", "skills"}  # users, as tests are


def test_no_skill_is_named_outside_of_skills_and_catalogue() -> None:
    wrong = []
    for path in source_files():
        file = path.relative_to(ROOT)
        other = OTHER_MEANINGS.get(str(file), OTHER_MEANINGS.get(file.parts[0], set()))
        if file.parts[0] in NAMES_SKILLS:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value in CUES.keys() - other:
                wrong.append(f"{file}:{node.lineno} names the skill {node.value}")
    assert not wrong
