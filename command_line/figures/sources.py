"""A digest of everything that a benchmark's figures depend on: sources and data files.

The sources are the modules that the processes of its run loaded (`base/loaded_modules.py`). The
digest of a module is that of its syntax tree without docstrings and without what only a reader or a
menu needs: comments, docstrings, formatting, labels and sentences do not change figures. Nor do
entries of skills that the run has nothing to do with (`skill_tables.py`). A data file or folder of
data belongs to a module beside it that names it, in full or by a pattern.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

from .skill_tables import is_table, unused_skills, without_entries

PACKAGE_ROOT = Path(__file__).resolve().parent.parent.parent
DATA = (".json", ".txt")
# What benchmarks start that does not list what it loads, as it is not part of the package, or runs
# on another system.
SCRIPTS = {
    "downloads": (
        "tools.build_extension", "tools.cross_wheels", "tools.cross.linking",
        "tools.cross.objects", "tools.cross.sources", "tools.cross.targets",
    ),
    "desk_drawing": ("tools.window_desk",),
    "new_user": ("tools.window_new_user",),
    "other_systems": (
        "simulation.bullet_check", "tests.other_systems", "tests.states_there",
        "tests.stepping_world", "tests.test_cross_wheels", "tests.test_other_systems",
        "tests.working_there", "tools.cross.linking", "tools.cross.objects",
        "tools.cross.sources", "tools.cross.targets", "tools.golden_takes",
    ),
    "window_interruptions": ("tools.window_session",),
    "window_random": ("tools.window_actions", "tools.window_random"),
}  # fmt: skip
# What forecasts of compile times read, and the benchmarks whose figures depend on it.
FORECASTS = {
    PACKAGE_ROOT / "compiling" / "compile_times.json",
    PACKAGE_ROOT / "catalogue" / "compile_samples.json",
}
FORECASTING = ("compile_times", "cue_times", "first_bake", "first_frame", "new_user")
# The commands, which processes of workers load whole, and the benchmarks that measure them.
COMMANDS = PACKAGE_ROOT / "command_line"
COMMANDING = ("compile_times", "first_frame")
SHOWN = {"sentence", "label", "icon", "chief"}  # arguments: what a menu or a page shows
Definition = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Source:
    """One module: a digest of its syntax tree, and its string constants."""

    digest: str
    texts: frozenset[str]


def digest_of(
    files: Iterable[Path], modules: Iterable[str] = (), root: Path = PACKAGE_ROOT
) -> str:  # fmt: skip
    """The digest of files below `root`, as those of `files_of`, for a run that loaded `modules`."""
    found, unused = hashlib.sha256(), unused_skills(modules, root)
    for path in sorted(files):
        if path.suffix == ".py":
            digest = _read(path, unused if is_table(path, root) else frozenset()).digest
        else:
            digest = _data_digest(path)
        found.update(f"{path.relative_to(root).as_posix()} {digest}\n".encode())
    return found.hexdigest()[:16]


def files_of(modules: Iterable[str], root: Path = PACKAGE_ROOT) -> set[Path]:
    """The sources of modules ("skills.walk", below `root`) and the data files that they name.

    A module that is no longer there has none, which changes the digest.
    """
    sources = {file for module in modules for file in _files_of_module(module.split("."), root)}
    return sources | {data for path in sources for data in _data_of(path, _read(path).texts)}


@cache
def _read(path: Path, unused: frozenset[str] = frozenset()) -> Source:
    """A module, without the entries of unused skills."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if unused:
        without_entries(tree, path, unused)
    reading = _Reading()
    digest = hashlib.sha256(reading.text_of(tree).encode()).hexdigest()
    return Source(digest, frozenset(reading.constants))


class _Reading:
    """One pass over a syntax tree: it takes half of the time that three take, in 700 modules.

    Attributes:
        constants: the string constants so far; the fields of f-strings become "*".
    """

    def __init__(self) -> None:
        self.constants: set[str] = set()

    def text_of(self, node: object) -> str:
        """A tree without its prose; the output of `ast.dump` differs between versions of Python."""
        if isinstance(node, ast.AST):
            _drop_prose(node)
            self._note(node)
            values = [(name, getattr(node, name, None)) for name in node._fields]
            fields = [f"{name}={self.text_of(value)}" for name, value in values
                      if value is not None and value != []]  # fmt: skip
            return f"{type(node).__name__}({', '.join(fields)})"
        if isinstance(node, list):
            return f"[{', '.join(map(self.text_of, node))}]"
        return repr(node)

    def _note(self, node: ast.AST) -> None:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            self.constants.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            parts = (str(part.value) if isinstance(part, ast.Constant) else "*"
                     for part in node.values)  # fmt: skip
            self.constants.add("".join(parts))


def _drop_prose(node: ast.AST) -> None:
    """Take the docstring off a definition, and what is only shown off a call."""
    if isinstance(node, ast.Call):
        node.keywords = [keyword for keyword in node.keywords if keyword.arg not in SHOWN]
    elif isinstance(node, Definition) and ast.get_docstring(node, clean=False) is not None:
        node.body = node.body[1:]


def _files_of_module(parts: list[str], root: Path) -> list[Path]:
    """A module's file, with those of the packages below the root that contain it."""
    packages = [root.joinpath(*parts[:n], "__init__.py") for n in range(1, len(parts) + 1)]
    module = root.joinpath(*parts).with_suffix(".py") if parts else root
    return [path for path in (*packages, module) if path.is_file()]


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
