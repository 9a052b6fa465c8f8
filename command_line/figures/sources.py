"""A digest of everything that a benchmark's figures depend on: sources and data files.

Sources are found through imports, also those inside functions. The digest of a module is that of
its syntax tree without docstrings: comments, docstrings and formatting do not change figures. A
data file or folder of data belongs to a module beside it that names it, in full or by a pattern.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

PACKAGE_ROOT = Path(__file__).resolve().parent.parent.parent
DATA = (".json", ".txt")
# Modules that are not imported but started as processes, or in a Blender.
STARTED = {
    "jobs.worker_environment": ("jobs.compile_ahead", "jobs.worker", "learning.learner"),
    "benchmarks.downloads": (
        "tools.build_extension", "tools.cross_wheels", "tools.cross.linking",
        "tools.cross.objects", "tools.cross.sources", "tools.cross.targets",
    ),
    "benchmarks.desk_drawing": ("operators", "panels", "tools.window_desk"),
    "benchmarks.new_user": ("operators", "panels", "tools.window_new_user"),
    "benchmarks.other_systems": (
        "simulation.bullet_check", "tests.other_systems", "tests.test_cross_wheels",
        "tests.test_other_systems", "tools.cross.linking", "tools.cross.objects",
        "tools.cross.sources", "tools.cross.targets", "tools.golden_takes",
    ),
    "benchmarks.window_interruptions": ("operators", "panels", "tools.window_session"),
    "benchmarks.window_random": (
        "operators", "panels", "tools.window_actions", "tools.window_random",
    ),
}
Definition = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Source:
    """One module: a digest of its syntax tree, the files that it imports, its string constants."""

    digest: str
    imports: frozenset[Path]
    texts: frozenset[str]


def digest_of(module: str, root: Path = PACKAGE_ROOT) -> str:
    """The digest of all that a module depends on; `module` as "benchmarks.walk", below `root`."""
    found = hashlib.sha256()
    for path in sorted(files_of(module, root)):
        digest = _read(path, root).digest if path.suffix == ".py" else _data_digest(path)
        found.update(f"{path.relative_to(root).as_posix()} {digest}\n".encode())
    return found.hexdigest()[:16]


def files_of(module: str, root: Path = PACKAGE_ROOT) -> set[Path]:
    """The sources and data files that a module depends on, its own included."""
    reached: set[Path] = set()
    waiting = set(_files_of_module(module.split("."), root))
    while waiting:
        path = waiting.pop()
        reached.add(path)
        waiting |= _read(path, root).imports - reached
    return reached | {data for path in reached for data in _data_of(path, _read(path, root).texts)}


@cache
def _read(path: Path, root: Path) -> Source:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    _drop_docstrings(tree)
    imports = {file for names in _imported(tree, path, root) for file in names}
    for started in STARTED.get(".".join(path.relative_to(root).with_suffix("").parts), ()):
        imports |= set(_files_of_module(started.split("."), root))
    digest = hashlib.sha256(_text_of(tree).encode()).hexdigest()
    return Source(digest, frozenset(imports), frozenset(_texts(tree)))


def _drop_docstrings(tree: ast.Module) -> None:
    for node in ast.walk(tree):
        if isinstance(node, Definition) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:]


def _text_of(node: object) -> str:
    """A syntax tree as text; the output of `ast.dump` differs between versions of Python."""
    if isinstance(node, ast.AST):
        fields = [f"{name}={_text_of(value)}" for name, value in ast.iter_fields(node)
                  if value is not None and value != []]  # fmt: skip
        return f"{type(node).__name__}({', '.join(fields)})"
    if isinstance(node, list):
        return f"[{', '.join(map(_text_of, node))}]"
    return repr(node)


def _imported(tree: ast.Module, path: Path, root: Path) -> Iterator[list[Path]]:
    """The files of each relative import; other imports are not of the package."""
    folder = path.relative_to(root).parent.parts
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level > 0:
            base = [*folder[: len(folder) - node.level + 1], *(node.module or "").split(".")]
            base = [part for part in base if part]
            yield _files_of_module(base, root)
            for name in node.names:
                yield _files_of_module([*base, name.name], root)


def _files_of_module(parts: list[str], root: Path) -> list[Path]:
    """A module's file, with those of the packages that contain it.

    The root package's `__init__` is left out, since it imports names lazily.
    """
    packages = [root.joinpath(*parts[:n], "__init__.py") for n in range(1, len(parts) + 1)]
    module = root.joinpath(*parts).with_suffix(".py") if parts else root
    return [path for path in (*packages, module) if path.is_file()]


def _texts(tree: ast.Module) -> Iterator[str]:
    """The string constants of a module; the fields of f-strings become "*"."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "*"
                          for part in node.values)  # fmt: skip


def _data_of(path: Path, texts: frozenset[str]) -> Iterator[Path]:
    """The data files beside a module that it names."""
    patterns = [text for text in texts if text.endswith(DATA)]
    for beside in _beside(path.parent):
        if beside.is_dir() and beside.name in texts:
            yield from (data for data in beside.rglob("*") if data.suffix in DATA)
        elif beside.suffix in DATA and any(fnmatch(beside.name, p) for p in patterns):
            yield beside


@cache
def _beside(folder: Path) -> tuple[Path, ...]:
    """The data files of a folder, and its folders without sources."""
    return tuple(
        path for path in folder.iterdir()
        if path.suffix in DATA or (path.is_dir() and not any(path.glob("*.py")))
    )  # fmt: skip


@cache
def _data_digest(path: Path) -> str:
    """A digest of a file's content, independent of line ends and of the layout of JSON."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        text = json.dumps(json.loads(text), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
