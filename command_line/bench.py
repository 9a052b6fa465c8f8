"""`footfall bench`: one benchmark's table, paper | peer | ours."""

from __future__ import annotations

import sys
from argparse import Namespace
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

from ..base.errors import InvalidInput
from ..base.files import write_json
from ..simulation.silence_output import silence_output
from .outputs import check_writable

# An installed extension goes without its benchmarks.
FOLDER = Path(__file__).resolve().parent.parent / "benchmarks"
PACKAGE = __package__.rpartition(".")[0]
COLUMNS = ("figure", "paper", "peer", "ours", "bar", "passed")


def benchmark_names() -> list[str]:
    """The files of the folder that measure something."""
    measuring = [p for p in FOLDER.glob("*.py") if "\ndef measure(" in p.read_text("utf-8")]
    return sorted(path.stem for path in measuring)


def run(arguments: Namespace) -> int:
    check_writable(arguments.json, "table")
    if arguments.name not in benchmark_names():
        known = ", ".join(benchmark_names()) or "none here"
        raise InvalidInput(f"Unknown benchmark {arguments.name!r}; allowed: {known}.")
    with silence_output():
        benchmark = import_module(f"{PACKAGE}.benchmarks.{arguments.name}")
    rows = benchmark.measure()
    table = [asdict(row) for row in rows]
    _print_table([COLUMNS, *(tuple(map(_cell, (row[c] for c in COLUMNS))) for row in table)])
    if arguments.json:
        write_json(arguments.json, "table", table)
    missed = [row["figure"] for row in table if row["passed"] is False]
    if missed:
        print(f"Missed: {', '.join(missed)}.", file=sys.stderr)
    return 1 if missed else 0


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _print_table(lines: list[tuple[str, ...]]) -> None:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = [cell.ljust(width) for cell, width in zip(line, widths, strict=True)]
        print(" | ".join(cells).rstrip())
