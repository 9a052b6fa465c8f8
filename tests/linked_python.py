"""A Python with some of this environment's distributions, and nothing else."""

from __future__ import annotations

import importlib.metadata
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path


def python_with(names: Iterable[str], folder: Path, left_out: Iterable[str] = ()) -> Path:
    """A Python that has these distributions, and what they need.

    Args:
        folder: where it is made.
        left_out: distributions that it lacks although others need them.
    """
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    site = next(folder.glob("lib/python*/site-packages"))
    for needed in set().union(*map(distribution_and_needs, names)) - set(left_out):
        link_distribution(needed, site)
    return folder / "bin" / "python"


def distribution_and_needs(name: str) -> set[str]:
    found: set[str] = set()
    waiting = [name]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            needs = importlib.metadata.requires(name) or []
            waiting += [re.match(r"[\w.-]+", n)[0] for n in needs if "extra ==" not in n]
    return found


def link_distribution(name: str, site: Path) -> None:
    distribution = importlib.metadata.distribution(name)
    for top in {file.parts[0] for file in distribution.files or []}:
        source = Path(str(distribution.locate_file(top)))
        if source.exists() and top not in ("..", "__pycache__"):
            (site / top).symlink_to(source)
