"""What a bake may write: destination, keys, root motion, blends, loops, contacts."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..base.checks import check_number
from ..base.errors import InvalidInput

# Each choice has the panel's label and a sentence; panel and command line show both.
DESTINATIONS = {
    "new": ("New Action", "A new Action; the old one is kept"),
    "active": (
        "Active Action",
        "Into the active Action's slot: only the frames baked are replaced",
    ),
    "nla": ("NLA Strip", "A new strip over what is there in the Nonlinear Animation editor"),
}
KEYS = {
    "every": ("Every n Frames", "A key on every frame, or on every n-th"),
    "reduced": ("Reduced", "As few keys as stay within an error, with handles"),
}
ROOT_MOTIONS = {
    "hips": ("Hips", "The hips travel"),
    "root": ("Root Bone", "The root bone travels on the ground below the hips"),
    "object": ("Object", "The armature object travels on the ground below the hips"),
    "in_place": ("In Place", "Nothing travels: the motion stays on the spot"),
}
CONTACTS = {
    "none": ("None", "Contacts are not written"),
    "markers": ("Markers", "A marker on the timeline where a foot lands or leaves the ground"),
    "property": ("Property", "Keyed properties of the armature, 1 while a foot bears a load"),
}
MOST_STEPS, MOST_KEY_STEP, MOST_BLEND = 100, 100, 1000
ROTATION_ERRORS, LOCATION_ERRORS = (0.001, 10.0), (0.001, 100.0)  # [degrees], [mm]


@dataclass(frozen=True, kw_only=True)
class Output:
    """How a take becomes keys.

    Attributes:
        destination: one of DESTINATIONS.
        frames: first and last frame of the scene to write; None: all of the take.
        keys: one of KEYS.
        key_step: with keys "every": the number of frames between keys.
        rotation_error: [degrees], with keys "reduced": bound on any bone in any frame.
        location_error: [mm], likewise.
        root_motion: one of ROOT_MOTIONS.
        blend_frames: number of frames over which the rig's present pose blends into the take; with
            0 the take starts at once.
        loop_steps: number of steps of a seamless cycle, even; with 0 the take stays as it is.
        feet_on_ik: whether the feet of a Rigify rig are written to its IK controls.
        contacts: one of CONTACTS.
        extend_scene: whether the scene's end is moved to the last key when that lies beyond it.
    """

    destination: str = "new"
    frames: tuple[int, int] | None = None
    keys: str = "every"
    key_step: int = 1
    rotation_error: float = 0.2
    location_error: float = 1.0
    root_motion: str = "hips"
    blend_frames: int = 0
    loop_steps: int = 0
    feet_on_ik: bool = False
    contacts: str = "none"
    extend_scene: bool = True

    def __post_init__(self) -> None:
        _check_choice("the destination", self.destination, DESTINATIONS)
        _check_choice("the kind of keys", self.keys, KEYS)
        _check_choice("the root motion", self.root_motion, ROOT_MOTIONS)
        _check_choice("the contacts", self.contacts, CONTACTS)
        check_number("the key step", self.key_step, "frames", 1, MOST_KEY_STEP)
        check_number("the rotation error", self.rotation_error, "degrees", *ROTATION_ERRORS)
        check_number("the location error", self.location_error, "mm", *LOCATION_ERRORS)
        check_number("the blend", self.blend_frames, "frames", 0, MOST_BLEND)
        check_number("the loop", self.loop_steps, "steps", 0, MOST_STEPS)
        if self.loop_steps % 2:
            raise InvalidInput(
                f"A loop must have an even number of steps, got {self.loop_steps}: after an odd "
                "one the other foot is in front."
            )
        if self.loop_steps and self.destination == "active":
            raise InvalidInput(
                "A loop goes on before and after its keys, so it cannot share the active Action: "
                "write it to a new Action or an NLA strip."
            )
        if self.loop_steps and (self.blend_frames or self.frames):
            raise InvalidInput(
                "A loop is written whole and from its own first pose: leave out the frame range "
                "and the blend."
            )
        if self.frames and self.frames[0] > self.frames[1]:
            raise InvalidInput(
                f"The frames to write must rise, got {self.frames[0]} to {self.frames[1]}."
            )

    @property
    def of_a_part(self) -> Output:
        """The same output without a loop, for a part of a take: a cycle is known at its end."""
        return replace(self, loop_steps=0)


def _check_choice(what: str, value: str, choices: dict[str, tuple[str, str]]) -> None:
    if value not in choices:
        raise InvalidInput(
            f"{what[:1].upper()}{what[1:]} must be one of {', '.join(choices)}, got {value!r}."
        )
