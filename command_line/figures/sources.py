"""What the figures of a benchmark depend on, as one digest: its sources, and data beside them.

Sources are followed along the imports, also those inside functions. What counts of a module is its
syntax tree without docstrings: comments, docstrings and formatting change no figure. A data file
counts where a module beside it names it, by its name or a pattern; a folder of data alike.
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
# What no import shows: modules that are started as processes, or in a Blender.
STARTED = {
    "jobs.worker_environment": ("jobs.compile_ahead", "jobs.worker", "learning.learner"),
    "benchmarks.window_random": ("operators", "panels", "tests.real_window", "tools.window_random"),
}
Definition = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Source:
    """One module: a digest of its syntax tree, the files that it imports, the texts it holds."""

    digest: str
    imports: frozenset[Path]
    texts: frozenset[str]


def digest_of(module: str, root: Path = PACKAGE_ROOT) -> str:
    """A digest of all that a module depends on; "benchmarks.walk", below the package's root."""
    found = hashlib.sha256()
    for path in sorted(files_of(module, root)):
        digest = _read(path, root).digest if path.suffix == ".py" else _data_digest(path)
        found.update(f"{path.relative_to(root).as_posix()} {digest}\n".encode())
    return found.hexdigest()[:16]


def files_of(module: str, root: Path = PACKAGE_ROOT) -> set[Path]:
    """The sources and data files that a module depends on, itself among them."""
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
    """A syntax tree as text; `ast.dump` writes the same tree otherwise in other Pythons."""
    if isinstance(node, ast.AST):
        fields = [f"{name}={_text_of(value)}" for name, value in ast.iter_fields(node)
                  if value is not None and value != []]  # fmt: skip
        return f"{type(node).__name__}({', '.join(fields)})"
    if isinstance(node, list):
        return f"[{', '.join(map(_text_of, node))}]"
    return repr(node)


def _imported(tree: ast.Module, path: Path, root: Path) -> Iterator[list[Path]]:
    """The files of each relative import; others are not the package's own."""
    folder = path.relative_to(root).parent.parts
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level > 0:
            base = [*folder[: len(folder) - node.level + 1], *(node.module or "").split(".")]
            base = [part for part in base if part]
            yield _files_of_module(base, root)
            for name in node.names:
                yield _files_of_module([*base, name.name], root)


def _files_of_module(parts: list[str], root: Path) -> list[Path]:
    """A module's file, with those of the packages that it is in.

    The package's own `__init__` is left out: it imports a name when that is asked for.
    """
    packages = [root.joinpath(*parts[:n], "__init__.py") for n in range(1, len(parts) + 1)]
    module = root.joinpath(*parts).with_suffix(".py") if parts else root
    return [path for path in (*packages, module) if path.is_file()]


def _texts(tree: ast.Module) -> Iterator[str]:
    """The string constants of a module; what an f-string fills in is "*"."""
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
    """Of what a file says, however its lines end and its JSON is laid out."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        text = json.dumps(json.loads(text), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
