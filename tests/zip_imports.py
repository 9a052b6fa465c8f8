"""Which imports of the extension's zip lead to nothing."""

from __future__ import annotations

import ast
import io
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

BLENDERS = {"bl_operators", "bl_ui", "blf", "bmesh", "bpy", "bpy_extras", "gpu", "gpu_extras",
            "mathutils", "numpy"}  # fmt: skip
FARMS = {"distributed", "psutil"}  # installed by those who have a render farm


def missing_imports(path: Path) -> list[str]:
    """Imports of a zip's modules that neither it, its wheels, Python nor Blender has.

    An import that is tried, and may fail, is not one of them.
    """
    with zipfile.ZipFile(path) as opened:
        names = set(opened.namelist())
        sources = {name: opened.read(name) for name in names if name.endswith(".py")}
        wheels = [opened.read(name) for name in names if name.endswith(".whl")]
    carried = {name for wheel in wheels for name in modules_of(wheel)}
    known = set(sys.stdlib_module_names) | BLENDERS | FARMS
    return [
        f"{source}: {wanted}"
        for source, code in sorted(sources.items())
        for wanted in imports_of(ast.parse(code), PurePosixPath(source).parent)
        if not (wanted.split(".")[0] in known or wanted in carried or is_file(wanted, names))
    ]


def modules_of(wheel: bytes) -> Iterator[str]:
    """Dotted names of a wheel's modules and packages."""
    with zipfile.ZipFile(io.BytesIO(wheel)) as opened:
        for name in opened.namelist():
            parts = PurePosixPath(name)
            if parts.suffix in (".py", ".so", ".pyd"):
                module = parts.with_name(parts.name.split(".")[0])
                yield from (".".join(p.parts) for p in (module, *module.parents) if p.parts)


def is_file(wanted: str, names: set[str]) -> bool:
    """Whether a name below the package's root, which begins with a dot, is a module of it."""
    path = wanted.removeprefix(".").replace(".", "/")
    return wanted.startswith(".") and (
        f"{path}.py" in names or f"{path}/__init__.py".lstrip("/") in names
    )


def imports_of(tree: ast.AST, folder: PurePosixPath) -> Iterator[str]:
    """What is imported, but for what is tried; names within the package begin with a dot."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Try):
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module or ""
        elif isinstance(node, ast.ImportFrom):
            here = folder.parts[: len(folder.parts) - (node.level - 1)]
            yield "." + ".".join([*here, *([node.module] if node.module else [])])
        yield from imports_of(node, folder)
