"""A model with its state, and its variables by name."""

from pathlib import Path
from typing import NamedTuple, Optional

import mujoco
import numpy

import takt
from takt_wrapper import WrapperError

from ._units import unit_of

WHOLE = ("qpos", "qvel", "qacc", "act", "ctrl", "sensordata")
"""Arrays of the whole model, as MuJoCo's data has them."""

DEFAULTS = {"sensor": "data", "actuator": "ctrl", "joint": "qpos", "body": "xpos", "site": "xpos", "geom": "xpos"}
"""Kinds of elements, each with the field that is meant where none is named."""

INPUTS = {"actuator": ("ctrl",), "joint": ("qfrc_applied",), "body": ("xfrc_applied",), "mocap": ("pos", "quat")}
"""What MuJoCo reads and never writes."""

_FATAL = ("mjWARN_BADQPOS", "mjWARN_BADQVEL", "mjWARN_BADQACC", "mjWARN_BADCTRL")
_COUNTS = {"joint": "njnt", "actuator": "nu"}  # All others are as nbody.
_OBJECTS = {kind: getattr(mujoco.mjtObj, f"mjOBJ_{kind.upper()}") for kind in (*DEFAULTS, "key")}


class Variable(NamedTuple):
    """A part of the state, and how a user names it."""

    name: str
    view: numpy.ndarray
    """Of the memory of MuJoCo itself; flat."""
    is_input: bool
    unit: Optional[takt.Unit] = None
    """Of each number; None where it is not known."""


class Model:
    """WrapperError for whatever is wrong with it, or MuJoCo finds wrong in a step."""

    def __init__(self, path, key=None, timestep_ns=None):
        self.path = path
        self._warnings = []
        mujoco.set_mju_user_warning(self._warnings.append)
        self.model = self._load(path)
        if timestep_ns is not None:
            self.model.opt.timestep = timestep_ns / 1e9
        exact_ns = self.model.opt.timestep * 1e9
        if not 0.5 < exact_ns < 2**63 or abs(exact_ns - round(exact_ns)) > 1e-3:
            raise WrapperError(
                f"{path}: the timestep of {self.model.opt.timestep} s is no whole number of nanoseconds;"
                " --timestep sets another"
            )
        self.timestep_ns = round(exact_ns)
        self._key = None if key is None else self._id("key", key)
        self.data = mujoco.MjData(self.model)
        self.reset(0)

    def _load(self, path):
        if not Path(path).is_file():
            raise WrapperError(f"{path}: there is no such file")
        load = mujoco.MjModel.from_binary_path if path.endswith(".mjb") else mujoco.MjModel.from_xml_path
        try:
            return load(path)
        except (ValueError, mujoco.FatalError) as error:
            raise WrapperError(f"{path} is no model that MuJoCo can load: {error}") from error

    # ---- Time ----

    def reset(self, time_ns):
        """The first state, at a time."""
        if self._key is None:
            mujoco.mj_resetData(self.model, self.data)
        else:
            mujoco.mj_resetDataKeyframe(self.model, self.data, self._key)
        self.data.time = time_ns / 1e9
        self.derive()

    def step(self):
        """One step of MuJoCo's own."""
        try:
            mujoco.mj_step(self.model, self.data)
        except mujoco.FatalError as error:
            raise WrapperError(f"{self.path}: MuJoCo cannot go on: {error}") from error

    def derive(self):
        """Positions of bodies, contacts and readings of sensors for the state, which a step leaves at its start."""
        mujoco.mj_forward(self.model, self.data)

    def require_sound(self):
        """MuJoCo goes back to its start by itself where the state is not finite, with a warning."""
        warnings, self._warnings[:] = [" ".join(each.split()) for each in self._warnings], []
        for name in _FATAL:
            if self.data.warning[getattr(mujoco.mjtWarning, name)].number:
                said = warnings[0] if warnings else name
                raise WrapperError(f"{self.path}: {said} A smaller timestep, or other values of actuators, may help.")
        return warnings

    # ---- Names ----

    def _names(self, kind):
        count = getattr(self.model, _COUNTS.get(kind, f"n{kind}"))
        names = (mujoco.mj_id2name(self.model, _OBJECTS[kind], i) for i in range(count))
        return [name for name in names if name]

    def _id(self, kind, name):
        found = mujoco.mj_name2id(self.model, _OBJECTS[kind], name)
        if found < 0:
            names = self._names(kind)
            known = f"there are {', '.join(names)}" if names else "there is none with a name"
            raise WrapperError(f"{self.path} has no {kind} '{name}'; {known}")
        return found

    def variable(self, name, own):
        """What a user means by a name.

        :param own: "sensor" or "actuator": the kind that a plain name is of.
        """
        kind, colon, rest = name.partition(":")
        if not colon and name in WHOLE:
            return Variable(name, getattr(self.data, name).reshape(-1), name == "ctrl")
        if not colon:
            if name not in self._names(own):
                option = "--out" if own == "sensor" else "--in"
                raise WrapperError(
                    f"'{name}' is no {own} of {self.path}, nor one of {', '.join(WHOLE)}; its {own}s are"
                    f" {', '.join(self._names(own)) or 'none'}; {option} CHANNEL=VARIABLE names another"
                )
            return self._field(name, own, name, DEFAULTS[own])
        if kind == "mocap":
            return self._mocap(name, rest)
        if kind not in DEFAULTS:
            raise WrapperError(f"'{name}' begins with no kind of element; there are {', '.join(DEFAULTS)} and mocap")
        element, dot, field = rest.rpartition(".")
        if not dot or rest in self._names(kind):
            element, field = rest, DEFAULTS[kind]
        return self._field(name, kind, element, field)

    def _field(self, name, kind, element, field):
        number = self._id(kind, element)
        found = getattr(self.data, kind)(number)
        array = getattr(found, field, None) if field.isidentifier() and not field.startswith("_") else None
        if not isinstance(array, numpy.ndarray):
            fields = [each for each in dir(found) if not each.startswith("_") and each not in ("id", "name")]
            raise WrapperError(f"'{name}': a {kind} has no field '{field}'; it has {', '.join(fields)}")
        return Variable(name, array.reshape(-1), field in INPUTS.get(kind, ()), unit_of(self.model, kind, number, field))

    def _mocap(self, name, rest):
        body, dot, field = rest.rpartition(".")
        if not dot or rest in self._names("body"):
            body, field = rest, "pos"
        place = self.model.body(self._id("body", body)).mocapid[0]
        if place < 0 or field not in INPUTS["mocap"]:
            why = (
                f"body '{body}' is not driven by motion capture" if place < 0 else f"'{field}' is neither pos nor quat"
            )
            raise WrapperError(f"'{name}': {why}")
        return Variable(name, getattr(self.data, f"mocap_{field}")[place].reshape(-1), True, unit_of(self.model, "mocap", place, field))

    def geom(self, number):
        """A name to tell a geom by: its own, or that of its body with its place there."""
        body = self.model.geom_bodyid[number]
        own = mujoco.mj_id2name(self.model, _OBJECTS["geom"], number)
        of = mujoco.mj_id2name(self.model, _OBJECTS["body"], body) or body
        return own or f"{of}#{number - self.model.body_geomadr[body]}"

    def info(self):
        """Several lines for people."""
        lines = [f"timestep   {takt_time(self.timestep_ns)}", f"qpos, qvel {self.model.nq}, {self.model.nv} numbers"]
        for kind in (*DEFAULTS, "key"):
            lines.append(f"{kind:<10} {', '.join(self._names(kind)) or 'none with a name'}")
        return "\n".join(lines)


def takt_time(time_ns):
    """As a configuration has it."""
    for unit, length in (("s", 10**9), ("ms", 10**6), ("us", 10**3)):
        if time_ns % length == 0:
            return f"{time_ns // length}{unit}"
    return f"{time_ns}ns"
