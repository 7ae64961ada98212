"""The asset."""

import sys

import numpy

from takt_wrapper import WrapperError, place

from ._contacts import Contacts
from ._model import takt_time
from ._snapshot import Snapshot

CONTACTS = "contacts"


class MujocoAsset:
    """A step of the asset is one or several of MuJoCo's.

    Inputs hold from the start of the step that gets them. Outputs are of the end of the step, sensors and positions
    included; contacts are told at the very step of MuJoCo in which they begin and end.
    """

    def __init__(self, model, mapping, types, snapshot):
        self._model = model
        self._map = mapping
        self._types = types
        self._snapshot = None if snapshot is None else Snapshot(snapshot, model)
        self._outputs = []
        self._contacts = None

    def joined(self, asset):
        self._asset = asset
        self._map.require_among(asset)
        self._types.join(asset)
        own = self._model.timestep_ns
        if asset.granularity_ns % own != 0:
            raise WrapperError(
                f"the step of {takt_time(asset.granularity_ns)} is no multiple of the timestep of {self._model.path}, "
                f"{takt_time(own)}; change the step, or set another by --timestep"
            )
        for channel in asset.sends:
            if self._map.sent(channel) == [CONTACTS]:
                output = asset.output(channel, self._types.codec(channel))
                self._contacts = Contacts(self._model, output)
            else:
                variables = self._variables(channel, self._map.sent(channel), "sensor")
                views = [each.view for each in variables]
                numbers = self._numbers(channel, variables)
                self._outputs.append((asset.output(channel, numbers), views))
        taken = []
        for channel in asset.receives:
            variables = self._variables(channel, self._map.received(channel), "actuator")
            for each in variables:
                if not each.is_input:
                    raise WrapperError(
                        f"channel '{channel}' cannot set '{each.name}', which MuJoCo computes; it can set actuators,"
                        " joint:NAME.qfrc_applied, body:NAME.xfrc_applied, mocap:BODY.pos and mocap:BODY.quat"
                    )
                for by, other in taken:
                    if numpy.may_share_memory(each.view, other.view):
                        raise WrapperError(
                            f"channel '{channel}' sets '{each.name}', but channel '{by}' sets '{other.name}' as well;"
                            " let one channel set it"
                        )
                taken.append((channel, each))
            numbers = self._numbers(channel, variables)
            asset.subscribe(channel, self._setter([each.view for each in variables], numbers))

    def _numbers(self, channel, variables):
        units = [each.unit for each in variables for _ in each.view]
        return self._types.numbers(channel, len(units), units)

    def _variables(self, channel, names, own):
        try:
            return [self._model.variable(name, own) for name in names]
        except WrapperError as error:
            raise WrapperError(f"channel '{channel}': {error}") from error

    @staticmethod
    def _setter(views, numbers):
        def take(message):
            row = numpy.array(numbers.decode(message))
            if not numpy.isfinite(row).all():
                raise WrapperError(f"{place(message)} is not finite: {row.tolist()}")
            at = 0
            for view in views:
                view[:] = row[at : at + len(view)]
                at += len(view)

        return take

    def start(self, t0):
        self._model.reset(t0)
        if self._snapshot is not None and self._snapshot.restore(t0):
            self._model.derive()
        elif t0 > 0:
            print(f"begins at {takt_time(t0)} in the first state of {self._model.path}", file=sys.stderr, flush=True)
        if self._contacts is not None:
            self._contacts.begin(t0)
        if t0 == 0:
            self._send()

    def step(self, t0, t1):
        model, own = self._model, self._model.timestep_ns
        for time_ns in range(t0, t1, own):
            model.step()
            if self._contacts is not None and time_ns > t0:
                self._contacts.tell(time_ns)  # A step of MuJoCo finds those at its start.
        model.derive()
        for warning in model.require_sound():
            print(warning, file=sys.stderr, flush=True)
        if self._contacts is not None:
            self._contacts.tell(t1)
        self._send()
        if self._snapshot is not None:
            self._snapshot.keep(t1)

    def _send(self):
        for output, views in self._outputs:
            output.send([each for view in views for each in view.tolist()])
