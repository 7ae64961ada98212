"""Channels that carry one attribute of an entity, or of all that have it, as a user names them."""

from takt_wrapper import WrapperError, place, require_finite


def _split(channel, name, option):
    eid, dot, attr = name.rpartition(".")
    if not dot or not eid or not attr:
        raise WrapperError(
            f"channel '{channel}': '{name}' is no attribute of an entity, such as House_0.P, or *.P for all;"
            f" {option} {channel}=ENTITY.ATTRIBUTE names one"
        )
    return eid, attr


def _checked(simulator, channel, name, option):
    """The entities, with their models, and the attribute."""
    eid, attr = _split(channel, name, option)
    is_input = option == "--in"
    try:
        if eid != "*":
            return [(eid, simulator.model_of(eid, attr, is_input))], attr
        models = simulator.entities.items()
        found = [(each, model) for each, model in models if attr in model.attrs or is_input and model.takes(attr)]
        if not found:
            raise WrapperError(f"no entity has an attribute '{attr}'")
        return found, attr
    except WrapperError as error:
        other = f"{option} {channel}=ENTITY.ATTRIBUTE names another"
        raise WrapperError(f"channel '{channel}': {error}; {other}") from error


class Output:
    """Sends the attribute's value; of all entities an object with the value of each."""

    def __init__(self, simulator, asset, channel, name, types):
        self._simulator = simulator
        self._channel, self._is_json = channel, types.name(channel) == "json"
        self._entities, self._attr = _checked(simulator, channel, name, "--out")
        self._is_one = not name.startswith("*.")
        self.sender = asset.output(channel, types.codec(channel))
        self.wanted = [(eid, self._attr) for eid, _ in self._entities]

    def pick(self, data, time):
        """The value as (value,), or None where the simulator has none now, which is a time of mosaik."""
        self._require_sound(data, time)
        values = {eid: data[eid][self._attr] for eid, _ in self._entities if self._attr in data.get(eid, ())}
        if not values:
            return None
        for eid, value in values.items() if self._is_json else ():
            require_finite(self._channel, value, f"'{self._attr}' of entity '{eid}'", time)
        return (next(iter(values.values())),) if self._is_one else (values,)

    def _require_sound(self, data, time):
        for eid in data:
            if eid not in self._simulator.entities:
                raise WrapperError(f"the simulator's values at {time} have an entity '{eid}', which it has not created")
        if self._simulator.meta.kind == "time-based":
            for eid, attr in self.wanted:
                if attr not in data.get(eid, ()):
                    raise WrapperError(
                        f"the simulator's values at {time} lack '{attr}' of entity '{eid}'; one that is time-based has"
                        " to give each that get_data asks for"
                    )

    @staticmethod
    def visible_ns(slots, at_ns):
        return at_ns + 1


class Input:
    """Gives the attribute the channel's values; as their source it names SENDER.CHANNEL."""

    def __init__(self, simulator, channel, name, codec, is_event, initial):
        found, self._attr = _checked(simulator, channel, name, "--in")
        self.channel = channel
        self._models = dict(found)
        self._eid = None if name.startswith("*.") else found[0][0]
        self._codec = codec
        self._is_event = is_event
        self.can_trigger = any(model.is_triggered_by(self._attr) for _, model in found)
        self.initial = [(eid, self._attr, channel, value) for eid, value in self._spread(initial)] if initial else []

    def _spread(self, value):
        if self._eid is not None:
            return [(self._eid, value)]
        if not isinstance(value, dict) or not set(value) <= set(self._models):
            raise WrapperError(f"channel '{self.channel}' carries {{entity: value}}, not {str(value)[:60]}")
        return value.items()

    def take(self, message):
        """Each (eid, attr, source, value, is_event, triggers)."""
        source = f"{message.sender}.{self.channel}"
        try:
            spread = self._spread(self._codec.decode(message))
        except WrapperError as error:
            raise WrapperError(f"{place(message)} cannot be applied: {error}") from error
        for eid, value in spread:
            yield eid, self._attr, source, value, self._is_event, self._models[eid].is_triggered_by(self._attr)


class NamedPorts:
    """Of a command line."""

    def __init__(self, mapping, types, events, initial):
        self._map = mapping
        self._types = types
        self._events = events
        self._initial = initial

    def require(self, asset):
        """That they fit the asset's channels, which can be told without the simulator."""
        self._map.require_among(asset)
        self._types.join(asset)
        for channel in (*self._events, *self._initial):
            if channel not in asset.receives:
                raise WrapperError(f"--event and --initial are for channels that the asset receives, not '{channel}'")
        for option, channels, names in (
            ("--out", asset.sends, self._map.sent),
            ("--in", asset.receives, self._map.received),
        ):
            for channel in channels:
                if len(names(channel)) != 1:
                    raise WrapperError(f"channel '{channel}' carries one attribute, not {', '.join(names(channel))}")
                _split(channel, names(channel)[0], option)
                self._types.codec(channel)

    def __call__(self, simulator, asset):
        self.require(asset)
        return (
            [self._input(simulator, channel) for channel in dict.fromkeys(asset.receives)],
            [self._output(simulator, asset, channel) for channel in asset.sends],
        )

    def _input(self, simulator, channel):
        name = self._map.received(channel)[0]
        codec = self._types.codec(channel)
        return Input(simulator, channel, name, codec, channel in self._events, self._initial.get(channel))

    def _output(self, simulator, asset, channel):
        return Output(simulator, asset, channel, self._map.sent(channel)[0], self._types)
