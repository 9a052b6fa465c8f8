"""Roles from the words in bone names, where no convention's table fits.

The meaning of a word depends on the other names: "arm" is the upper arm if there is a forearm,
"shoulder" the upper arm if no arm is named, "leg" the lower leg if there is a thigh.
"""

from __future__ import annotations

from ..skeleton import Skeleton
from .labels import Label, read_label
from .spelling import tidy_names


def match_words(skeleton: Skeleton) -> dict[str, list[str]]:
    """For each role, the bones that its words name; deforming bones and those nearest to the root
    come first.
    """
    named: dict[Label, list[str]] = {}
    bones = range(len(skeleton.names))
    tidy = tidy_names(skeleton.names)
    for bone in sorted(bones, key=lambda i: (not skeleton.deforms[i], skeleton.depths[i])):
        label = read_label(tidy[bone])
        if label is not None:
            named.setdefault(label, []).append(skeleton.names[bone])
    found = _middle(named)
    for side in "LR":
        found.update(_limbs(named, side))
    return {role: bones for role, bones in found.items() if bones}


def _middle(named: dict[Label, list[str]]) -> dict[str, list[str]]:
    def bones(part: str) -> list[str]:
        return named.get(Label(part, ""), [])

    return {"pelvis": bones("hips") + bones("hip"), "head": bones("neck") + bones("head")}


def _limbs(named: dict[Label, list[str]], side: str) -> dict[str, list[str]]:
    def bones(part: str) -> list[str]:
        return named.get(Label(part, side), [])

    upper_arm, lower_arm = bones("upper_arm"), bones("lower_arm")
    if not upper_arm and bones("arm") and lower_arm:
        upper_arm = bones("arm")
    elif upper_arm and not lower_arm:
        lower_arm = bones("arm")
    elif not upper_arm:
        upper_arm = bones("shoulder")
        lower_arm = lower_arm or bones("arm")
    upper_leg, lower_leg = bones("upper_leg"), bones("lower_leg")
    if upper_leg and not lower_leg:
        lower_leg = bones("leg")
    elif not upper_leg:
        upper_leg = bones("leg") if lower_leg and bones("leg") else bones("hip")
        lower_leg = lower_leg or bones("leg")
    foot, toes = bones("ankle") + bones("foot"), bones("toes")
    if bones("ankle") and not toes:
        toes = bones("foot")
    return {
        f"upper_arm.{side}": upper_arm,
        f"lower_arm.{side}": lower_arm,
        f"hand.{side}": bones("hand"),
        f"upper_leg.{side}": upper_leg,
        f"lower_leg.{side}": lower_leg,
        f"foot.{side}": foot,
        f"toes.{side}": toes,
    }
