"""A Shot's file holds all of it; older ones load, and junk is refused in one sentence."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich_shot import BODY, rich_shot

from footfall import Cue, Ground, Performer, Shot
from footfall.base.errors import InvalidInput


@pytest.mark.parametrize("ground", [Ground.flat(0.5), Ground.steps(0.1, 0.3, 2)])
def test_a_saved_shot_loads_as_it_was(tmp_path: Path, ground: Ground) -> None:
    path = tmp_path / "shot.json"
    saved = replace(rich_shot(), ground=ground)
    saved.save(path)
    assert Shot.load(path) == saved


def test_saving_a_loaded_shot_writes_the_same_bytes(tmp_path: Path) -> None:
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    rich_shot().save(first)
    Shot.load(first).save(second)
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize(
    "text",
    ["", "[]", "7", '"walk"', "{}", '{"version": 1}', '{"version": "x"}', "{", "\xff", "null"],
)
def test_a_file_that_is_no_shot_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "shot.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(InvalidInput, match="shot"):
        Shot.load(path)


def test_a_shot_from_a_newer_footfall_asks_for_an_update(tmp_path: Path) -> None:
    path = tmp_path / "shot.json"
    path.write_text(json.dumps({**rich_shot().to_data(), "version": 99}))
    with pytest.raises(InvalidInput, match="has format 99; this Footfall reads up to 10: update"):
        Shot.load(path)


def test_a_push_of_format_5_that_names_no_force_keeps_the_one_that_it_had(tmp_path: Path) -> None:
    data = Shot([Performer(BODY, [Cue("push", start=1.0), Cue("push", force=(1.0, 2.0, 3.0))])])
    path = tmp_path / "shot.json"
    path.write_text(json.dumps({**data.to_data(), "version": 5}))
    pushes = Shot.load(path).all_pushes()
    assert [push.force for push in pushes] == [(300.0, 0.0, 0.0), (1.0, 2.0, 3.0)]
    assert not any(push.heading_frame for push in pushes)


def test_a_shot_of_format_2_still_loads(tmp_path: Path) -> None:
    data = rich_shot().to_data()
    data.update(version=2, ground={"kind": "flat", "friction": 0.5})
    path = tmp_path / "shot.json"
    path.write_text(json.dumps(data))
    assert Shot.load(path) == rich_shot()


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in nested plain data; of a list, those of its first two items."""
    inner = data.items() if isinstance(data, dict) else enumerate(data[:2])
    found = [path] if path else []
    for key, value in inner if isinstance(data, (dict, list)) else ():
        found += places(value, (*path, key)) if isinstance(value, (dict, list)) else [(*path, key)]
    return found


@pytest.mark.parametrize("junk", [None, "x", -1e9, [], {}, [[]], True])
def test_junk_anywhere_in_the_file_loads_or_is_refused_in_one_sentence(junk: Any) -> None:
    whole = json.dumps(rich_shot().to_data())
    for path in places(json.loads(whole)):
        data = json.loads(whole)
        inner = data
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = junk
        try:
            Shot.from_data(data)
        except InvalidInput as error:
            assert str(error).endswith("."), (path, str(error))


def test_a_shot_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "shot.json"
    with pytest.raises(InvalidInput, match=r"The shot .* cannot be written: No such file"):
        rich_shot().save(path)
    assert not list(tmp_path.iterdir())
