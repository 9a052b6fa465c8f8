"""The manual: its links lead somewhere, it names what the command line has, and its tutorials are
those of tools/window_tutorials.py.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MANUAL = ROOT / "docs" / "manual"
PAGES = sorted(MANUAL.glob("*.md"))
TUTORIALS = sorted(MANUAL.glob("tutorial_*.md"))
HEADING = re.compile(r"^## (\d+)\. (.+)$", flags=re.MULTILINE)
LARGEST = 1_500_000  # bytes of all pictures of tutorials


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


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.name)
def test_a_tutorial_has_the_steps_of_its_script_in_their_order(page: Path) -> None:
    headings = HEADING.findall(page.read_text(encoding="utf-8"))
    assert [int(number) for number, _ in headings] == list(range(1, len(headings) + 1))
    assert [title.lower().replace(" ", "_") for _, title in headings] == steps_of(page.stem)


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.name)
def test_each_step_of_a_tutorial_shows_its_own_picture(page: Path) -> None:
    _, *sections = page.read_text(encoding="utf-8").split("\n## ")
    for section, step in zip(sections, steps_of(page.stem), strict=True):
        assert re.findall(r"!\[[^]]+\]\(([^)]+)\)", section) == [f"{page.stem}_{step}.png"]


def test_every_tutorial_of_the_window_has_a_page() -> None:
    scripts = {path.stem for path in (ROOT / "tools").glob("tutorial_*.py") if has_steps(path)}
    assert scripts == {page.stem for page in TUTORIALS}


def test_the_pictures_of_the_tutorials_are_small_and_all_shown() -> None:
    pictures = list(MANUAL.glob("tutorial_*.png"))
    assert sum(picture.stat().st_size for picture in pictures) < LARGEST
    shown = "".join(page.read_text(encoding="utf-8") for page in TUTORIALS)
    assert not [picture.name for picture in pictures if picture.name not in shown]


def steps_of(script: str) -> list[str]:
    """The steps of a script of tools/, which can only be imported inside Blender."""
    tree = ast.parse((ROOT / "tools" / f"{script}.py").read_text(encoding="utf-8"))
    (steps,) = (
        node.value for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "STEPS"
    )  # fmt: skip
    assert isinstance(steps, ast.Tuple)
    return [ast.unparse(step) for step in steps.elts]


def has_steps(path: Path) -> bool:
    return "\nSTEPS = " in path.read_text(encoding="utf-8")
