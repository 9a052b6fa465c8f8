"""A Take from a file equals the saved one, or one sentence gives the reason."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from footfall import Performance, Take
from footfall.base.errors import InvalidInput
from footfall.shots.found_plans import plans_found
from footfall.shots.take import CueRecord, PropMotion

FRAMES = 7


def performance(**optional: Any) -> Performance:
    rng = np.random.default_rng(5)
    return Performance(
        segment_names=("pelvis", "upper_leg.L"),
        joint_names=("hip.L",),
        segment_positions=rng.normal(size=(FRAMES, 2, 3)),
        segment_orientations=rng.normal(size=(FRAMES, 2, 4)),
        joint_positions=rng.normal(size=(FRAMES, 1, 3)),
        root_position=rng.normal(size=(FRAMES, 3)),
        root_orientation=rng.normal(size=(FRAMES, 4)),
        center_of_mass=rng.normal(size=(FRAMES, 3)),
        foot_contacts=rng.normal(size=(FRAMES, 2)) > 0,
        fell_at=0.1,
        events=[(0.05, "footstrike.L"), (0.1, "fell")],
        plans=[(0.06, "0 3 0"), (0.08, "squat 2")],
        cues=(CueRecord("walk", 1, 0.0, None, 0.05), CueRecord("sit", 2, 0.05, None, None, 4.0)),
        **optional,
    )


def take() -> Take:
    rng = np.random.default_rng(6)
    crate = PropMotion(
        position=rng.normal(size=(FRAMES, 3)), orientation=rng.normal(size=(FRAMES, 4))
    )
    with_torques = performance(joint_torques=rng.normal(size=(FRAMES, 1, 3)))
    return Take(
        times=np.arange(FRAMES) / 60,
        performances=[performance(), with_torques],
        props={"a crate / ü": crate},
    )


def same(first: Any, second: Any) -> bool:
    if isinstance(first, np.ndarray):
        return first.dtype == second.dtype and np.array_equal(first, second)
    return bool(first == second)


def test_a_saved_take_loads_bit_for_bit(tmp_path: Path) -> None:
    path = tmp_path / "take.npz"
    take().save(path)
    loaded = Take.load(path)
    assert same(loaded.times, take().times)
    for before, after in zip(take().performances, loaded.performances, strict=True):
        for name, value in vars(before).items():
            assert same(value, getattr(after, name)), name
    for name, motion in take().props.items():
        assert same(motion.position, loaded.props[name].position)
        assert same(motion.orientation, loaded.props[name].orientation)


def test_a_channel_that_was_not_recorded_loads_as_none(tmp_path: Path) -> None:
    take().save(tmp_path / "take.npz")
    first, second = Take.load(tmp_path / "take.npz").performances
    assert first.joint_torques is None
    assert second.joint_torques is not None


def test_a_take_of_the_first_format_has_no_record_of_its_cues(tmp_path: Path) -> None:
    take().save(tmp_path / "take.npz")
    with np.load(tmp_path / "take.npz") as saved:
        arrays = dict(saved)
    about = json.loads(arrays["about"].tobytes())
    about["version"] = 1
    for described in about["performances"]:
        del described["cues"]
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), dtype=np.uint8)
    np.savez_compressed(tmp_path / "old.npz", **arrays)
    assert [p.cues for p in Take.load(tmp_path / "old.npz").performances] == [(), ()]


def test_a_take_of_the_second_format_gives_the_plans_that_were_among_its_events(
    tmp_path: Path,
) -> None:
    take().save(tmp_path / "take.npz")
    with np.load(tmp_path / "take.npz") as saved:
        arrays = dict(saved)
    about = json.loads(arrays["about"].tobytes())
    about["version"] = 2
    for described in about["performances"]:
        del described["plans"]
        described["events"] += [[0.2, "plan 0 3 0"], [0.3, "on_feet"], [0.4, "plan squat 2"]]
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), dtype=np.uint8)
    np.savez_compressed(tmp_path / "old.npz", **arrays)
    first = Take.load(tmp_path / "old.npz").performances[0]
    assert first.plans == [(0.2, "0 3 0"), (0.4, "squat 2")]
    assert first.events == [(0.05, "footstrike.L"), (0.1, "fell"), (0.3, "on_feet")]
    assert plans_found(first) == ("squat 2", "0 3 0")


def test_a_take_keeps_the_name_that_it_was_given(tmp_path: Path) -> None:
    take().save(tmp_path / "walked.take")
    assert [path.name for path in tmp_path.iterdir()] == ["walked.take"]


def test_a_take_cut_short_anywhere_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "take.npz"
    take().save(path)
    whole = path.read_bytes()
    for length in range(0, len(whole) - 1, 997):
        path.write_bytes(whole[:length])
        with pytest.raises(InvalidInput, match="not a take"):
            Take.load(path)


@pytest.mark.parametrize("content", [b"", b"no take", b"PK\x03\x04", b"\x93NUMPY"])
def test_another_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "take.npz"
    path.write_bytes(content)
    with pytest.raises(InvalidInput, match="not a take"):
        Take.load(path)


def test_one_array_in_a_file_is_refused(tmp_path: Path) -> None:
    np.save(tmp_path / "take.npy", np.zeros(3))
    with pytest.raises(InvalidInput, match="not a take"):
        Take.load(tmp_path / "take.npy")


def with_about(path: Path, about: Any) -> None:
    """Write the take with another description of itself."""
    take().save(path)
    text = np.frombuffer(json.dumps(about).encode(), dtype=np.uint8)
    buffer = io.BytesIO()
    np.save(buffer, text)
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in {**members, "about.npy": buffer.getvalue()}.items():
            archive.writestr(name, content)


@pytest.mark.parametrize(
    "about",
    [{}, [], {"version": "x"}, {"version": 1}, {"version": 1, "performances": [{}], "props": []}],
)
def test_a_take_with_a_wrong_description_is_refused(tmp_path: Path, about: Any) -> None:
    with_about(tmp_path / "take.npz", about)
    with pytest.raises(InvalidInput, match="not a take"):
        Take.load(tmp_path / "take.npz")


def test_a_take_from_a_newer_footfall_asks_for_an_update(tmp_path: Path) -> None:
    with_about(tmp_path / "take.npz", {"version": 99, "performances": [], "props": []})
    with pytest.raises(InvalidInput, match="has format 99; this Footfall reads up to 4: update"):
        Take.load(tmp_path / "take.npz")


def test_a_missing_take_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"The take .* cannot be read: No such file"):
        Take.load(tmp_path / "none.npz")


def test_a_take_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"The take .* cannot be written: No such file"):
        take().save(tmp_path / "missing" / "take.npz")
    assert not list(tmp_path.iterdir())


def test_a_disk_that_fills_up_leaves_the_take_that_was_there(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="only Unix can limit the size of a file")
    path = tmp_path / "take.npz"
    take().save(path)
    before = path.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) // 2, hard))
    try:
        with pytest.raises(InvalidInput, match="cannot be written"):
            take().save(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
