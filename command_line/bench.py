"""`footfall bench`: a benchmark's table, paper | peer | ours, and the ledger of all benchmarks."""

from __future__ import annotations

import subprocess
import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from ..base.errors import InvalidInput
from ..base.files import write_json, write_whole
from ..base.loaded_modules import PACKAGE
from .figures.entries import benchmark_names, groups, save_entry, stale_benchmarks
from .figures.measuring import measure
from .figures.page import PAGE, duration, results_page
from .outputs import check_writable, say

COLUMNS = ("figure", "paper", "peer", "ours", "bar", "passed")


def run(arguments: Namespace) -> int:
    """Run benchmarks, list stale ones, or write the page of results."""
    check_writable(arguments.json, "table")
    if arguments.name is None and arguments.json:
        raise InvalidInput("--json writes the table of one benchmark: name it.")
    if arguments.name in groups():
        if arguments.json:
            raise InvalidInput("--json writes the table of one benchmark, and this is a group.")
        return _run_each(groups()[arguments.name])
    if arguments.all:
        return _run_each([name for name, _ in stale_benchmarks()])
    if arguments.stale:
        return _list_stale()
    if arguments.results:
        return _write_page()
    return _run_one(arguments.name, arguments.json)


def _run_one(name: str, json_path: str | None) -> int:
    if name not in benchmark_names():
        known = ", ".join([*groups(), *benchmark_names()]) or "none here"
        raise InvalidInput(f"Unknown benchmark {name!r}; allowed: {known}.")
    entry = measure(name)
    if entry is None:
        return 1
    table = entry.rows
    _print_table([COLUMNS, *(tuple(map(_cell, (row[c] for c in COLUMNS))) for row in table)])
    if save_entry(entry):
        say("Kept in benchmarks/ledger; `footfall bench --results` writes docs/results.md.")
    if not entry.sources:
        say("Sources were changed meanwhile, so that the figures count as stale.")
    if json_path:
        write_json(json_path, "table", table)
    missed = [row["figure"] for row in table if row["passed"] is False]
    if missed:
        say(f"Missed: {', '.join(missed)}.")
    return 1 if missed else 0


def _run_each(names: Sequence[str]) -> int:
    """Run benchmarks in turn, each in its own process; a failure does not stop the others."""
    failed = []
    for name in names:
        print(f"== {name}", flush=True)
        command = [sys.executable, "-m", PACKAGE, "bench", name]
        if subprocess.run(command, check=False).returncode:
            failed.append(name)
    if failed:
        say(f"Missed or failed: {', '.join(failed)}.")
    return 1 if failed else 0


def _list_stale() -> int:
    """List each stale benchmark: name, date and duration of its last run."""
    lines: list[tuple[str, ...]] = [("benchmark", "measured", "took")]
    for name, entry in stale_benchmarks():
        seconds = None if entry is None else entry.seconds
        date = "never" if entry is None else entry.date
        lines.append((name, date, "-" if seconds is None else duration(seconds)))
    _print_table(lines)
    return 0


def _write_page() -> int:
    text = results_page()
    write_whole(PAGE, "page of results", lambda file: file.write(text.encode("utf-8")))
    return 0


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
