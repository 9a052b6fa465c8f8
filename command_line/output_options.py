"""The options of `footfall bake` on how a take becomes keys."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from ..catalogue.output import CONTACTS, DESTINATIONS, KEYS, ROOT_MOTIONS, Output
from .parameters import number, whole


def add_output_options(group: Any) -> None:
    plain = Output()
    _add_choice(group, "--into", DESTINATIONS, plain.destination)
    group.add_argument(
        "--frames", type=whole, nargs=2, metavar=("FIRST", "LAST"), help="write only these frames"
    )
    _add_choice(group, "--keys", KEYS, plain.keys)
    _add_number(group, "--key-step", whole, plain.key_step, "a key on every so many frames")
    _add_number(
        group, "--rotation-error", number, plain.rotation_error, "[degrees], of reduced keys"
    )
    _add_number(group, "--location-error", number, plain.location_error, "[mm], of reduced keys")
    _add_choice(group, "--root-motion", ROOT_MOTIONS, plain.root_motion)
    _add_number(
        group, "--blend", whole, plain.blend_frames,
        "start where and as the rig is posed on the start frame, and blend over so many frames",
    )  # fmt: skip
    _add_number(
        group, "--loop", whole, plain.loop_steps, "a seamless cycle of so many steps of a walk"
    )
    ik_help = "key a Rigify rig's IK feet: those that bear a load stand still"
    group.add_argument("--feet-on-ik", action="store_true", help=ik_help)
    _add_choice(group, "--contacts", CONTACTS, plain.contacts)


def given_output(arguments: Namespace) -> Output:
    """The output as typed; raises InvalidInput for contradictory options."""
    return Output(
        destination=arguments.into,
        frames=tuple(arguments.frames) if arguments.frames else None,
        keys=arguments.keys,
        key_step=arguments.key_step,
        rotation_error=arguments.rotation_error,
        location_error=arguments.location_error,
        root_motion=arguments.root_motion,
        blend_frames=arguments.blend,
        loop_steps=arguments.loop,
        feet_on_ik=arguments.feet_on_ik,
        contacts=arguments.contacts,
    )


def _add_choice(
    group: Any, option: str, choices: dict[str, tuple[str, str]], default: str
) -> None:  # fmt: skip
    described = "; ".join(f"{name}: {sentence}" for name, (_, sentence) in choices.items())
    group.add_argument(
        option, default=default, metavar="HOW", help=f"{described} ({default} if none)"
    )


def _add_number(group: Any, option: str, kind: Any, default: float, text: str) -> None:
    group.add_argument(
        option, type=kind, default=default, metavar="N", help=f"{text} ({default:g} if none)"
    )
