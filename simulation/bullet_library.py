"""Bullet's C interface, which PyBullet's shared library exports.

The functions are those of PhysicsClientC_API.h in PyBullet 3.2.7: a client is a world in this
process, a command is filled in and submitted, and a status is what came of it.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Any

KINDS: dict[str, Any] = {
    "p": ctypes.c_void_p,  # a client, a command, a status, or an array
    "i": ctypes.c_int,
    "d": ctypes.c_double,
    "v": None,
}
# The result's kind and the arguments' kinds of each function, without its prefix b3.
SIGNATURES = {
    "ConnectPhysicsDirect": "p",
    "DisconnectSharedMemory": "vp",
    "SubmitClientCommand": "ipp",
    "ProcessServerStatus": "pp",
    "GetStatusType": "ip",
    "InitStepSimulationCommand": "pp",
    # World
    "InitPhysicsParamCommand": "pp",
    "PhysicsParamSetGravity": "ipddd",
    "PhysicsParamSetTimeStep": "ipd",
    "PhysicsParamSetNumSubSteps": "ipi",
    "PhysicsParamSetNumSolverIterations": "ipi",
    "PhysicsParameterSetDeterministicOverlappingPairs": "ipi",
    # Shapes
    "CreateCollisionShapeCommandInit": "pp",
    "CreateCollisionShapeAddSphere": "ipd",
    "CreateCollisionShapeAddBox": "ipp",
    "CreateCollisionShapeAddCapsule": "ipdd",
    "CreateCollisionShapeAddPlane": "ippd",
    "CreateCollisionShapeAddConvexMesh": "ippppi",
    "CreateCollisionShapeAddConcaveMesh": "ippppipi",
    "CreateCollisionSetFlag": "vpii",
    "CreateCollisionShapeSetChildTransform": "vpipp",
    "GetStatusCollisionShapeUniqueId": "ip",
    # Bodies
    "CreateMultiBodyCommandInit": "pp",
    "CreateMultiBodyBase": "ipdiipppp",
    "CreateMultiBodyLink": "ipdddppppiip",
    "CreateMultiBodySetFlags": "vpi",
    "GetStatusBodyIndex": "ip",
    "InitRemoveBodyCommand": "ppi",
    "GetNumJoints": "ipi",
    "GetJointInfo": "ipiip",
    "InitChangeDynamicsInfo": "pp",
    "ChangeDynamicsInfoSetLocalInertiaDiagonal": "ipiip",
    "ChangeDynamicsInfoSetLinearDamping": "ipid",
    "ChangeDynamicsInfoSetAngularDamping": "ipid",
    "ChangeDynamicsInfoSetJointDamping": "ipiid",
    "ChangeDynamicsInfoSetJointLimit": "ipiidd",
    "ChangeDynamicsInfoSetMaxJointVelocity": "ipid",
    "ChangeDynamicsInfoSetLateralFriction": "ipiid",
    "ChangeDynamicsInfoSetRollingFriction": "ipiid",
    "ChangeDynamicsInfoSetSpinningFriction": "ipiid",
    "ChangeDynamicsInfoSetRestitution": "ipiid",
    "ChangeDynamicsInfoSetContactStiffnessAndDamping": "ipiidd",
    "CollisionFilterCommandInit": "pp",
    "SetCollisionFilterGroupMask": "vpiiii",
    "SetCollisionFilterPair": "vpiiiii",
    # States
    "CreatePoseCommandInit": "ppi",
    "CreatePoseCommandSetBasePosition": "ipddd",
    "CreatePoseCommandSetBaseOrientation": "ipdddd",
    "CreatePoseCommandSetBaseLinearVelocity": "ipp",
    "CreatePoseCommandSetBaseAngularVelocity": "ipp",
    "CreatePoseCommandSetJointPositionMultiDof": "ippipi",
    "CreatePoseCommandSetJointVelocityMultiDof": "ippipi",
    "RequestActualStateCommandInit": "ppi",
    "RequestActualStateCommandComputeForwardKinematics": "ipi",
    "GetStatusActualState": "ipppppppp",
    "CreateRaycastBatchCommandInit": "pp",
    "RaycastBatchSetNumThreads": "vpi",
    "RaycastBatchAddRays": "vppppi",
    "RaycastBatchSetCollisionFilterMask": "vpi",
    "GetRaycastInformation": "vpp",
    "InitRequestContactPointInformation": "pp",
    "GetContactPointInformation": "vpp",
    # Snapshots
    "SaveStateCommandInit": "pp",
    "GetStatusGetStateId": "ip",
    "LoadStateCommandInit": "pp",
    "LoadStateSetStateId": "ipi",
    "InitRemoveStateCommand": "ppi",
    "SaveBulletCommandInit": "ppp",
    "LoadStateSetFileName": "ipp",
    # Torques and forces
    "JointControlCommandInit2": "ppii",
    "JointControlSetDesiredPositionMultiDof": "ipipi",
    "JointControlSetDesiredVelocity": "ipid",
    "JointControlSetKp": "ipid",
    "JointControlSetKd": "ipid",
    "JointControlSetDamping": "ipid",
    "JointControlSetMaximumForce": "ipid",
    "JointControlSetDesiredForceTorqueMultiDof": "ipipi",
    "ApplyExternalForceCommandInit": "pp",
    "ApplyExternalForce": "vpiippi",
    "ApplyExternalTorque": "vpiipi",
}


class JointInfo(ctypes.Structure):
    """What Bullet says of a joint: struct b3JointInfo."""

    _fields_ = (
        ("link_name", ctypes.c_char * 1024),
        ("joint_name", ctypes.c_char * 1024),
        ("kind", ctypes.c_int),
        ("position_index", ctypes.c_int),
        ("velocity_index", ctypes.c_int),
        ("joint_index", ctypes.c_int),
        ("flags", ctypes.c_int),
        ("numbers", ctypes.c_double * 6),
        ("frames", ctypes.c_double * 14),
        ("axis", ctypes.c_double * 3),
        ("parent_index", ctypes.c_int),
        ("position_size", ctypes.c_int),
        ("velocity_size", ctypes.c_int),
    )


class RayHit(ctypes.Structure):
    """Where a ray meets a surface: struct b3RayHitInfo."""

    _fields_ = (
        ("fraction", ctypes.c_double),
        ("body", ctypes.c_int),
        ("link", ctypes.c_int),
        ("position", ctypes.c_double * 3),
        ("normal", ctypes.c_double * 3),
    )


class RayHits(ctypes.Structure):
    """The hits of a batch of rays: struct b3RaycastInformation."""

    _fields_ = (("count", ctypes.c_int), ("hits", ctypes.POINTER(RayHit)))


@cache
def _library() -> ctypes.CDLL | None:
    found = find_spec("pybullet")
    if found is None or found.origin is None:
        return None
    try:
        return ctypes.CDLL(found.origin)
    except OSError:
        return None


@cache
def missing_functions() -> tuple[str, ...]:
    """Functions that the library does not export; all where there is no library."""
    library = _library()
    return tuple(name for name in SIGNATURES if not hasattr(library, f"b3{name}"))


@cache
def function(name: str) -> Callable[..., Any]:
    """A function of the interface, by its name without b3."""
    kinds = SIGNATURES[name]
    called: Any = getattr(_library(), f"b3{name}")
    called.restype, called.argtypes = KINDS[kinds[0]], [KINDS[kind] for kind in kinds[1:]]
    found: Callable[..., Any] = called
    return found


def address_of(name: str) -> int:
    """The address of a function, for compiled code."""
    address = ctypes.cast(getattr(_library(), f"b3{name}"), ctypes.c_void_p).value
    assert address is not None
    return address


def doubles(values: Any) -> Any:
    """An array of doubles as an argument."""
    numbers = [float(value) for value in values]
    return (ctypes.c_double * len(numbers))(*numbers)
