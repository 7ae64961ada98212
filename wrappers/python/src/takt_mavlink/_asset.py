"""The asset."""

import sys

from takt_wrapper import WrapperError, place

from ._fields import Fields

_US = 1_000
_NS = 1e9
_CONTROLS = 16

LOCKSTEP = 1
"""The flag of HIL_ACTUATOR_CONTROLS by which an autopilot says that it goes by its simulator's time."""

_SENSORS = "HIL_SENSOR"
_OUTPUTS = {"controls": _CONTROLS, "mode": 1}


class MavlinkAsset:
    """In each step the autopilot gets the sensors, with the step's end as their time, and its answer is awaited.

    Inputs are those of the step's start. An autopilot needs some frames of sensors before it answers one, so until the
    first answer a step waits as long as it lasts only.
    """

    def __init__(self, autopilot, mapping, types, first_s=None):
        """
        :param first_s: how long the first step waits, by wall time; None for as long as it lasts, too.
        """
        self._first_s = first_s
        self._autopilot = autopilot
        self._map = mapping
        self._types = types
        self._sensors = Fields(_SENSORS)
        self._others = []
        self._outputs = []
        self._has_answered = False
        self._is_first = True

    def joined(self, asset):
        self._map.require_among(asset)
        self._types.join(asset)
        if asset.granularity_ns % _US != 0:
            raise WrapperError(f"the step of {asset.granularity_ns} ns is no multiple of 1us, as MAVLink has times")
        for channel in asset.sends:
            for name in self._map.sent(channel):
                if name not in _OUTPUTS or len(self._map.sent(channel)) > 1:
                    raise WrapperError(
                        f"channel '{channel}' cannot carry '{name}': an autopilot gives {' or '.join(_OUTPUTS)};"
                        f" --out {channel}=controls names one"
                    )
                numbers = self._types.numbers(channel, _OUTPUTS[name])
                self._outputs.append((asset.output(channel, numbers), name))
        taken = {}
        for channel in asset.receives:
            for name in self._map.received(channel):
                if taken.setdefault(name, channel) != channel or len(self._map.received(channel)) > 1:
                    raise WrapperError(
                        f"channel '{channel}' cannot set '{name}' as well; each message of MAVLink has one channel"
                    )
                asset.subscribe(channel, self._setter(self._fields(channel, name), self._types.codec(channel)))

    def _fields(self, channel, name):
        if name == _SENSORS:
            return self._sensors
        try:
            fields = Fields(name)
        except ValueError as error:
            raise WrapperError(f"channel '{channel}': {error}; --in {channel}={_SENSORS} names one") from error
        self._others.append(fields)
        return fields

    @staticmethod
    def _setter(fields, values):
        def take(message):
            try:
                fields.set(values.decode(message))
            except ValueError as error:
                raise WrapperError(f"{place(message)}: {error}") from error

        return take

    def start(self, t0):
        self._has_answered = False
        self._is_first = True
        for fields in (self._sensors, *self._others):
            fields.clear()
        self._autopilot.connect()

    def step(self, t0, t1):
        time_us = t1 // _US
        for fields in self._others:
            if fields.is_fresh:
                self._autopilot.send(fields.message(time_us))
        # The last: with it the autopilot's time goes on.
        self._autopilot.send(self._sensors.message(time_us))
        is_first, self._is_first = self._is_first, False
        is_long = is_first and self._first_s is not None
        answer = self._answer(t0 // _US, self._first_s if is_long else (t1 - t0) / _NS, is_long)
        if answer is not None:
            for output, name in self._outputs:
                value = getattr(answer, name)
                output.send([float(each) for each in value] if name == "controls" else [float(value)])

    def _answer(self, after_us, first_s, is_told):
        """The first of a later time; one of an earlier one belongs to sensors of before, and makes no wait longer."""
        answer = self._next(first_s)
        while answer is not None and answer.time_usec <= after_us:
            answer = self._next(first_s)
        if answer is None:
            if is_told:
                print(f"no answer of the autopilot within {first_s:g} s; steps wait as long as they last until there"
                      " is one", file=sys.stderr, flush=True)
            return None
        if not answer.flags & LOCKSTEP:
            raise WrapperError("the autopilot does not go by its simulator's time; build it with lockstep")
        self._has_answered = True
        return answer

    def _next(self, first_s):
        if not self._has_answered:
            return self._autopilot.answer(first_s)
        answer = self._autopilot.answer()
        if answer is None:
            raise self._autopilot.silent()
        return answer

    def stop(self, end):
        self._autopilot.close()

    def failed(self, why):
        self._autopilot.close()

    def abandon(self, why):
        self._autopilot.abandon(why)
