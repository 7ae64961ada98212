"""The asset."""

import functools
import sys

import helics

from takt_wrapper import WrapperError

from ._interfaces import Endpoint, Input, Publication
from ._units import helics_unit


def _require_known(channel, name, is_received):
    """Refuses what looks like another thing than a key, and is none."""
    prefix, colon, rest = name.partition(":")
    option, one = ("--in", "->DESTINATION") if is_received else ("--out", "")
    kinds = ["targeted", "endpoint"] if is_received else ["input", "targeted", "endpoint"]
    if (colon and not (prefix in kinds and rest)) or ("->" in name and not (is_received and colon)):
        forms = ", ".join(f"{each}:NAME{one}" for each in kinds)
        raise WrapperError(f"channel '{channel}': '{name}' is none of KEY, {forms}; {option} {channel}=... names one")


class HelicsAsset:
    """A step of the asset is a request of the federate for the step's end.

    What comes before it is sent with the time that HELICS grants for it. Inputs are published at the step's start.
    """

    def __init__(self, federation, mapping, types, name):
        self._federation = federation
        self._map = mapping
        self._types = types
        self._name = name
        self._begin_ns = None

    def joined(self, asset):
        self._asset = asset
        self._map.require_among(asset)
        self._types.join(asset)
        for channel in (*asset.sends, *asset.receives):
            if self._types.name(channel) == "longs":
                raise WrapperError(f"channel '{channel}' is of type longs, which HELICS has not; doubles are near")
        self._units = {each: helics_unit(each, self._types.unit(each)) for each in (*asset.sends, *asset.receives)}
        self._sent = {each: self._map.sent(each) for each in asset.sends}
        self._received = {each: self._map.received(each) for each in asset.receives}
        for channel, names in (*self._sent.items(), *self._received.items()):
            if len(names) != 1 and (channel in self._received or any(map(Endpoint.is_named, names))):
                raise WrapperError(f"channel '{channel}' is one thing in the federation, not {', '.join(names)}")
            for name in names:
                _require_known(channel, name, channel in self._received)
        for channel, (name,) in self._received.items():
            if Endpoint.is_named(name) and not name.partition("->")[2]:
                raise WrapperError(f"channel '{channel}': '{name}' has no destination, as in {name}->other/endpoint")
            asset.subscribe(channel, lambda message, channel=channel: self._takers[channel](message))

    def start(self, t0):
        if self._begin_ns is not None:
            self._again()
        self._begin_ns = t0
        self._federation.open(self._name or self._asset.name)
        self._register(self._federation.federate)
        self._federation.begin()
        if t0 == 0:
            self._send(0)
        else:
            print(f"begins at {t0 / 1e9:g}s, which is time 0 of the federation", file=sys.stderr, flush=True)

    def _again(self):
        if not self._federation.is_own:
            raise WrapperError(
                "HELICS cannot go back to its start; a federation whose broker (--host) and programs (--start) are all"
                " started by the asset is started anew"
            )
        self._federation.close()

    def _register(self, federate):
        inputs = functools.lru_cache(None)(lambda name, unit: Input(federate, name, unit))
        endpoints = functools.lru_cache(None)(lambda name: Endpoint(federate, name))
        self._values, self._messages, self._takers = [], [], {}
        try:
            for channel, names in self._sent.items():
                kind, codec = self._types.name(channel), self._types.codec(channel)
                if Endpoint.is_named(names[0]):
                    self._messages.append((self._asset.output(channel), endpoints(names[0])))
                else:
                    taken = [inputs(name, self._units[channel]) for name in names]
                    self._values.append((channel, kind, self._asset.output(channel, codec), taken))
            for channel, (name,) in self._received.items():
                kind, codec = self._types.name(channel), self._types.codec(channel, [self._types.unit(channel)])
                if Endpoint.is_named(name):
                    own, _, destination = name.partition("->")
                    self._takers[channel] = endpoints(own).sender(destination)
                else:
                    self._takers[channel] = Publication(federate, name, kind, codec, self._units[channel]).take
        except helics.HelicsException as error:
            raise WrapperError(f"channel '{channel}': {error}") from error

    def step(self, t0, t1):
        now = t0
        while now < t1:
            now = self._begin_ns + self._federation.advance(t1 - self._begin_ns)
            self._send(now)

    def _send(self, time_ns):
        # One that is got counts as no longer updated, also for other channels.
        are_new = [any(each.is_updated() for each in inputs) for *_, inputs in self._values]
        for (channel, kind, output, inputs), is_new in zip(self._values, are_new):
            if is_new:
                values = [each.get(channel, kind, time_ns) for each in inputs]
                output.send_at(values[0] if len(values) == 1 else values, time_ns)
        for output, endpoint in self._messages:
            for each in endpoint.arrived():
                output.send_at(each, time_ns)

    def stop(self, end):
        if end.has_failed:
            self.failed(end.reason)
        else:
            self._federation.close()

    def abandon(self, reason):
        """Ends a wait in HELICS, from another thread."""
        self._federation.abandon(reason)

    def failed(self, reason):
        """The others of the federation are told, and end."""
        self._federation.fail(reason)
