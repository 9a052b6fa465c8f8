"""Entries in the tables of skills: they count for runs that have to do with the skill alone.

The tables are those of the catalogue, and `skills.SKILLS`. An entry is an item of a dictionary, by
the skill's name, or an assignment of a call that names it first: `WALK = Skill(name="walk", ...)`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import cache
from pathlib import Path

WHERE = "skills/__init__.py"  # the table of all skills and the modules that perform them
CATALOGUE = "catalogue"


def is_table(path: Path, root: Path) -> bool:
    """Whether a module below `root` may have entries of skills."""
    return path == root / WHERE or path.is_relative_to(root / CATALOGUE)


def unused_skills(modules: Iterable[str], root: Path) -> frozenset[str]:
    """The skills that none of these modules performs, and none names outside of its entries.

    The files of packages themselves, which hold no cues, are not searched for names.
    """
    performed_by = _modules_of_skills(root)
    loaded = set(modules)
    used = {skill for skill, places in performed_by.items() if loaded & places}
    for module in loaded:
        used |= _named_in(module, root, frozenset(performed_by))
    return frozenset(performed_by) - used


def without_entries(tree: ast.Module, path: Path, skills: frozenset[str]) -> None:
    """Take the entries of some skills out of the syntax tree of a table."""
    taken = {name for node in tree.body if isinstance(node, ast.ImportFrom)
             for name in _entries_in(node, path, skills)}  # fmt: skip
    taken |= set(_own_entries(tree, skills))
    _Taking(skills, taken).visit(tree)


@cache
def _modules_of_skills(root: Path) -> dict[str, set[str]]:
    """The modules that perform each skill, by its name."""
    found: dict[str, set[str]] = {}
    if not (root / WHERE).is_file():
        return found
    tables = [node for node in ast.walk(_parsed(root / WHERE)) if isinstance(node, ast.Dict)]
    for table in tables:
        for key, value in zip(map(_text, table.keys), map(_text, table.values), strict=True):
            if key and value:
                found.setdefault(key, set()).add("skills." + value.partition(":")[0])
    return found


@cache
def _named_in(module: str, root: Path, skills: frozenset[str]) -> frozenset[str]:
    """The skills that a module names outside of their entries."""
    path = root.joinpath(*module.split(".")).with_suffix(".py")
    if not path.is_file():
        return frozenset()
    tree = _parsed(path)
    if is_table(path, root):
        without_entries(tree, path, skills)
    return skills.intersection(_text(node) for node in ast.walk(tree))


def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _text(node: ast.AST | None) -> str:
    """The text of a string constant; "" for anything else."""
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return str(node.value) if is_text else ""  # type: ignore[union-attr]


def _entries_in(node: ast.ImportFrom, path: Path, skills: frozenset[str]) -> Iterable[str]:
    """The names of entries that a table imports from another one beside it."""
    beside = path.parent / f"{node.module}.py"
    if node.level != 1 or not beside.is_file():
        return ()
    return _own_entries(_parsed(beside), skills)


def _own_entries(tree: ast.Module, skills: frozenset[str]) -> Iterable[str]:
    """The names that a table assigns entries to."""
    assigned = (node for node in tree.body if isinstance(node, ast.Assign))
    return [name for name in (_entry(node, skills) for node in assigned) if name]


def _entry(node: ast.Assign, skills: frozenset[str]) -> str:
    """The name to which is assigned a call that names one of the skills first; "" for others."""
    target, call = node.targets[0], node.value
    if not (isinstance(target, ast.Name) and isinstance(call, ast.Call)):
        return ""
    parts = [*call.args, *(k.value for k in call.keywords if k.arg == "name")]
    return target.id if parts and _text(parts[0]) in skills else ""


class _Taking(ast.NodeTransformer):
    """Takes entries out, and the names of those that were assigned."""

    def __init__(self, skills: frozenset[str], names: set[str]) -> None:
        self._skills, self._names = skills, names

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        return None if _entry(node, self._skills) else self.generic_visit(node)

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        items = [
            (key, value) for key, value in zip(node.keys, node.values, strict=True)
            if _text(key) not in self._skills
        ]  # fmt: skip
        node.keys, node.values = [key for key, _ in items], [value for _, value in items]
        return self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        node.elts = [e for e in node.elts if getattr(e, "id", None) not in self._names]
        return self.generic_visit(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        node.names = [alias for alias in node.names if alias.name not in self._names]
        return node if node.names else None
