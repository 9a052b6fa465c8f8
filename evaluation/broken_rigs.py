"""Armatures that are broken in every way that we could think of, each from a seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ..bodies.character import Character
from ..rigs.skeleton import Skeleton
from .drawn_bodies import REST_POSES, build_armature, turn_about
from .drawn_conventions import convention_files, draw_convention, in_one_armature

Random = np.random.Generator
BODY_WORDS = ("Hips", "Spine", "Neck", "Head", "LeftLeg", "RightLeg", "thigh.L", "thigh.R", "foot",
              "左足", "Bip01 L Calf", "upper_arm.R", "Bone", "ik", "", "ToeBase")  # fmt: skip
# Letters that look like others, or like nothing.
LOOKALIKES = {"e": "е", "o": "ο", "a": "а", "L": "Ꮮ", "i": "і"}
NOTHINGS = ("\u200b", "\u00a0", "\u0301", "🦵", "\t")


def draw_broken(bpy: Any, seed: int) -> Any:
    """The armature of a seed, in the open scene."""
    random = np.random.default_rng(seed)
    names = convention_files()
    pose = list(REST_POSES.values())[int(random.integers(len(REST_POSES)))]
    turn = turn_about(2, float(random.uniform(0, 360)))
    convention = names[int(random.integers(len(names)))]
    skeleton = draw_convention(convention, Character.humanoid(), pose, turn)
    return KINDS[seed % len(KINDS)](bpy, skeleton, random)


def _some(skeleton: Skeleton, random: Random, share: float) -> list[int]:
    return [i for i in range(len(skeleton.names)) if random.random() < share]


def _moved(skeleton: Skeleton, bones: list[int], heads: Any) -> Skeleton:
    matrices, tails = skeleton.matrices.copy(), skeleton.tails.copy()
    tails[bones] += heads - matrices[bones, :3, 3]
    matrices[bones, :3, 3] = heads
    return replace(skeleton, matrices=matrices, tails=tails)


def bones_left_out(bpy: Any, skeleton: Skeleton, random: Random) -> Any:
    gone = set(_some(skeleton, random, float(random.uniform(0.05, 0.6))))
    kept = [i for i in range(len(skeleton.names)) if i not in gone]
    return build_armature(bpy, skeleton.part(kept))


def no_legs(bpy: Any, skeleton: Skeleton, random: Random) -> Any:
    hips = skeleton.heads[:, 2].max() * random.uniform(0.4, 0.6)
    kept = [i for i, head in enumerate(skeleton.heads) if head[2] > hips]
    return build_armature(bpy, skeleton.part(kept))


def few_bones(bpy: Any, skeleton: Skeleton, random: Random) -> Any:
    return build_armature(bpy, skeleton.part(list(range(int(random.integers(0, 4))))))


def tiny_bones(bpy: Any, skeleton: Skeleton, random: Random) -> Any:
    """Blender drops bones of no length, so these have next to none."""
    tails = skeleton.heads + 1e-5 * random.normal(size=skeleton.tails.shape)
    return build_armature(bpy, replace(skeleton, tails=tails))


def joints_at_one_point(bpy: Any, skeleton: Skeleton, random: Random) -> Any:
    bones = _some(skeleton, random, float(random.choice([0.3, 0.7, 1.0])))
    return build_armature(bpy, _moved(skeleton, bones, skeleton.heads[0]))


def joints_anywhere(bpy: Any, skeleton: Skeleton, random: Random) -> Any:
    bones = _some(skeleton, random, 0.5)
    return build_armature(bpy, _moved(skeleton, bones, random.normal(size=(len(bones), 3))))


def far_and_huge(bpy: Any, skeleton: Skeleton, random: Random) -> Any:
    bones = list(range(len(skeleton.names)))
    scale = float(random.choice([1e-6, 1e-3, 1e4, 1e8, 1e15]))
    return build_armature(bpy, _moved(skeleton, bones, skeleton.heads * scale))


def not_a_number(bpy: Any, skeleton: Skeleton, random: Random) -> Any:
    armature = build_armature(bpy, skeleton)
    bone = armature.pose.bones[int(random.integers(len(skeleton.names)))]
    broken = float(random.choice([np.nan, np.inf]))
    if random.random() < 0.5:
        armature.location = (broken, 0.0, 0.0)
    else:
        bone.location = (0.0, broken, 0.0)
        bone.scale = (1.0, broken, 1.0)
    bpy.context.view_layer.update()
    return armature


def circles_of_constraints(bpy: Any, skeleton: Skeleton, random: Random) -> Any:
    armature = build_armature(bpy, skeleton)
    bones = list(armature.pose.bones)
    for _ in range(4):
        a, b = random.permutation(len(bones))[:2]
        for one, other in ((a, b), (b, a)):
            kind = str(random.choice(["COPY_TRANSFORMS", "CHILD_OF", "DAMPED_TRACK", "IK"]))
            constraint = bones[one].constraints.new(kind)
            constraint.target, constraint.subtarget = armature, bones[other].name
    bpy.context.view_layer.update()
    return armature


def five_hundred_bones(bpy: Any, skeleton: Skeleton, random: Random) -> Any:
    """A tree of random bones, of which some have names of a body."""
    count = 500
    words = [str(random.choice(BODY_WORDS)) for _ in range(count)]
    heads = random.normal(size=(count, 3))
    matrices = np.tile(np.eye(4), (count, 1, 1))
    matrices[:, :3, 3] = heads
    tree = replace(
        skeleton,
        names=tuple(f"{word}.{i:03d}" for i, word in enumerate(words)),
        parents=(-1, *(int(random.integers(-1, i)) for i in range(1, count))),
        matrices=matrices,
        tails=heads + random.normal(size=(count, 3)),
        deforms=(True,) * count,
    )
    return build_armature(bpy, tree)


def strange_names(bpy: Any, skeleton: Skeleton, random: Random) -> Any:
    def spell(name: str) -> str:
        for letter, twin in LOOKALIKES.items():
            if random.random() < 0.3:
                name = name.replace(letter, twin)
        at = int(random.integers(len(name) + 1))
        return name[:at] + str(random.choice(NOTHINGS)) + name[at:]

    return build_armature(bpy, replace(skeleton, names=tuple(map(spell, skeleton.names))))


def shuffled_names(bpy: Any, skeleton: Skeleton, random: Random) -> Any:
    order = random.permutation(len(skeleton.names))
    return build_armature(bpy, replace(skeleton, names=tuple(skeleton.names[i] for i in order)))


def one_name(bpy: Any, skeleton: Skeleton, random: Random) -> Any:
    word = str(random.choice(BODY_WORDS)) or "Bone"
    return build_armature(bpy, replace(skeleton, names=(word,) * len(skeleton.names)))


def no_parents(bpy: Any, skeleton: Skeleton, random: Random) -> Any:
    cut = set(_some(skeleton, random, float(random.choice([0.2, 1.0]))))
    parents = tuple(-1 if i in cut else above for i, above in enumerate(skeleton.parents))
    return build_armature(bpy, replace(skeleton, parents=parents))


def odd_scale(bpy: Any, skeleton: Skeleton, random: Random) -> Any:
    armature = build_armature(bpy, skeleton)
    signs = random.choice([-1.0, 1.0], size=3)
    sizes = random.choice([0.0, 1e-9, 0.01, 1.0, 2.0, 1e9]) if random.random() < 0.5 else 1.0
    armature.scale = tuple(signs * sizes * random.choice([1.0, 1.0, 3.0], size=3))
    bpy.context.view_layer.update()
    return armature


def skewed_parent(bpy: Any, skeleton: Skeleton, random: Random) -> Any:
    armature = build_armature(bpy, skeleton)
    above = bpy.data.objects.new("above", None)
    bpy.context.collection.objects.link(above)
    above.scale, above.rotation_euler = (1.0, 3.0, 0.5), tuple(random.uniform(-3, 3, 3))
    armature.parent, armature.rotation_euler = above, tuple(random.uniform(-3, 3, 3))
    bpy.context.view_layer.update()
    return armature


def two_characters(bpy: Any, skeleton: Skeleton, random: Random) -> Any:
    all_bones = list(range(len(skeleton.names)))
    other = _moved(skeleton, all_bones, skeleton.heads + np.array([2.0, 0.0, 0.0]))
    return build_armature(bpy, in_one_armature(skeleton, other, "B:{}".format))


def being_edited(bpy: Any, skeleton: Skeleton, random: Random) -> Any:
    armature = build_armature(bpy, skeleton)
    bpy.ops.object.mode_set(mode="EDIT")
    return armature


def flat(bpy: Any, skeleton: Skeleton, random: Random) -> Any:
    heads = skeleton.heads.copy()
    heads[:, int(random.integers(3))] = 0.0
    return build_armature(bpy, _moved(skeleton, list(range(len(heads))), heads))


def posed_to_nothing(bpy: Any, skeleton: Skeleton, random: Random) -> Any:
    armature = build_armature(bpy, skeleton)
    for bone in armature.pose.bones:
        if random.random() < 0.3:
            bone.scale = (0.0, 0.0, 0.0)
    bpy.context.view_layer.update()
    return armature


KINDS: tuple[Callable[[Any, Skeleton, Random], Any], ...] = (
    bones_left_out, no_legs, few_bones, tiny_bones, joints_at_one_point, joints_anywhere,
    far_and_huge, not_a_number, circles_of_constraints, five_hundred_bones, strange_names,
    shuffled_names, one_name, no_parents, odd_scale, skewed_parent, two_characters, being_edited,
    flat, posed_to_nothing,
)  # fmt: skip
