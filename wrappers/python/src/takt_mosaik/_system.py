"""A whole Takt system as one simulator of mosaik."""

import json
from pathlib import Path

import takt
from takt_wrapper import HubProcess, ValueTypes, WrapperError, needs

mosaik_api_v3 = needs("mosaik_api_v3", "mosaik-api-v3")


class TaktSimulator(mosaik_api_v3.Simulator):
    """An asset of a hub is the scenario: what the asset receives are outputs here, and what it sends are inputs.

    Its one entity is the hub; the channels of the asset are its attributes. A step is one of the asset. Errors are
    WrapperErrors of one line.
    """

    def __init__(self):
        model = {"public": True, "params": [], "attrs": []}
        super().__init__({"api_version": "3.0", "type": "time-based", "models": {"Hub": model}})
        self._process = self._hub = self._turn = None

    def init(self, sid, time_resolution=1.0, *, asset, config=None, hub=None, types=None, initial=None):
        """Joins the hub.

        :param asset: the name of the asset; it stands in the configuration without ``launch``.
        :param config: the hub's configuration, with which ``takt run`` is started; its end is that of the scenario.
        :param hub: in place of it: the name of a hub that runs.
        :param types: {channel: type of its values}; JSON where none is named.
        :param initial: {channel: value before its first message}; None where none is named.
        """
        self._resolution_ns = round(time_resolution * 1e9)
        types = ValueTypes([f"{channel}={name}" for channel, name in (types or {}).items()])
        if config is not None:
            path = Path(config).resolve()
            try:
                hub = json.loads(path.read_text()).get("hub", "takt")
            except (OSError, ValueError) as error:
                raise WrapperError(f"the configuration {path} cannot be read: {error}") from error
            self._process = HubProcess(path, hub, path)
        try:
            self._hub = takt.connect(hub) if self._process is None else self._process.connect()
            self._asset = self._hub.join(asset)
            types.join(self._asset)
        except BaseException as error:
            failure = self._failure(error)
            self.finalize()
            raise failure from error
        self._name = self._hub.name
        self._outputs = {each: self._asset.output(each, types.codec(each)) for each in self._asset.sends}
        self._codecs = {each: types.codec(each) for each in self._asset.receives}
        if self._asset.step_ns % self._resolution_ns:
            raise WrapperError(
                f"the step of asset '{asset}' is {self._asset.step_ns} ns, no multiple of the scenario's time"
                f" resolution of {self._resolution_ns} ns"
            )
        for channel in initial or {}:
            if channel not in self._codecs:
                raise WrapperError(f"initial names channel '{channel}'; asset '{asset}' receives {[*self._codecs]}")
        self._values = dict(initial or {})
        self._step = self._asset.step_ns // self._resolution_ns
        self.meta["models"]["Hub"]["attrs"] = [*self._outputs, *self._codecs]
        return self.meta

    def create(self, num, model):
        """The hub, once."""
        if num != 1:
            raise WrapperError(f"there is one hub, not {num}")
        return [{"eid": self._name, "type": model}]

    def step(self, time, inputs, max_advance):
        """Sends the inputs, which the hub's assets get in their first steps after this time."""
        t0 = time * self._resolution_ns
        self._advance(t0)
        for channel, values in inputs.get(self._name, {}).items():
            if channel not in self._outputs:
                raise WrapperError(f"the hub sends channel '{channel}'; the scenario cannot set it")
            if len(values) != 1:
                raise WrapperError(f"channel '{channel}' carries the values of one source, not of {', '.join(values)}")
            self._outputs[channel].send_at(next(iter(values.values())), t0 + 1)
        return time + self._step

    def get_data(self, outputs):
        """The newest value of each channel."""
        return {eid: {attr: self._values.get(attr) for attr in attrs} for eid, attrs in outputs.items()}

    def finalize(self):
        """Ends the run that it has started; or leaves the hub."""
        if self._hub is not None:
            if self._process is None and self._hub.assets and self._hub.end is None:
                self._asset.leave()
            elif self._hub.assets:
                self._asset.stop_run("the scenario of mosaik has ended")
                while self._hub.end is None and (self._turn is None or self._turn.kind != "stop"):
                    self._next()
            self._hub.close()
        if self._process is not None:
            self._process.close()
        self._hub = self._process = None

    def _failure(self, error):
        """Where the hub is lost that it has started: the reason of its end, with what a lost program has said."""
        if not isinstance(error, takt.TaktError) or isinstance(error, WrapperError):
            return error
        if self._hub is not None:
            self._hub.close()
            self._hub = None
        return WrapperError(self._process and self._process.why_it_ended() or error)

    def _next(self):
        if self._turn is not None:
            self._hub.done()
        self._turn = self._hub.poll()

    def _advance(self, t0):
        """Up to the step of the asset that begins at this time, with the messages until then."""
        while self._turn is None or self._turn.t0 < t0:
            try:
                self._next()
                if self._turn.kind == "stop":
                    reason = self._hub.end.reason
                    raise takt.TaktError(f"the hub '{self._name}' has ended before the scenario: {reason}")
            except takt.TaktError as error:
                raise self._failure(error) from error
            if self._turn.kind == "reset":
                raise WrapperError(f"the hub '{self._name}' goes back to its start; a scenario of mosaik cannot")
            for message in self._asset.messages():
                self._values[message.channel] = self._codecs[message.channel].decode(message)
        if self._turn.t0 != t0:
            raise WrapperError(
                f"the asset is at {self._turn.t0 / 1e9:g}s, and the scenario at {t0 / 1e9:g}s; start both together"
            )
