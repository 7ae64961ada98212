"""The asset."""

import sys

from takt_wrapper import WrapperError, place

from ._spaces import flat, is_known, plain, read

OUTPUTS = ("observation", "info", "reward", "terminated", "truncated")
ACTION = "action"


class GymnasiumAsset:
    """A step of the asset is a step of the environment, with the last action; before the first one it stands still.

    The step behind the end of an episode begins the next one.
    """

    def __init__(self, name, environment, mapping, types, waits, stops):
        self._name = name
        self._environment = environment
        self._map = mapping
        self._types = types
        self._waits = waits
        self._stops = stops
        self._outputs = {}

    def joined(self, asset):
        self._asset = asset
        self._map.require_among(asset)
        self._types.join(asset)
        for channel in asset.sends:
            values = self._types.codec(channel)
            self._outputs.setdefault(self._one(channel, self._map.sent(channel), OUTPUTS), []).append(
                (asset.output(channel, values), self._types.name(channel))
            )
        for channel in asset.receives:
            self._one(channel, self._map.received(channel), (ACTION,))
            if not is_known(self._environment.action_space):
                raise WrapperError(
                    f"actions of {self._name} cannot be received: they are of {self._environment.action_space}"
                )
            values = self._types.codec(channel)
            asset.subscribe(channel, lambda message, values=values: self._take(message, values.decode(message)))

    @staticmethod
    def _one(channel, names, known):
        if len(names) != 1 or names[0] not in known:
            way, option = ("sends", "--out") if known is OUTPUTS else ("receives", "--in")
            raise WrapperError(
                f"channel '{channel}' carries '{', '.join(names)}', but an environment {way} {', '.join(known)};"
                f" {option} {channel}={known[0]} names one"
            )
        return names[0]

    def _take(self, message, value):
        try:
            self._action = read(self._environment.action_space, value)
        except ValueError as error:
            raise WrapperError(f"{place(message)} is no action of {self._name}: {error}") from error

    def start(self, t0):
        self._action = None
        self._is_over = False
        if t0 > 0:
            print(f"begins at {t0} ns with a new episode", file=sys.stderr, flush=True)
        first = self._call(self._environment.reset, seed=self._asset.seed % 2**63)
        if t0 == 0:
            self._tell(*first)

    def step(self, t0, t1):
        if self._is_over and self._stops:
            return
        if self._is_over:
            self._is_over = False
            self._tell(*self._call(self._environment.reset), 0.0, False, False)
        elif self._action is not None:
            observation, reward, terminated, truncated, info = self._call(self._environment.step, self._action)
            self._tell(observation, info, float(reward), bool(terminated), bool(truncated))
            self._is_over = bool(terminated or truncated)
            if self._is_over and self._stops:
                self._asset.stop_run(f"the episode of {self._name} has ended")
        if self._waits:
            self._action = None

    def _tell(self, *values):
        for name, value in zip(OUTPUTS, values):
            self._send(name, value)

    def _send(self, name, value):
        for output, kind in self._outputs.get(name, ()):
            if kind in ("doubles", "longs"):
                output.send(flat(value))
            else:
                output.send(int(value) if isinstance(value, bool) and kind != "json" else plain(value))

    def _call(self, function, *args, **kwargs):
        try:
            return function(*args, **kwargs)
        except Exception as error:
            raise WrapperError(
                f"{self._name}: {function.__name__} has failed: {type(error).__name__}: {error}"
            ) from error

    def stop(self, end):
        self._environment.close()
