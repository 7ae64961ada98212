"""The state in a file, for a process that takes the place of a lost one."""

import hashlib
import mmap
import os
import struct

import mujoco
import numpy

from takt_wrapper import WrapperError

from ._model import takt_time

_MAGIC = b"takt-mujoco-1\0\0\0"
_STATE = mujoco.mjtState.mjSTATE_INTEGRATION
_NONE = -1


class Snapshot:
    """The states after the last two steps.

    A process may die between keeping a state and counting up its clock, so the state before is still needed. Each has a
    place of its own, whose time is set to none while it is written. The file outlives the process, not the machine.
    """

    def __init__(self, path, model):
        self._path = path
        self._model = model.model
        self._data = model.data
        size = mujoco.mj_stateSize(self._model, _STATE)
        # Another model of the same size would take its state for its own.
        head = _MAGIC + struct.pack("<q32s", size, _fingerprint(self._model))
        slot = 8 + 8 * size
        try:
            file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            is_new = os.fstat(file).st_size == 0
            if is_new:
                os.ftruncate(file, len(head) + 2 * slot)
            self._map = mmap.mmap(file, 0)
            os.close(file)
        except (OSError, ValueError) as error:
            raise WrapperError(f"--state: {path} cannot be used: {error}") from error
        self._times = []
        self._states = []
        if is_new:
            self._map[: len(head)] = head
        if len(self._map) != len(head) + 2 * slot or self._map[: len(head)] != head:
            raise WrapperError(f"--state: {path} has no states of this model; delete it, or name another file")
        for at in (len(head), len(head) + slot):
            self._times.append(numpy.ndarray(1, "<i8", self._map, at))
            self._states.append(numpy.ndarray(size, "<f8", self._map, at + 8))
            if is_new:
                self._times[-1][0] = _NONE
        self._next = 0

    def restore(self, time_ns):
        """Whether the model now has the state of that time; at 0 the file begins anew.

        WrapperError where it has states, but not that one.
        """
        if time_ns == 0:
            for time in self._times:
                time[0] = _NONE
            return False
        times = [int(time[0]) for time in self._times]
        if time_ns not in times:
            if times == [_NONE, _NONE]:
                return False
            kept = " and ".join(takt_time(each) for each in sorted(times) if each != _NONE)
            raise WrapperError(f"--state: {self._path} has the state of {kept}, not of {takt_time(time_ns)}")
        found = times.index(time_ns)
        mujoco.mj_setState(self._model, self._data, self._states[found], _STATE)
        self._next = 1 - found
        return True

    def keep(self, time_ns):
        """The state is that of a time."""
        at, self._next = self._next, 1 - self._next
        self._times[at][0] = _NONE
        mujoco.mj_getState(self._model, self._data, self._states[at], _STATE)
        self._times[at][0] = time_ns


def _fingerprint(model):
    buffer = numpy.empty(mujoco.mj_sizeModel(model), numpy.uint8)
    mujoco.mj_saveModel(model, None, buffer)
    return hashlib.sha256(buffer).digest()
