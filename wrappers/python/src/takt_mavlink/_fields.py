"""Messages of MAVLink whose fields come from channels."""

from pymavlink.dialects.v20 import common as mavlink

_TIME = "time_usec"
_UPDATED = "fields_updated"
_MOST_FLOAT = (2 - 2**-23) * 2.0**127
_KINDS = {
    kind.msgname: kind
    for kind in (
        mavlink.MAVLink_hil_sensor_message,
        mavlink.MAVLink_hil_gps_message,
        mavlink.MAVLink_hil_state_quaternion_message,
        mavlink.MAVLink_hil_optical_flow_message,
        mavlink.MAVLink_hil_rc_inputs_raw_message,
    )
}


class Fields:
    """The fields of one kind of message. Those that are not given are 0, and what is given holds until it is again."""

    def __init__(self, name):
        """ValueError where there is no such kind of message to an autopilot."""
        if name not in _KINDS:
            raise ValueError(f"'{name}' is no message to an autopilot; there are {', '.join(_KINDS)}")
        self._kind = _KINDS[name]
        lengths = dict(zip(self._kind.ordered_fieldnames, self._kind.array_lengths))
        types = dict(zip(self._kind.fieldnames, self._kind.fieldtypes))
        self._types = {each: (types[each], lengths[each]) for each in self._kind.fieldnames if each != _TIME}
        self.clear()

    def clear(self):
        self._values = {each: [0] * length if length else 0 for each, (_, length) in self._types.items()}
        self._given = set()
        self.is_fresh = False

    def set(self, value):
        """Takes a value as JSON has it. ValueError in one line; then nothing is taken."""
        if not isinstance(value, dict):
            raise ValueError(f"{self._kind.msgname} is an object of its fields, such as {{{self._example()}}}")
        checked = {name: self._checked(name, each) for name, each in value.items()}
        self._values.update(checked)
        self._given.update(checked)
        self.is_fresh = True

    def _example(self):
        return f'"{next(iter(self._types))}": 0'

    def _checked(self, name, value):
        if name not in self._types:
            raise ValueError(f"{self._kind.msgname} has no field '{name}'; it has {', '.join(self._types)}")
        kind, length = self._types[name]
        if not length:
            return self._one(name, kind, value)
        if not isinstance(value, list) or len(value) != length:
            raise ValueError(f"{self._kind.msgname}.{name} is a list of {length} numbers")
        return [self._one(name, kind, each) for each in value]

    def _one(self, name, kind, value):
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if kind == "float":
            if is_number and abs(value) <= _MOST_FLOAT:
                return float(value)
            raise ValueError(f"{self._kind.msgname}.{name} is {value!r}, not a number of 32 bits")
        bits, signed = int(kind.strip("uint_")), not kind.startswith("u")
        least = -(2 ** (bits - 1)) if signed else 0
        most = 2 ** (bits - signed) - 1
        if is_number and least <= value <= most and value == int(value):
            return int(value)
        raise ValueError(f"{self._kind.msgname}.{name} is {value!r}, not a whole number from {least} to {most}")

    def message(self, time_us):
        """The message with its time."""
        self.is_fresh = False
        values = dict(self._values)
        if _UPDATED in values and _UPDATED not in self._given:
            # The flags are in the order of the fields; what holds counts as measured again.
            names = list(self._types)
            measured = names[: names.index(_UPDATED)]
            values[_UPDATED] = sum(1 << at for at, each in enumerate(measured) if each in self._given)
        return self._kind(**{_TIME: time_us}, **values)
