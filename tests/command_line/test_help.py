"""The help texts of the command line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from shell import Run

from footfall import list_styles
from footfall.catalogue import SKILLS, Parameter
from footfall.command_line.figures.entries import benchmark_names
from footfall.command_line.parameters import option


def test_skills_lists_every_parameter_with_its_range(footfall: Run) -> None:
    ended = footfall("skills")
    assert ended.returncode == 0
    for skill in SKILLS.values():
        assert f"{skill.name}: {skill.sentence}" in ended.stdout
        for parameter in skill.parameters:
            assert option(parameter) in ended.stdout
            if isinstance(parameter, Parameter):
                assert f"{parameter.low:g} to {parameter.high:g}" in ended.stdout
    assert not ended.stderr


def test_skills_lists_the_styles_and_the_push(footfall: Run) -> None:
    text = footfall("skills").stdout
    assert ", ".join(list_styles()) in text
    assert "-100000 to 100000 N, 300,0,0 if not given" in text


def test_bake_has_an_option_for_every_parameter(footfall: Run) -> None:
    text = footfall("bake", "--help").stdout
    for skill in SKILLS.values():
        for parameter in skill.parameters:
            assert option(parameter) in text


def test_the_worker_is_not_offered(footfall: Run) -> None:
    assert "worker" not in footfall("--help").stdout


@pytest.mark.parametrize("name", benchmark_names())
def test_every_benchmark_has_a_sentence_for_its_help(name: str, root: Path) -> None:
    assert (root / "benchmarks" / f"{name}.py").read_text().startswith('"""')


def test_an_output_that_nobody_reads_is_no_error(tmp_path: Path) -> None:
    line = f"{sys.executable} -m footfall skills | true"
    ended = subprocess.run(
        ["bash", "-o", "pipefail", "-c", line], capture_output=True, text=True, cwd=tmp_path
    )
    assert (ended.returncode, ended.stderr) == (0, "")
