"""States of compiled code that nobody uses any more are removed, and others are not."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from footfall.simulation.compiled_states import (
    KEPT_FOR,
    MARK,
    list_states,
    remove_states,
    use_state,
)

DAY = 86400.0  # [s]
USER = """
import sys, time
from pathlib import Path
from footfall.simulation.compiled_states import use_state
used = use_state(Path(sys.argv[1]))
print(used is not None, flush=True)
sys.stdin.read()
"""
RUNS = """
import sys
from footfall.simulation.compiled import cache_folder
print(cache_folder().name, flush=True)
sys.stdin.read()
"""
COMPILES = """
import numpy as np
from footfall.simulation.rotation import matrix_of
matrix_of(np.array([1.0, 0.0, 0.0, 0.0]))
"""


def make_state(folder: Path, digit: str, unused_for: float = 0.0) -> Path:
    """A state of a program that last ran so long ago [s]."""
    state = folder / (digit * 16)
    (state / "footfall.controllers").mkdir(parents=True)
    (state / "footfall.controllers" / "law.1.nbc").write_bytes(bytes(1000))
    (state / MARK).write_bytes(b"")
    then = time.time() - unused_for
    os.utime(state / MARK, (then, then))
    return state


@contextmanager
def used_elsewhere(state: Path) -> Iterator[None]:
    """A context in which another process uses a state."""
    with subprocess.Popen(
        [sys.executable, "-c", USER, str(state)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"True\n"
        yield
        process.communicate()


def test_a_state_that_was_not_used_for_long_is_removed_and_another_kept(tmp_path: Path) -> None:
    old, new = make_state(tmp_path, "a", 31 * DAY), make_state(tmp_path, "b", 29 * DAY)
    assert remove_states(tmp_path, unused_for=KEPT_FOR) == (1, 1000, 0)
    assert not old.exists() and new.exists()
    assert os.listdir(tmp_path) == [new.name]


def test_a_state_that_another_process_uses_is_kept_whole_until_that_ends(tmp_path: Path) -> None:
    state = make_state(tmp_path, "a")
    with used_elsewhere(state):
        then = time.time() - 365 * DAY
        os.utime(state / MARK, (then, then))
        assert remove_states(tmp_path) == (0, 0, 1)
        assert (state / "footfall.controllers" / "law.1.nbc").exists()
    assert remove_states(tmp_path).removed == 1
    assert not state.exists()


def test_a_process_that_waits_for_a_removal_gets_a_state_that_is_there(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl", reason="Windows moves no folder that is in use")
    state = make_state(tmp_path, "a")
    with (state / MARK).open("ab") as mark:
        fcntl.flock(mark, fcntl.LOCK_EX)  # as a process that removes it
        with subprocess.Popen(
            [sys.executable, "-c", USER, str(state)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as waiting:  # fmt: skip
            time.sleep(1.0)
            state.rename(tmp_path / "removed-a")
            mark.close()
            assert waiting.stdout is not None
            assert waiting.stdout.readline() == b"True\n"
            assert remove_states(tmp_path) == (0, 0, 1)
            waiting.communicate()


def test_using_a_state_counts_from_now_on(tmp_path: Path) -> None:
    state = make_state(tmp_path, "a", 31 * DAY)
    used = use_state(state)
    assert used is not None
    used.close()
    assert remove_states(tmp_path, unused_for=KEPT_FOR).removed == 0
    assert state.exists()


def test_a_state_that_no_process_has_marked_counts_from_when_it_last_grew(tmp_path: Path) -> None:
    for digit, age in (("a", 31 * DAY), ("b", DAY)):  # made by the program before there were marks
        state = make_state(tmp_path, digit)
        (state / MARK).rename(state / "compiled.jsonl")
        for path in (state / "compiled.jsonl", state / "footfall.controllers", state):
            os.utime(path, (time.time() - age,) * 2)
    remove_states(tmp_path, unused_for=KEPT_FOR)
    assert [path.name[0] for path in list_states(tmp_path)] == ["b"]


def test_nothing_else_in_the_folder_is_touched(tmp_path: Path) -> None:
    """The artist may choose any folder."""
    make_state(tmp_path, "a")
    (tmp_path / "holiday").mkdir()
    (tmp_path / "holiday" / MARK).write_bytes(b"mine")
    (tmp_path / ("b" * 16)).mkdir()
    (tmp_path / ("b" * 16) / "mine.txt").write_bytes(b"mine")
    (tmp_path / ("c" * 16)).write_bytes(b"mine")
    assert remove_states(tmp_path).removed == 1
    assert sorted(os.listdir(tmp_path)) == ["b" * 16, "c" * 16, "holiday"]


def test_what_killed_processes_left_is_removed_after_a_day(tmp_path: Path) -> None:
    for name, age in (
        ("removed-1", 2 * DAY), ("unpacking-1", 2 * DAY), ("unpacking-2", 60.0)
    ):  # fmt: skip
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (time.time() - age,) * 2)
    remove_states(tmp_path)
    assert os.listdir(tmp_path) == ["unpacking-2"]


def test_a_folder_that_is_not_there_or_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert use_state(tmp_path / "file" / ("a" * 16)) is None
    assert remove_states(tmp_path / "nowhere") == (0, 0, 0)
    assert remove_states(tmp_path / "file") == (0, 0, 0)


def test_a_program_that_compiles_removes_states_of_older_programs_and_keeps_its_own(
    tmp_path: Path,
) -> None:
    old, recent = make_state(tmp_path, "a", 31 * DAY), make_state(tmp_path, "b", DAY)
    used = make_state(tmp_path, "c", 31 * DAY)
    with used_elsewhere(used):
        os.utime(used / MARK, (time.time() - 31 * DAY,) * 2)
        for _ in range(2):
            subprocess.run(
                [sys.executable, "-c", COMPILES], check=True,
                env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
            )  # fmt: skip
    left = list_states(tmp_path)
    assert not old.exists()
    assert {recent, used} < set(left) and len(left) == 3
    own = next(state for state in left if state not in (recent, used))
    assert list(own.rglob("*matrix_of*.nbi"))


def test_laws_run_where_compiled_code_cannot_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    ended = subprocess.run(
        [sys.executable, "-c", COMPILES], capture_output=True, text=True, check=False,
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "file" / "compiled")},
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr


def test_no_process_loses_its_compiled_code_while_it_runs(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", RUNS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
    ) as process:  # fmt: skip
        assert process.stdout is not None
        own = tmp_path / process.stdout.readline().strip()
        assert remove_states(tmp_path) == (0, 0, 1)
        assert own.is_dir()
        process.communicate()
    assert remove_states(tmp_path).removed == 1
