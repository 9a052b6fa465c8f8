"""Linking the objects of a system to PyBullet's module, and packing it as a wheel."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path

from slim_wheel import record_line, write

from .objects import HERE, Build
from .sources import SDIST
from .targets import Target

# What PyBullet's module needs of Python; all of it is in the stable interface of Python 3.11.
PYTHON_FUNCTIONS = HERE / "python_functions.txt"


def link(build: Build, target: Target, objects: Sequence[Path], python: str) -> Path:
    """Link the module for a Python; returns its path."""
    folder = build.folder / "modules" / f"{python}-{target.platform}"
    folder.mkdir(parents=True, exist_ok=True)
    module = folder / target.module(python)
    libraries = [str(import_library(build, folder, python))] if target.is_windows else []
    name = [f"-Wl,-install_name,@rpath/{module.name}"] if target.is_macos else []
    build.run(
        ["c++", "-target", target.triple, "-shared", *map(str, objects), *libraries, *name]
        + [*target.link_flags, "-o", str(module)]
    )
    return module


def import_library(build: Build, folder: Path, python: str) -> Path:
    """What Windows' linker reads of Python's library."""
    name = f"python{python.removeprefix('cp')}"
    library, definitions = folder / f"lib{name}.a", folder / f"{name}.def"
    functions = PYTHON_FUNCTIONS.read_text(encoding="ascii")
    definitions.write_text(f"LIBRARY {name}.dll\nEXPORTS\n{functions}", encoding="ascii")
    build.run(
        ["dlltool", "-m", "i386:x86-64", "-D", f"{name}.dll", "-d", str(definitions)]
        + ["-l", str(library)]
    )
    return library


def pack(build: Build, target: Target, module: Path, python: str, output: Path) -> Path:
    """Write the wheel of a module; returns its path."""
    output.mkdir(parents=True, exist_ok=True)
    tag = f"{python}-{python}-{target.platform}"
    wheel, info = output / f"{SDIST}-{tag}.whl", f"{SDIST}.dist-info"
    files = {
        module.name: module.read_bytes(),
        **{f"{info}/{name}": (build.sources / name).read_bytes() for name in LICENSES},
        f"{info}/METADATA": metadata(build),
        f"{info}/WHEEL": WHEEL.format(tag=tag).encode(),
        f"{info}/top_level.txt": b"pybullet\n",
    }
    record = [record_line(name, data) for name, data in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", ""]).encode()
    with zipfile.ZipFile(wheel, "w") as target_file:
        for name, data in files.items():
            write(target_file, name, data)
    return wheel


LICENSES = ("LICENSE.txt", "AUTHORS.txt")
WHEEL = """\
Wheel-Version: 1.0
Generator: footfall cross_wheels
Root-Is-Purelib: false
Tag: {tag}
"""


def metadata(build: Build) -> bytes:
    """PyBullet's own, with a word on what was changed, as its licence asks."""
    own = (build.sources / "PKG-INFO").read_text(encoding="utf-8").rstrip()
    return f"{own}\n\n{CHANGED}".encode()


CHANGED = """\
This build of unchanged sources, made by Footfall's tools/cross_wheels.py, leaves out the windows,
OpenGL, the network and the example data: it connects with DIRECT and shared memory only.
"""
