"""The manual: its links lead somewhere, and it names what the command line has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

MANUAL = Path(__file__).resolve().parent.parent / "docs" / "manual"
PAGES = sorted(MANUAL.glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_page(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8").replace("\n", " ")):
        assert (page.parent / target).is_file(), target


def test_every_page_is_in_the_index() -> None:
    index = (MANUAL / "index.md").read_text(encoding="utf-8")
    assert not [page.name for page in PAGES if page.name != "index.md" and page.name not in index]


def test_the_report_is_described_in_full() -> None:
    from dataclasses import fields

    from footfall.command_line.bake_report import Record

    text = (MANUAL / "command_line.md").read_text(encoding="utf-8")
    first_cells = " ".join(re.findall(r"^\| ([^|]+) \|", text, flags=re.MULTILINE))
    assert not {field.name for field in fields(Record)} - set(re.findall(r"\w+", first_cells))
