"""The ledger: a file for each benchmark with its rows, command, sources and date."""

from __future__ import annotations

import ast
import datetime
import os
import platform
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ...base.files import read_json, write_json
from .sources import (
    COMMANDING,
    COMMANDS,
    FORECASTING,
    FORECASTS,
    PACKAGE_ROOT,
    SCRIPTS,
    digest_of,
    files_of,
)

# An installed extension does not include the benchmarks.
BENCHMARKS = PACKAGE_ROOT / "benchmarks"
LEDGER = BENCHMARKS / "ledger"
TOPICS = PACKAGE_ROOT / "docs" / "results_topics.json"


@dataclass(frozen=True)
class Entry:
    """One run of a benchmark.

    Attributes:
        benchmark: its name.
        command: the command that runs it.
        date: of the run, YYYY-MM-DD.
        modules: of the package, that its processes loaded: "skills.walk" for example.
        sources: digest of these and of the data that they name; "" where that is not known.
        machine: the computer of the run.
        seconds: wall time of the run [s]; None where it was not recorded.
        rows: figure, paper, peer, ours, bar and passed of each row.
    """

    benchmark: str
    command: str
    date: str
    sources: str
    machine: str
    seconds: float | None
    rows: list[dict[str, Any]]
    modules: Sequence[str] = ()

    @property
    def is_stale(self) -> bool:
        """Whether the sources that the run depended on have changed since."""
        sources = sources_of(self.benchmark, self.modules)
        return self.sources != digest_of(sources, self.modules)


@dataclass(frozen=True)
class Topic:
    """A chapter of docs/results.md: its title and its benchmarks.

    Attributes:
        group: the name by which `footfall bench` runs all of them; "" for none.
        introduction: text about all of them.
    """

    title: str
    benchmarks: Sequence[str]
    group: str = ""
    introduction: str = ""


def benchmark_names() -> list[str]:
    """The modules of the folder that are benchmarks."""
    measuring = [p for p in BENCHMARKS.glob("*.py") if "\ndef measure(" in p.read_text("utf-8")]
    return sorted(path.stem for path in measuring)


def topics() -> list[Topic]:
    """The chapters, in order."""
    return [Topic(**topic) for topic in read_json(TOPICS, "list of topics")]


def groups() -> dict[str, Sequence[str]]:
    """The benchmarks of each group."""
    found = topics() if TOPICS.is_file() else []
    return {topic.group: topic.benchmarks for topic in found if topic.group}


def description_of(name: str) -> tuple[str, str]:
    """A benchmark's title and introduction: its docstring's first line, and the rest of it."""
    tree = ast.parse((BENCHMARKS / f"{name}.py").read_text("utf-8"))
    title, _, introduction = (ast.get_docstring(tree) or "").partition("\n")
    return title.rstrip("."), introduction.strip()


def sources_of(name: str, modules: Iterable[str]) -> set[Path]:
    """The files that a benchmark depends on whose processes loaded these modules."""
    sources = files_of([*modules, *SCRIPTS.get(name, ())])
    if name not in FORECASTING:
        sources -= FORECASTS
    if name not in COMMANDING:
        sources = {path for path in sources if not path.is_relative_to(COMMANDS)}
    return sources


def new_entry(name: str, modules: Sequence[str], began: float, rows: list[dict[str, Any]]) -> Entry:
    """The entry of a run that has just ended.

    Args:
        modules: that its processes loaded.
        began: when, in seconds since the epoch.
    """
    version = ".".join(map(str, sys.version_info[:2]))
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {version}"
    date = datetime.date.today().isoformat()
    command = f"footfall bench {name}"
    sources = sources_of(name, modules)
    changed = any(path.stat().st_mtime > began for path in sources)
    digest = "" if changed else digest_of(sources, modules)
    seconds = round(time.time() - began, 1)
    return Entry(name, command, date, digest, machine, seconds, rows, modules)


def load_entry(name: str, folder: Path = LEDGER) -> Entry | None:
    """A benchmark's last run; None where it has never been run."""
    path = folder / f"{name}.json"
    return Entry(**read_json(path, "ledger entry")) if path.is_file() else None


def save_entry(entry: Entry, folder: Path = LEDGER) -> bool:
    """Write an entry over the one before; returns False where the ledger cannot be written."""
    if not os.access(folder, os.W_OK):
        return False
    write_json(folder / f"{entry.benchmark}.json", "ledger entry", asdict(entry))
    return True


def stale_benchmarks() -> list[tuple[str, Entry | None]]:
    """Stale benchmarks, the shortest first, those of unknown duration last."""
    entries = [(name, load_entry(name)) for name in benchmark_names()]
    stale = [(name, entry) for name, entry in entries if entry is None or entry.is_stale]
    return sorted(stale, key=lambda pair: _duration(pair[1]))


def _duration(entry: Entry | None) -> tuple[bool, float, str]:
    seconds = entry.seconds if entry is not None else None
    return seconds is None, seconds or 0.0, entry.date if entry is not None else ""
