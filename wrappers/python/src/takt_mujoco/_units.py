"""The units of quantities in a model, whose author is taken to use SI's, as MuJoCo's own models do."""

import mujoco

import takt

_NONE, _M, _MS, _MS2 = takt.Unit("1", "1"), takt.Unit("m", "m"), takt.Unit("m/s", "m.s-1"), takt.Unit("m/s2", "m.s-2")
_RAD, _RADS, _RADS2 = takt.Unit("rad", "rad"), takt.Unit("rad/s", "s-1.rad"), takt.Unit("rad/s2", "s-2.rad")
_N, _NM = takt.Unit("N", "kg.m.s-2"), takt.Unit("N.m", "kg.m2.s-2")

_PLACES = {"xpos": _M, "xipos": _M, "pos": _M, "xquat": _NONE, "quat": _NONE, "xmat": _NONE}
_JOINTS = {
    mujoco.mjtJoint.mjJNT_HINGE: {"qpos": _RAD, "qvel": _RADS, "qacc": _RADS2, "qfrc_applied": _NM},
    mujoco.mjtJoint.mjJNT_SLIDE: {"qpos": _M, "qvel": _MS, "qacc": _MS2, "qfrc_applied": _N},
}
_SENSORS = {
    "ACCELEROMETER FRAMELINACC SUBTREELINACC": _MS2,
    "VELOCIMETER FRAMELINVEL SUBTREELINVEL": _MS,
    "GYRO FRAMEANGVEL BALLANGVEL": _RADS,
    "FRAMEANGACC": _RADS2,
    "FORCE TOUCH": _N,
    "TORQUE": _NM,
    "FRAMEPOS SUBTREECOM RANGEFINDER TENDONPOS": _M,
    "TENDONVEL": _MS,
    "FRAMEQUAT BALLQUAT FRAMEXAXIS FRAMEYAXIS FRAMEZAXIS": _NONE,
}
_OF_SENSORS = {f"mjSENS_{name}": unit for names, unit in _SENSORS.items() for name in names.split()}


def unit_of(model, kind, number, field):
    """None where it has several, or one that depends on the model."""
    if kind == "joint":
        return _JOINTS.get(mujoco.mjtJoint(model.jnt_type[number]), {}).get(field)
    if kind == "sensor":
        name = mujoco.mjtSensor(model.sensor_type[number]).name
        joint = {"mjSENS_JOINTPOS": "qpos", "mjSENS_JOINTVEL": "qvel"}.get(name)
        return unit_of(model, "joint", model.sensor_objid[number], joint) if joint else _OF_SENSORS.get(name)
    return None if kind == "actuator" else _PLACES.get(field)
