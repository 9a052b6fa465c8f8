"""The options that name a render farm."""

from __future__ import annotations

from pathlib import Path

import pytest
from shell import Run, walk

FAR = "tcp://198.51.100.1:8786"  # of no computer: a connection to it would be the complaint


def test_a_plain_scheduler_elsewhere_is_refused(footfall: Run, tmp_path: Path) -> None:
    walk().save(tmp_path / "shot.json")
    ended = footfall("simulate", "shot.json", "--out", "take.npz", "--scheduler", FAR)
    assert ended.returncode != 0
    [sentence] = ended.stderr.splitlines()
    assert sentence.startswith(f"footfall: The scheduler '{FAR}' is on another computer and does")
    assert not (tmp_path / "take.npz").exists()


def test_a_search_is_not_sent_there_either(footfall: Run) -> None:
    ended = footfall("learn-walk", "regular", "--out", "walk.json", "--scheduler", FAR)
    assert "is on another computer and does not encrypt" in ended.stderr


@pytest.mark.parametrize("command", ["simulate", "crowd", "learn-walk"])
def test_the_switch_that_allows_it_says_why_it_matters(footfall: Run, command: str) -> None:
    said = " ".join(footfall(command, "--help").stdout.split())
    _, _, switch = said.partition("--allow-unencrypted let the scheduler")
    assert "anybody on that network could run code on the workers" in switch


def test_the_switch_alone_says_nothing(footfall: Run, tmp_path: Path) -> None:
    walk().save(tmp_path / "shot.json")
    ended = footfall("simulate", "shot.json", "--out", "take.npz", "--allow-unencrypted")
    assert "--allow-unencrypted says nothing without --scheduler" in ended.stderr
