"""A shot with something in each of its parts."""

from __future__ import annotations

from footfall import Character, Cue, Ground, KeyedMotion, Performer, Prop, Push, Shot

BODY = Character.humanoid()
TURNING = KeyedMotion(
    (0.0, 1.5), ((0.0, 0.0, 1.0), (0.0, 0.5, 1.0)), ((1.0, 0.0, 0.0, 0.0), (0.8, 0.0, 0.0, 0.6))
)

PUSHED = [
    Cue("walk", style="mine, tired", style_blend=0.5),
    Cue("push", start=3.0, force=(600.0, 0.0, 0.0), segment="head"),
    Cue("push", force=[0.0, 50.0, 0.0], duration=5.0),
]


def rich_shot() -> Shot:
    knees_bent = {"knee.L": 0.3, "hip.L": (1.0, 0.0, 0.0, 0.0), "root": ((0, 0, 1), (1, 0, 0, 0))}
    return Shot(
        performers=[
            Performer(BODY, [Cue("walk", speed=((0.0, 0.6), (4.0, 1.0))), Cue("stand", start=8.0)]),
            Performer(BODY.vary(seed=3), PUSHED, (2.0, 1.0), heading=1.0, pose=knees_bent),
        ],
        pushes=[Push(0, "torso", 5.0, 0.1, (600.0, 0.0, 0.0), point=(0.0, 0.1, 0.0))],
        styles={"mine": {"version": 1, "name": "mine", "curves": {"elbow_bend": [1, 2]}}},
        ground=Ground.flat(friction=0.5),
        props=[
            Prop("crate", size=(0.4, 0.4, 0.4), mass=5.0, handles={"left": (0.0, 0.2, 0.0)}),
            Prop("rock", "mesh", vertices=((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))),
            Prop("ball", "sphere", (0.1,), mass=1.0, velocity=(3.0, 0.0, 1.0)),
            Prop("door", size=(0.9, 0.05, 2.0), motion=TURNING),
        ],
        duration=10.0,
        frame_rate=29.97,
        seed=7,
        gravity=(0.0, 0.0, -1.62),
    )
