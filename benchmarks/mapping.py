"""Mapping: rigs of other projects, drawn rigs of many conventions, broken.

The other projects' files are looked for beside the checkout; without them their row is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..evaluation.broken_rigs import KINDS
from ..evaluation.drawn_conventions import convention_files
from ..evaluation.mapped_variants import VARIANTS, outcome_of, wrong_roles
from ..simulation.silence_output import silence_output
from .parts.table import Row

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
BIPEDS = (
    "mpfb_mixamo_rig.blend", "cmu_cgspeed_walk.bvh", "mocapbank_kneel_and_stand.bvh",
    "makehuman_tpose.bvh", "mannequiny.glb", "kaykit_Knight.glb", "RiggedFigure_unnamed.glb",
    "rocketbox_Male_Adult_17.fbx", "pab_jog.fbx", "cmu_08_02_walk.fbx",
)  # fmt: skip
BROKEN = 300


def measure() -> list[Row]:
    """All rows; takes about a minute."""
    rows = [shared_row()] if DATA.is_dir() else []
    return [*rows, *convention_rows(), broken_row()]


def shared_row() -> Row:
    """The files of other projects: all mapped, or one question, whose answer maps them."""
    from ..rigs.blender.files import open_rig
    from ..rigs.blender.rig import map_bones

    alone, asked, lost = 0, 0, []
    for file in BIPEDS:
        with silence_output():
            bones = map_bones(open_rig(str(DATA / file)))
        if bones.missing_required:
            lost.append(file)
        elif bones.question:
            asked += 1
        else:
            alone += 1
    ours = f"{alone} alone, {asked} with one question"
    ours += f"; not {', '.join(lost)}" if lost else ""
    figure = "rigs of other projects mapped, of 10"
    return Row(figure, "", "", ours, not lost, "must: 10, alone or with one question")


def convention_rows() -> Iterator[Row]:
    """One row for each variant: in how many conventions every role has the right bone."""
    for name, variant in VARIANTS.items():
        wrong = [c for c in convention_files() if wrong_roles(c, variant)]
        count = len(convention_files())
        ours = f"{count - len(wrong)}" + (f"; not {', '.join(wrong)}" if wrong else "")
        yield Row(f"conventions, {name}: of {count}", "", "", ours, not wrong, f"must: {count}")


def broken_row() -> Row:
    """Random and broken armatures: mapped, or refused with one sentence."""
    mapped, refused, failed = 0, 0, []
    for seed in range(BROKEN):
        outcome = outcome_of(seed)
        if outcome == "mapped":
            mapped += 1
        elif outcome == "refused":
            refused += 1
        else:
            failed.append(f"{seed} ({KINDS[seed % len(KINDS)].__name__}): {outcome}")
    ours = f"{mapped} mapped, {refused} refused" + ("; " + "; ".join(failed) if failed else "")
    figure = f"random and broken armatures, of {BROKEN}"
    return Row(figure, "", "", ours, not failed, "must: mapped or refused with one sentence")


