"""`python -m footfall.benchmarks NAME FILE` measures one benchmark and writes its rows to a file.

`footfall bench` starts it: in a process of its own nothing is loaded that the figures do not
depend on.
"""

from __future__ import annotations

import sys
from dataclasses import asdict
from importlib import import_module

from ..base.errors import FootfallError
from ..base.files import write_json
from ..base.leaving import leave_blender
from ..simulation.silence_output import silence_output


def main(name: str, file: str) -> None:
    """Measure the benchmark of a name."""
    with silence_output():
        benchmark = import_module(f"{__package__}.{name}")
    write_json(file, "table", [asdict(row) for row in benchmark.measure()])


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except FootfallError as error:
        sys.exit(f"footfall: {error}")
    leave_blender(0)
