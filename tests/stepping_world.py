"""Prints how an arm, a rolling box and a ball of PyBullet move in 2 s, as exact numbers.

It runs in the Python of another system, which has PyBullet and nothing else.
"""

import json

import pybullet as bullet

STEPS = 2000
TIME_STEP = 0.001  # [s]


def main() -> None:
    bullet.connect(bullet.DIRECT)
    bullet.setGravity(0, 0, -9.81)
    bullet.setTimeStep(TIME_STEP)
    bullet.setPhysicsEngineParameter(deterministicOverlappingPairs=1)
    bullet.createMultiBody(0, bullet.createCollisionShape(bullet.GEOM_PLANE))
    box = bullet.createCollisionShape(bullet.GEOM_BOX, halfExtents=[0.1, 0.2, 0.3])
    ball = bullet.createCollisionShape(bullet.GEOM_SPHERE, radius=0.1)
    bodies = [
        arm(ball),
        bullet.createMultiBody(2.0, box, basePosition=[1, 0, 1], baseOrientation=[0.1, 0.2, 0, 1]),
        bullet.createMultiBody(1.0, ball, basePosition=[1.05, 0.02, 2]),
    ]
    for _ in range(STEPS):
        bullet.stepSimulation()
    found = [bullet.getBasePositionAndOrientation(body) for body in bodies]
    joints = [bullet.getJointState(bodies[0], joint)[:2] for joint in range(2)]
    numbers = [value for pair in found for part in pair for value in part]
    numbers += [value for pair in joints for value in pair]
    print(json.dumps([float(value).hex() for value in numbers]))


def arm(shape: int) -> int:
    """A fixed base with two hinges, held by nothing."""
    body = bullet.createMultiBody(
        0, shape, basePosition=[0, 0, 3], linkMasses=[1, 1], linkCollisionShapeIndices=[shape] * 2,
        linkVisualShapeIndices=[-1, -1], linkPositions=[[0.5, 0, 0]] * 2,
        linkOrientations=[[0, 0, 0, 1]] * 2, linkInertialFramePositions=[[0.3, 0, 0]] * 2,
        linkInertialFrameOrientations=[[0, 0, 0, 1]] * 2, linkParentIndices=[0, 1],
        linkJointTypes=[bullet.JOINT_REVOLUTE] * 2, linkJointAxis=[[0, 1, 0], [0, 1, 0.2]],
    )  # fmt: skip
    for joint in range(2):
        bullet.setJointMotorControl2(body, joint, bullet.VELOCITY_CONTROL, force=0)
    return body


if __name__ == "__main__":
    main()
