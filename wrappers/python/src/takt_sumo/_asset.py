"""The asset."""

import os
import sys
import tempfile

import libsumo

from takt_wrapper import WrapperError, place

from ._variable import Variable


def _loaded(load, words):
    """Why SUMO does not load, or None. Its exceptions say little; the reason is what it prints on standard error."""
    failure = None
    with tempfile.TemporaryFile() as said:
        sys.stderr.flush()
        stderr = os.dup(2)
        os.dup2(said.fileno(), 2)
        try:
            load(words)
        except Exception as error:  # Not all that it raises has a class of its own.
            failure = error
        finally:
            os.dup2(stderr, 2)
            os.close(stderr)
        said.seek(0)
        warnings, _, errors = said.read().decode(errors="replace").partition("Error: ")
    print(warnings, end="", file=sys.stderr, flush=True)
    return None if failure is None else errors.replace("Error: ", "") or failure


class SumoAsset:
    """A step of the asset is one step of SUMO, or several. Inputs hold from the start of the step that gets them."""

    def __init__(self, config, options, mapping, types, stops):
        self._config = config
        self._options = [word for each in options for word in ("--" + each.partition("=")[0], each.partition("=")[2])]
        self._map = mapping
        self._types = types
        self._stops = stops
        self._is_loaded = False
        self._outputs = []

    def joined(self, asset):
        self._asset = asset
        self._map.require_among(asset)
        self._types.join(asset)
        self._load()
        own_ns = round(libsumo.simulation.getDeltaT() * 1e9)
        if asset.granularity_ns % own_ns != 0:
            raise WrapperError(
                f"the step of {asset.granularity_ns / 1e9:g}s is no multiple of SUMO's, {own_ns / 1e9:g}s; change the"
                " step, or set another by --option step-length=SECONDS"
            )
        self._own_ns = own_ns
        for channel in asset.sends:
            variables = [self._variable(channel, name, "get") for name in self._map.sent(channel)]
            self._outputs.append((asset.output(channel, self._types.codec(channel, [each.unit for each in variables])), variables))
        for channel in asset.receives:
            names = self._map.received(channel)
            if len(names) != 1:
                raise WrapperError(f"channel '{channel}' sets one variable, not {', '.join(names)}")
            variable = self._variable(channel, names[0], "set")
            setter = self._setter(variable, self._types.codec(channel, [variable.unit]))
            asset.subscribe(channel, setter)

    @staticmethod
    def _variable(channel, name, prefix):
        try:
            variable = Variable(name, prefix)
            variable.require_object()
        except WrapperError as error:
            option = "--out" if prefix == "get" else "--in"
            raise WrapperError(f"channel '{channel}': {error}; {option} {channel}=VARIABLE names another") from error
        return variable

    def _setter(self, variable, codec):
        told = []

        def take(message):
            try:
                is_set = variable.set(codec.decode(message))
            except WrapperError as error:
                raise WrapperError(f"{place(message)} cannot be applied: {error}") from error
            if not is_set and not told:
                told.append(True)
                print(f"{place(message)} has no effect: there is no {variable.id}", file=sys.stderr, flush=True)

        return take

    def _load(self):
        seed = str(self._asset.seed % 2**31)
        words = ["-c", self._config, "--seed", seed, "--no-step-log", "true", *self._options]
        why = _loaded(libsumo.load, words) if self._is_loaded else _loaded(libsumo.start, ["sumo", *words])
        if why is not None:
            raise WrapperError(f"SUMO does not start with {self._config}: {why}")
        self._is_loaded = True
        self._is_new = True

    def start(self, t0):
        if not self._is_new:
            self._load()
        if t0 == 0:
            self._send()
        else:
            print(f"begins at {t0 / 1e9:g}s with the first state of {self._config}", file=sys.stderr, flush=True)

    def step(self, t0, t1):
        self._is_new = False
        for _ in range(t0, t1, self._own_ns):
            try:
                libsumo.simulationStep()
            except Exception as error:
                raise WrapperError(f"SUMO cannot go on: {error}") from error
        self._send()
        if self._stops and libsumo.simulation.getMinExpectedNumber() == 0:
            self._asset.stop_run(f"all of {self._config} has arrived")

    def _send(self):
        for output, variables in self._outputs:
            values = [each.get() for each in variables]
            if None not in values:
                output.send(values[0] if len(values) == 1 else values)

    def stop(self, end):
        libsumo.close()
