"""Compiled laws that come with the package reach the user's folder once, and whole."""

from __future__ import annotations

import os
from pathlib import Path

from footfall.jobs.compiled_code import ANY_CPU, unpack


def shipped_in(folder: Path) -> Path:
    laws = folder / "compiled" / "0123456789abcdef"
    laws.mkdir(parents=True)
    (laws / "walk.nbi").write_bytes(b"index")
    return laws.parent


def test_a_package_without_compiled_laws_changes_nothing(tmp_path: Path) -> None:
    assert unpack(tmp_path / "compiled", tmp_path / "user") == {}
    assert not (tmp_path / "user").exists()


def test_compiled_laws_are_copied_for_the_processor_they_are_for(tmp_path: Path) -> None:
    user = tmp_path / "user"
    assert unpack(shipped_in(tmp_path), user) == ANY_CPU
    assert (user / "0123456789abcdef" / "walk.nbi").read_bytes() == b"index"
    assert os.listdir(user) == ["0123456789abcdef"], "nothing is left behind"


def test_what_the_user_has_compiled_since_is_kept(tmp_path: Path) -> None:
    user, shipped = tmp_path / "user", shipped_in(tmp_path)
    unpack(shipped, user)
    (user / "0123456789abcdef" / "run.nbi").write_bytes(b"own")
    assert unpack(shipped, user) == ANY_CPU
    assert (user / "0123456789abcdef" / "run.nbi").read_bytes() == b"own"


def test_a_folder_that_cannot_be_made_leaves_the_compiling_to_the_worker(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert unpack(shipped_in(tmp_path), tmp_path / "file" / "user") == ANY_CPU
