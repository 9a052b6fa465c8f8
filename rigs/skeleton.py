"""An armature as plain data: a tree of bones with their rest matrices, without Blender."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Skeleton:
    """Bones, parents before their children, in the armature's space and units.

    Attributes:
        armature: the armature's name.
        names: (bones,).
        parents: index of each bone's parent, -1 for none.
        matrices: (bones, 4, 4): a bone's head is the last column, its own y points to its tail.
        tails: (bones, 3).
        to_world: (4, 4): from the armature's space to the scene's.
        deforms: (bones,) whether a bone moves a mesh; controls do not.
    """

    armature: str
    names: tuple[str, ...]
    parents: tuple[int, ...]
    matrices: Array
    tails: Array
    to_world: Array
    deforms: tuple[bool, ...]

    @property
    def heads(self) -> Array:
        """Positions of the bones' heads (bones, 3)."""
        return self.matrices[:, :3, 3]

    @cached_property
    def index(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self.names)}

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        lists: list[list[int]] = [[] for _ in self.names]
        for i, parent in enumerate(self.parents):
            if parent >= 0:
                lists[parent].append(i)
        return tuple(tuple(found) for found in lists)

    @cached_property
    def depths(self) -> tuple[int, ...]:
        depths: list[int] = []
        for parent in self.parents:
            depths.append(0 if parent < 0 else depths[parent] + 1)
        return tuple(depths)

    def ancestors(self, bone: int) -> Iterator[int]:
        """The bone itself, its parent, and so on up to a root."""
        while bone >= 0:
            yield bone
            bone = self.parents[bone]

    def descendants(self, bone: int) -> Iterator[int]:
        """The bone itself and all its descendants."""
        waiting = [bone]
        while waiting:
            found = waiting.pop()
            yield found
            waiting.extend(self.children[found])

    def carries(self, ancestor: int, bone: int) -> bool:
        """Whether `bone` is `ancestor` or one of its descendants."""
        return ancestor in self.ancestors(bone)

    def common_ancestor(self, a: int, b: int) -> int:
        """The lowest bone that carries both; -1 when there is none."""
        above = set(self.ancestors(a))
        return next((i for i in self.ancestors(b) if i in above), -1)

    def path(self, start: int, end: int) -> list[int]:
        """Bones from `start` down to `end`, both included; only `end` if it is no descendant."""
        way = [end]
        while way[-1] != start and self.parents[way[-1]] >= 0:
            way.append(self.parents[way[-1]])
        return way[::-1] if way[-1] == start else [end]

    def part(self, bones: Sequence[int]) -> Skeleton:
        """Some of the bones, in order, each with its nearest ancestor among them as its parent."""
        place = {bone: i for i, bone in enumerate(bones)}
        above = [next((b for b in self.ancestors(self.parents[bone]) if b in place), -1)
                 for bone in bones]  # fmt: skip
        chosen = list(bones)
        return replace(
            self,
            names=tuple(self.names[bone] for bone in chosen),
            parents=tuple(place.get(bone, -1) for bone in above),
            matrices=self.matrices[chosen],
            tails=self.tails[chosen],
            deforms=tuple(self.deforms[bone] for bone in chosen),
        )

    def distance(self, a: int, b: int) -> float:
        """The distance between two bones' heads."""
        return float(np.linalg.norm(self.heads[a] - self.heads[b]))
