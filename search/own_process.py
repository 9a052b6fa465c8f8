"""Command lines of Footfall for processes of the same Python, wherever Footfall is installed."""

from __future__ import annotations

import sys
from pathlib import Path

from ..base.errors import FootfallError

PACKAGE_ROOT = Path(__file__).resolve().parent.parent
# Gives the package its name wherever it is installed: Blender uses another name, and a checkout may
# have any. A link would do as well, but compiled code is cached by its path.
START = """
import importlib.util, sys
root, module = sys.argv.pop(1), sys.argv.pop(1)
spec = importlib.util.spec_from_file_location(
    "footfall", root + "/__init__.py", submodule_search_locations=[root])
sys.modules["footfall"] = package = importlib.util.module_from_spec(spec)
spec.loader.exec_module(package)
sys.exit(importlib.import_module("footfall." + module).main())
"""


def our_command(*words: str) -> list[str]:
    """A command line of Footfall for a process of Blender's own Python."""
    return own_command("command_line", *words)


def own_command(module: str, *words: str) -> list[str]:
    """A command line that calls the `main` of one of Footfall's modules."""
    # -P: modules in the current folder must not shadow the worker's.
    return [python_executable(), "-P", "-c", START, str(PACKAGE_ROOT), module, *words]


def python_executable() -> str:
    """The Python executable of Blender; sys.executable, unless that is Blender itself."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    names = (f"python{version}", "python3", "python.exe")
    folders = [Path(sys.prefix, "bin"), Path(sys.prefix), Path(sys.base_prefix, "bin")]
    candidates = [Path(sys.executable), *(f / name for f in folders for name in names)]
    for path in candidates:
        if path.name.lower().startswith("python") and path.is_file():
            return str(path)
    raise FootfallError(
        f"Blender's own Python was not found (looked in {sys.prefix}): "
        "use a Blender from blender.org or from your system's packages."
    )
