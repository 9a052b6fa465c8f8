"""The body editor: factors stored in the armature change the simulated body."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stepping import BEGUN

Run = Callable[[str], dict[str, Any]]


def test_factors_change_the_measured_body_and_a_preview_follows(in_blender: Run) -> None:
    said = in_blender(
        BEGUN
        + """
until(simulated)
first = active_preview()
before, take = first.rig_run.rig.character, first.take
rig.footfall.body.upper_leg_L_mass = 1.5
rig.footfall.body.trunk_width = 1.2
until(lambda: active_preview().take is not take and simulated())
after = active_preview().rig_run.rig.character
bpy.ops.footfall.cancel()
said["masses"] = {s.name: after.segment(s.name).mass / s.mass for s in before.segments}
said["joints"] = after.standing_origins() == before.standing_origins()
said["panel"] = str(drawn(bpy.types.FOOTFALL_PT_body))
"""
    )
    masses = said["masses"]
    assert abs(masses["upper_leg.L"] - 1.5) < 1e-9
    assert abs(masses["torso"] - 1.44) < 1e-6
    assert abs(masses["upper_leg.R"] - 1.0) < 1e-9
    assert said["joints"]
    for name in ("upper_leg_L_mass", "trunk_width", "foot_R_strength"):
        assert f"FOOTFALL_PG_body.{name}" in said["panel"]
    assert "foot_L_width" not in said["panel"]
    assert "rna_uiItem" not in said["stderr"]
