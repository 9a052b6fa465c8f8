"""Lists the modules of the package that a run's processes load: what its figures depend on."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from pathlib import Path

VARIABLE = "FOOTFALL_LOADED_MODULES"  # of the environment: the file that lists them
PACKAGE = __package__.rpartition(".")[0]  # Blender installs it under another name


class Listing(MetaPathFinder):
    """A finder that finds nothing, and adds the names of what is looked for to a file."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: object = None) -> None:
        """Called by Python before it loads a module."""
        if fullname.startswith(f"{PACKAGE}."):
            with self._file.open("a", encoding="utf-8") as listed:
                listed.write(fullname.removeprefix(f"{PACKAGE}.") + "\n")


def list_loaded_modules() -> None:
    """List what this process loads from now on, where the environment names a file for it."""
    if VARIABLE in os.environ:
        sys.meta_path.insert(0, Listing(Path(os.environ[VARIABLE])))


def listed_in(file: Path) -> list[str]:
    """The modules in a file, each once, in order: "skills.walk" for example."""
    return sorted(set(file.read_text(encoding="utf-8").split()))
