"""The asset."""

import sys

from takt_wrapper import WrapperError, place

from ._files import SumoFiles
from ._variable import Variable


class SumoAsset:
    """A step of the asset is one step of SUMO, or several. Inputs hold from the start of the step that gets them."""

    def __init__(self, engine, config, options, mapping, types, stops, journal):
        self._engine = engine
        self._config = config
        self._options = [word for each in options for word in ("--" + each.partition("=")[0], each.partition("=")[2])]
        self._map = mapping
        self._types = types
        self._stops = stops
        self._journal = journal
        self._outputs = []
        self._inputs = []
        self._taken = []
        self._known_ids = None

    def joined(self, asset):
        self._asset = asset
        self._map.require_among(asset)
        self._types.join(asset)
        self._load()
        self._connect(asset, self._engine.api.simulation.getDeltaT())

    def check(self, asset):
        """As far as SUMO's files tell: to load a network takes long, and may write files."""
        files = SumoFiles(self._config, self._options)
        self._map.require_among(asset)
        self._types.join(asset)
        self._known_ids = files.ids()
        self._connect(asset, files.step_s)

    def _connect(self, asset, own_s):
        self._own_ns = round(own_s * 1e9)
        if asset.granularity_ns % self._own_ns != 0:
            raise WrapperError(
                f"the step of {asset.granularity_ns / 1e9:g}s is no multiple of SUMO's, {own_s:g}s; change the"
                " step, or set another by --option step-length=SECONDS"
            )
        for channel in asset.sends:
            variables = [self._variable(channel, name, "get") for name in self._map.sent(channel)]
            values = self._types.codec(channel, [each.unit for each in variables])
            self._outputs.append((asset.output(channel, values), variables))
        for channel in asset.receives:
            names = self._map.received(channel)
            if len(names) != 1:
                raise WrapperError(f"channel '{channel}' sets one variable, not {', '.join(names)}")
            variable = self._variable(channel, names[0], "set")
            values = self._types.codec(channel, [variable.unit])
            asset.subscribe(channel, self._setter(len(self._inputs), variable, values))
            self._inputs.append(variable)

    def _variable(self, channel, name, prefix):
        try:
            variable = Variable(self._engine, name, prefix)
            variable.require_object(self._known_ids)
        except WrapperError as error:
            option = "--out" if prefix == "get" else "--in"
            raise WrapperError(f"channel '{channel}': {error}; {option} {channel}=VARIABLE names another") from error
        return variable

    def _setter(self, index, variable, codec):
        told = []

        def take(message):
            value = codec.decode(message)
            self._taken.append((index, value))
            try:
                missing = variable.set(value)
            except WrapperError as error:
                raise WrapperError(f"{place(message)} cannot be applied: {error}") from error
            if missing is not None and not told:
                told.append(True)
                print(f"{place(message)} has no effect: there is no {missing}", file=sys.stderr, flush=True)

        return take

    def _load(self, *more):
        seed = str(self._asset.seed % 2**31)
        words = ["-c", self._config, "--seed", seed, "--no-step-log", "true", *self._options, *more]
        try:
            self._engine.load(words)
        except WrapperError as error:
            raise WrapperError(f"SUMO does not start with {self._config}: {error}") from error
        self._is_new = True

    def start(self, t0):
        if not self._is_new:
            self._load()
        self._taken.clear()
        of = [self._config, self._options, self._asset.seed, [each.name for each in self._inputs]]
        before = None if self._journal is None else self._journal.begin(t0, of)
        if before is not None:
            self._repeat(*before, t0)
        elif t0 == 0:
            self._send()
        else:
            print(f"begins at {t0 / 1e9:g}s with the first state of {self._config}", file=sys.stderr, flush=True)

    def _repeat(self, begun, inputs, until):
        """All that the process before has done."""
        print(f"repeats {(until - begun) / 1e9:g}s of {self._config}", file=sys.stderr, flush=True)
        for t0 in range(begun, until, self._own_ns):
            for index, value in inputs.get(t0, ()):
                self._inputs[index].set(value)
            self._advance(t0, t0 + self._own_ns)

    def _advance(self, t0, t1):
        self._is_new = False
        try:
            for _ in range(t0, t1, self._own_ns):
                self._engine.call(self._engine.api.simulationStep)
        except WrapperError as error:
            raise WrapperError(f"SUMO cannot go on: {error}") from error

    def step(self, t0, t1):
        if self._journal is not None and self._taken:
            self._journal.keep(t0, self._taken)
        self._taken.clear()
        self._advance(t0, t1)
        self._send()
        if self._stops and self._engine.call(self._engine.api.simulation.getMinExpectedNumber) == 0:
            self._asset.stop_run(f"all of {self._config} has arrived")

    def _send(self):
        for output, variables in self._outputs:
            values = [each.get() for each in variables]
            if None not in values:
                output.send(values[0] if len(values) == 1 else values)

    def abandon(self, reason):
        """What waits for SUMO ends. From any thread."""
        self._engine.abandon()

    def stop(self, end):
        self._engine.close()
