"""The skill of docs/adding_a_skill.md: the page's code is registered and simulated."""

from __future__ import annotations

import math
import re
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Shot, simulate
from footfall.base.rotations import matrices_from_quaternions
from footfall.catalogue import CUES
from footfall.catalogue import SKILLS as ENTRIES
from footfall.catalogue.entry import Ending, Skill
from footfall.catalogue.gait import STANCE_KNEE, STYLE, STYLE_BLEND
from footfall.catalogue.parameters import Parameter
from footfall.simulation.body import Motion
from footfall.simulation.records import Rows, views_of
from footfall.skills import SKILLS
from footfall.skills.behaviour import Behaviour, Values
from footfall.skills.biped import FEET, Biped
from footfall.skills.gait_command import set_gait, stand_still

IMPORTED = {
    "Behaviour": Behaviour, "Biped": Biped, "Ending": Ending, "FEET": FEET, "Motion": Motion,
    "Parameter": Parameter, "Rows": Rows, "STANCE_KNEE": STANCE_KNEE, "STYLE": STYLE,
    "STYLE_BLEND": STYLE_BLEND, "Skill": Skill, "Values": Values, "math": math,
    "set_gait": set_gait, "stand_still": stand_still, "views_of": views_of,
}  # fmt: skip


@pytest.fixture
def bow(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page's skill, registered for the duration of a test."""
    page = (root / "docs" / "adding_a_skill.md").read_text(encoding="utf-8")
    made = dict(IMPORTED)
    for block in re.findall(r"```python\n(.*?)```", page, flags=re.DOTALL):
        exec(block, made)
    for table in (ENTRIES, CUES):
        monkeypatch.setitem(table, "bow", made["BOW"])  # type: ignore[arg-type]
    module = ModuleType("footfall.skills.bow")
    module.__dict__.update(made)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(SKILLS["biped"], "bow", "bow:Bow")  # type: ignore[arg-type]


@pytest.mark.usefixtures("bow")
def test_a_new_skill_ends_with_its_entrys_event_and_the_next_cue_begins() -> None:
    cues = [Cue("bow", depth=0.4), Cue("walk", start=None, speed=0.6)]
    performance = simulate(
        Shot([Performer(Character.humanoid(), cues)], duration=5.0)
    ).performances[0]
    bowed, walks = performance.cues
    assert performance.fell_at is None
    assert bowed.done is not None and 0.2 < bowed.done < 2.0
    assert walks.began == pytest.approx(bowed.done, abs=0.01)
    torso = performance.segment_names.index("torso")
    ahead = matrices_from_quaternions(performance.segment_orientations[:, torso])[:, 2, 0]
    lean = -np.arcsin(ahead)  # how far the trunk's own forward axis points down [rad]
    assert lean.max() > 0.25
    assert performance.root_position[-1, 0] - performance.root_position[0, 0] > 0.5
