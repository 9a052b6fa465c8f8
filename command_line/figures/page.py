"""Makes docs/results.md from the ledger."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .entries import Entry, Topic, benchmark_names, description_of, load_entry, topics
from .sources import PACKAGE_ROOT

PAGE = PACKAGE_ROOT / "docs" / "results.md"
COLUMNS = ("figure", "paper", "peer", "ours", "bar")
MET = {True: "yes", False: "**no**", None: ""}
HEAD = """\
# Measured results

Written by `footfall bench --results` from benchmarks/ledger/; a change made here by hand is lost.
"Paper" is what the paper reports, "peer" another program's figure, "bar" what must be reached
(must) or is hoped for (aim). **Stale** says that sources which a benchmark depends on have changed
since it was measured. What was tried: [notes/results.md](notes/results.md).
"""
PICTURE = re.compile(r"\bdocs/(\w+\.png)")


def results_page() -> str:
    """The content of the page for the present ledger."""
    measured = {name: entry for name in benchmark_names() if (entry := load_entry(name))}
    parts = [HEAD, *(_chapter(topic, measured) for topic in topics())]
    missing = [f"`{name}`" for name in benchmark_names() if name not in measured]
    if missing:
        parts.append(f"## Not measured yet\n\n{', '.join(missing)}\n")
    return "\n".join(part for part in parts if part)


def _chapter(topic: Topic, measured: Mapping[str, Entry]) -> str:
    """A topic's title and its measured benchmarks; "" where there are none."""
    sections = [section(measured[name]) for name in topic.benchmarks if name in measured]
    if not sections:
        return ""
    said = [topic.introduction] if topic.introduction else []
    if topic.group:
        said.append(f"All of it: `footfall bench {topic.group}`.")
    lead = f"{' '.join(said)}\n" if said else ""
    return "\n".join(part for part in (f"## {topic.title}\n", lead, *sections) if part)


def section(entry: Entry) -> str:
    """A benchmark's title, the date of its run, its rows and its pictures."""
    title, introduction = description_of(entry.benchmark)
    parts = [f"### {title}", f"`{entry.command}`: {_state(entry)}"]
    if introduction:
        parts.append(" ".join(introduction.split()))
    parts.append("\n".join(_table(entry.rows)))
    parts += [
        f"![{title}]({name})" for name in PICTURE.findall(introduction)
        if (Path(PAGE).parent / name).is_file()
    ]  # fmt: skip
    return "\n\n".join(parts) + "\n"


def _state(entry: Entry) -> str:
    lasted = "" if entry.seconds is None else f" in {duration(entry.seconds)}"
    how = f"measured on {entry.date}{lasted} ({entry.machine})"
    if not entry.sources:
        return f"**Stale**: {how}, on an older program."
    return f"**Stale**: {how}, with other sources." if entry.is_stale else f"{how}."


def duration(seconds: float) -> str:
    """A duration in a readable unit."""
    if seconds < 60.0:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 3600.0 else f"{seconds / 3600:.1f} h"


def _table(rows: list[dict[str, Any]]) -> Iterator[str]:
    yield f"| {' | '.join(COLUMNS)} | met |"
    yield "|---" * (len(COLUMNS) + 1) + "|"
    for row in rows:
        cells = [str(row[column]).replace("|", "\\|") for column in COLUMNS]
        yield f"| {' | '.join([*cells, MET[row['passed']]])} |"
