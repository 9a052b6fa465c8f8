"""Fall: the joints give way until the body lies still; a protective one keeps its shape softly."""

from __future__ import annotations

import numpy as np

from ...bodies.strength import base_name
from ...controllers.balance.compliant_fall import Compliant, compliant_actuators, make_compliant
from ...simulation.body import Body, Motion
from ...simulation.pose import joint_positions
from ...simulation.records import Rows, views_of
from ...simulation.rotation import Array
from ..behaviour import Behaviour, Values
from ..coming_to_rest import LOOK_STEPS, ComingToRest
from .quadruped import Quadruped

LIMP_DAMPING = 0.25  # of the joints' damping: resistance of muscles at rest
# Of each joint's stiffness in a fall that protects fully; the rest of the body is limp.
STIFFNESS_SCALE = {
    "neck": 3.0, "head": 2.0, "hip.F": 0.3, "hip.B": 0.3, "knee.F": 0.2, "knee.B": 0.2,
    "ankle.F": 0.2, "ankle.B": 0.2,
    **dict.fromkeys(("spine1", "spine2", "spine3", "spine4", "torso"), 0.6),
}  # fmt: skip


class Fall(Behaviour[Quadruped]):
    """
    Attributes:
        protect: 0 for a limp body, 1 for a body that braces.
    """

    may_touch = None  # the body means to fall: anything may touch the ground
    moves_body = True

    def __init__(self, body: Quadruped) -> None:
        super().__init__(body)
        self.protect = 1.0
        self._dt = float(body.command["dt"])
        character = body.character
        self._compliants: Rows[Compliant] = make_compliant(views_of(Body, body.body), self._dt)
        self._compliant = self._compliants[0]
        self._compliant["damping"] = LIMP_DAMPING
        pose = joint_positions(character, {})
        self._compliant["goal"][: len(pose)] = pose
        self._stiffness_scale = np.array(
            [STIFFNESS_SCALE.get(base_name(s.joint.name), 0.0) for s in character.segments]
        )
        weight = character.mass * float(body.command["gravity"])
        is_down = body.posture == "fallen"
        self._rest = ComingToRest(body.anatomy["foot"], weight, has_fallen=is_down)
        self._steps = 0

    def enter(self) -> None:
        quadruped = self.body
        quadruped.routine, quadruped.follows, quadruped.posture = None, None, "fallen"

    def command(self, values: Values) -> None:
        self.protect = values["protect"]

    def act(self, motion: Rows[Motion]) -> Array:
        """The flat actuator vector for the next time step."""
        if self._steps % LOOK_STEPS == 0:
            state = views_of(Motion, motion)
            self.body.events += self._rest.look(state, LOOK_STEPS * self._dt)
        self._steps += 1
        count = len(self._stiffness_scale)
        self._compliant["stiffness_scale"][:count] = self.protect * self._stiffness_scale
        flat: Array = compliant_actuators(self.body.body, motion, self._compliants)
        return flat
