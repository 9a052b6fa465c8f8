"""Access to Blender, loaded only by the commands that need it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from ..base.errors import FootfallError
from ..simulation.silence_output import silence_output


@contextmanager
def blender() -> Iterator[None]:
    """A context for imports from rigs.blender: missing parts of Blender become one sentence."""
    try:
        with silence_output():
            yield
    except ImportError as error:
        raise FootfallError(_what_is_missing(error)) from error


def _what_is_missing(error: ImportError) -> str:
    if error.name == "bpy":
        return "This needs Blender's Python module: pip install 'footfall[blender]' installs it."
    library = re.match(r"(lib(\S+)\.so\.(\d+)): cannot open", str(error))
    if library is None:
        return f"Blender's Python module cannot be loaded: {error}."
    soname, name, version = library.groups()
    # Debian's naming rule for packages of shared libraries.
    package = f"lib{name.lower()}{'-' if name[-1].isdigit() else ''}{version}"
    return (
        f"Blender's Python module needs the system library {soname}, which is missing: "
        f"install it, on Debian and Ubuntu with apt-get install -y {package}."
    )
