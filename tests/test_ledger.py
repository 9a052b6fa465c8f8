"""Figures know the program that they were measured with."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from footfall.base.loaded_modules import VARIABLE, listed_in
from footfall.command_line.figures.entries import (
    BENCHMARKS,
    LEDGER,
    benchmark_names,
    description_of,
    groups,
    load_entry,
    new_entry,
    save_entry,
    sources_of,
    topics,
)
from footfall.command_line.figures.page import PAGE, results_page, section
from footfall.command_line.figures.sources import FORECASTS, PACKAGE_ROOT, digest_of, files_of

ROW = [
    node.target.id
    for node in ast.walk(ast.parse((BENCHMARKS / "parts/table.py").read_text(encoding="utf-8")))
    if isinstance(node, ast.AnnAssign)
]
SPEEDS = '''"""Speeds."""

import json
from pathlib import Path


def speed(name):
    """In m/s."""
    factor = 2.0
    return factor * json.loads((Path(__file__).parent / f"{name}.json").read_text())["speed"]
'''
FILES = {
    "base/__init__.py": "",
    "base/speeds.py": SPEEDS,
    "base/walk.json": '{"speed": 1.0}',
    "skills/__init__.py": "",
    "skills/walk.py": 'NAME = "walk"\n',
    "skills/run.py": 'NAME = "run"\n',
}


LOADED = ("base.speeds", "skills.walk")
WALKING = """
from footfall import Character, Cue, Performer, Shot, simulate_many

shot = Shot([Performer(Character.humanoid(), [Cue("walk")])], duration=0.1)
list(simulate_many([shot, shot], workers=2))
"""


def digest_with(folder: Path, **changed: str) -> str:
    """Of a small package, some of its files changed: base_speeds stands for base/speeds.py."""
    contents = {name.replace("_", "/", 1): text for name, text in changed.items()}
    for path, text in FILES.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(contents.get(path.removesuffix(".py"), text).encode())
    return digest_of(files_of(LOADED, folder), LOADED, folder)


@pytest.fixture
def plain(tmp_path: Path) -> str:
    return digest_with(tmp_path / "plain")


@pytest.mark.parametrize(
    "text",
    [
        SPEEDS.replace("In m/s.", "A speed [m/s]."),
        SPEEDS.replace('    """In m/s."""\n', ""),
        SPEEDS.replace("factor = 2.0", "factor = (2.0)  # twice"),
        SPEEDS.replace("\n", "\r\n"),
    ],
    ids=["docstring", "no docstring", "comment and formatting", "line endings"],
)
def test_prose_and_formatting_leave_the_digest(plain: str, tmp_path: Path, text: str) -> None:
    assert digest_with(tmp_path / "changed", base_speeds=text) == plain


def test_what_a_menu_shows_leaves_the_digest(tmp_path: Path) -> None:
    walk = 'WALK = Skill(name="walk", low=0.0, sentence="Walk at a speed.", icon="NONE")\n'
    before = digest_with(tmp_path / "before", skills_walk=walk)
    worded = walk.replace("at a speed", "as fast as is asked").replace("NONE", "PLAY")
    assert digest_with(tmp_path / "worded", skills_walk=worded) == before
    slower = walk.replace("low=0.0", "low=-1.0")
    assert digest_with(tmp_path / "slower", skills_walk=slower) != before


ALL_SKILLS = 'SKILLS = {"biped": {"walk": "walk:Walk", "run": "run:Run"}}\n'
TABLE = '''WALK = Skill("walk", low=0.0)
RUN = Skill(name="run", low=1.0)
BASE, ALL = {"walk": 0, "run": 1}, (WALK, RUN)
'''
HOPPING = TABLE.replace("BASE", 'HOP = Skill("hop", low=2.0)\nBASE').replace("(WALK", "(HOP, WALK")


def digest_of_a_walk(folder: Path, table: str, skills: str = ALL_SKILLS) -> str:
    files = {"skills/__init__.py": skills, "skills/walk.py": 'NAME = "walk"\n',
             "catalogue/__init__.py": "", "catalogue/table.py": table}  # fmt: skip
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    loaded = ("skills.walk", "catalogue.table")
    return digest_of(files_of(loaded, folder), loaded, folder)


@pytest.mark.parametrize(
    ("there", "changed", "counts"),
    [
        ("low=0.0", "low=-1.0", True),
        ("low=1.0", "low=-1.0", False),
        ('"walk": 0', '"walk": 2', True),
        ('"run": 1', '"run": 2', False),
        ("(WALK, RUN)", "(RUN, WALK, OTHER)", True),
    ],
)
def test_entries_of_skills_count_for_runs_that_name_the_skill(
    tmp_path: Path, there: str, changed: str, counts: bool
) -> None:
    assert there in TABLE
    before = digest_of_a_walk(tmp_path / "before", TABLE)
    after = digest_of_a_walk(tmp_path / "after", TABLE.replace(there, changed))
    assert (after != before) is counts


def test_a_new_skill_leaves_the_digests_of_the_others(tmp_path: Path) -> None:
    before = digest_of_a_walk(tmp_path / "before", TABLE)
    hops = ALL_SKILLS.replace("}}", ', "hop": "hop:Hop"}}')
    assert digest_of_a_walk(tmp_path / "after", HOPPING, hops) == before


def test_tables_of_compile_times_are_sources_of_forecasts_alone() -> None:
    modules = ("compiling.forecast", "compiling.samples", "catalogue.saved_files")
    assert FORECASTS & sources_of("first_bake", modules)
    assert not FORECASTS & sources_of("gallop", modules)


def test_commands_are_sources_of_what_measures_them_alone() -> None:
    modules = ("command_line.bake", "rollout.simulate")
    bake = PACKAGE_ROOT / "command_line" / "bake.py"
    assert bake in sources_of("first_frame", modules)
    assert bake not in sources_of("crowd_farm", modules)


def test_a_constant_changes_the_digest(plain: str, tmp_path: Path) -> None:
    changed = SPEEDS.replace("2.0", "2.5")
    assert digest_with(tmp_path / "changed", base_speeds=changed) != plain


def test_a_loaded_module_counts_and_no_other_one(plain: str, tmp_path: Path) -> None:
    assert digest_with(tmp_path / "stroll", skills_walk='NAME = "stroll"\n') != plain
    assert digest_with(tmp_path / "sprint", skills_run='NAME = "sprint"\n') == plain


def test_a_loaded_module_that_is_gone_changes_the_digest(plain: str, tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    digest_with(folder)
    (folder / "skills" / "walk.py").unlink()
    assert digest_of(files_of(LOADED, folder), LOADED, folder) != plain


def test_data_that_a_module_names_counts_by_what_it_says(plain: str, tmp_path: Path) -> None:
    folder = tmp_path / "changed"
    digest_with(folder)
    assert folder / "base" / "walk.json" in files_of(LOADED, folder)
    laid_out = tmp_path / "laid_out"
    assert digest_with(laid_out, **{"base_walk.json": '{\n "speed": 1.0\n}\n'}) == plain
    faster = tmp_path / "faster"
    assert digest_with(faster, **{"base_walk.json": '{"speed": 1.5}'}) != plain


def test_a_walk_in_a_worker_loads_its_laws_but_no_other_skill(tmp_path: Path) -> None:
    listed = tmp_path / "modules"
    ours = os.environ | {VARIABLE: str(listed)}
    subprocess.run([sys.executable, "-c", WALKING], env=ours, check=True)
    modules = set(listed_in(listed))
    assert {"jobs.batch", "rollout.simulate", "skills.walk", "controllers.gait.gait"} <= modules
    others = ("skills.four_legs", "controllers.run", "panels")
    assert not [name for name in modules if name.startswith(others)]
    assert not {"skills.perform", "skills.run", "skills.get_up"} & modules
    assert PACKAGE_ROOT / "catalogue" / "styles" / "natural.json" in files_of(modules)


def test_an_entry_is_read_as_it_was_written(tmp_path: Path) -> None:
    row = {"figure": "speed", "paper": "", "peer": "", "ours": "1", "bar": "", "passed": None}
    entry = new_entry("walk", ["skills.walk"], time.time(), [row])
    assert save_entry(entry, tmp_path)
    assert load_entry("walk", tmp_path) == entry


def test_an_entry_of_other_sources_is_marked_in_the_page() -> None:
    row = {"figure": "speed", "paper": "1", "peer": "", "ours": "2", "bar": "", "passed": False}
    now = new_entry("walk", ["skills.walk"], time.time(), [row])
    assert "Stale" not in section(now)
    assert "**Stale**" in section(replace(now, sources="of another program"))
    assert "| speed | 1 |  | 2 |  | **no** |" in section(now)


def test_sources_that_were_changed_during_a_run_make_it_stale() -> None:
    assert not new_entry("walk", ["skills.walk"], time.time(), []).is_stale
    assert new_entry("walk", ["skills.walk"], 0.0, []).is_stale


def test_the_page_of_results_is_what_the_ledger_says() -> None:
    written = PAGE.read_text(encoding="utf-8")
    assert written == results_page(), "footfall bench --results writes it again"


def test_every_benchmark_has_one_place_in_the_page() -> None:
    assert sorted(name for topic in topics() for name in topic.benchmarks) == benchmark_names()
    assert not set(groups()) & set(benchmark_names())


@pytest.mark.parametrize("name", benchmark_names())
def test_every_benchmark_has_a_title(name: str) -> None:
    title, _ = description_of(name)
    assert title and len(title) <= 100


def rows_in(path: Path) -> list[tuple[ast.expr | None, ast.expr | None]]:
    """What each row of a source says for `passed` and for `bar`; None for nothing."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Row":
            given = dict(zip(ROW, node.args, strict=False))
            given |= {keyword.arg or "": keyword.value for keyword in node.keywords}
            found.append((given.get("passed"), given.get("bar")))
    return found


@pytest.mark.parametrize("path", sorted(BENCHMARKS.rglob("*.py")), ids=lambda path: path.stem)
def test_every_row_that_can_fail_says_what_must_be_reached(path: Path) -> None:
    for passed, bar in rows_in(path):
        can_fail = passed is not None and ast.unparse(passed) != "None"
        assert bar is not None or not can_fail
        if isinstance(bar, ast.Constant) and bar.value:
            assert bar.value.startswith(("must: ", "aim: ")), bar.value


def test_every_entry_of_the_ledger_is_of_a_benchmark() -> None:
    names = {path.stem for path in LEDGER.glob("*.json")}
    assert names <= set(benchmark_names())
    assert all((entry := load_entry(name)) and entry.benchmark == name for name in names)
