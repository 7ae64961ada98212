"""Values of channels, of the types that wrappers in Java have as well: docs/how-to/wrap.md has the table."""

import argparse
import base64
import math

import takt
from takt import codec

from ._command import WrapperError
from ._map import pairs, require_among

_ODD = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


def _shown(value):
    text = repr(value)
    return text if len(text) <= 60 else text[:60] + " ..."


def number(value):
    """A float of JSON: a number, or one of the texts for those that JSON does not have."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, str) and value in _ODD:
        return _ODD[value]
    raise ValueError(f'{_shown(value)} is not a number, nor "NaN", "Infinity" or "-Infinity"')


def _whole(value):
    if isinstance(value, int) and not isinstance(value, bool) and -(2**63) <= value < 2**63:
        return value
    raise ValueError(f"{_shown(value)} is not a whole number of 64 bits")


def _text(value):
    if isinstance(value, str):
        return value
    raise ValueError(f"{_shown(value)} is not a text")


def _list(value):
    if isinstance(value, (list, tuple)):
        return value
    raise ValueError(f"{_shown(value)} is not a list")


def as_json(value):
    """The same with texts for the numbers that JSON does not have."""
    if isinstance(value, float):
        return (
            value if math.isfinite(value) else "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
        )
    if isinstance(value, (list, tuple)):
        return [as_json(each) for each in value]
    if isinstance(value, dict):
        return {key: as_json(each) for key, each in value.items()}
    return value


def require_finite(channel, value, of, time):
    """WrapperError for a number that JSON does not have, anywhere in a value of a channel of JSON.

    :param of: which variable of the simulator it is.
    """
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ():
        require_finite(channel, each, of, time)
    if isinstance(value, float) and not math.isfinite(value):
        raise WrapperError(
            f"channel '{channel}': {of} is {value} at {time}, which JSON does not have; --as {channel}=double or"
            f" {channel}=doubles carries it"
        )


_SAME = takt.Conversion(1.0, 0.0)


def _converted(value, conversions):
    """A value, or all numbers in it; or each of its elements by a conversion of its own."""
    if len(conversions) > 1 and isinstance(value, list):
        return [_converted(each, [one]) for each, one in zip(value, conversions)] + value[len(conversions) :]
    if isinstance(value, (list, tuple)):
        return [_converted(each, conversions) for each in value]
    if isinstance(value, dict):
        return {key: _converted(each, conversions) for key, each in value.items()}
    return conversions[0](number(value))


def _to_json(value):
    try:
        return codec.json.encode(value)
    except ValueError:  # Of the numbers that it does not have; there are few of them.
        return codec.json.encode(as_json(value))


_TYPES = {
    "json": codec.Codec(_to_json, codec.json.decode),
    "text": codec.Codec(lambda value: codec.text.encode(_text(value)), codec.text.decode),
    "double": codec.Codec(
        lambda value: codec.one_double.encode(number(value)), lambda it: as_json(codec.one_double.decode(it))
    ),
    "doubles": codec.Codec(
        lambda value: codec.doubles.encode(map(number, _list(value))), lambda it: as_json([*codec.doubles.decode(it)])
    ),
    "long": codec.Codec(lambda value: codec.one_long.encode(_whole(value)), codec.one_long.decode),
    "longs": codec.Codec(
        lambda value: codec.longs.encode(map(_whole, _list(value))), lambda it: [*codec.longs.decode(it)]
    ),
    "bytes": codec.Codec(
        lambda value: base64.b64decode(_text(value), validate=True), lambda it: base64.b64encode(bytes(it)).decode()
    ),
}


class ValueTypes:
    """The types of channels' values as a user names them; all others have JSON."""

    def __init__(self, words):
        self._named = {}
        self._sent, self._received = {}, {}
        for channel, name in pairs(words, "CHANNEL=TYPE, such as angle=double"):
            if name not in _TYPES:
                raise argparse.ArgumentTypeError(
                    f"--as: there is no type '{name}' of values; there are {', '.join(_TYPES)}"
                )
            if self._named.setdefault(channel, name) != name:
                raise argparse.ArgumentTypeError(f"--as: the type of channel '{channel}' is named twice")

    def join(self, asset):
        """Adds the types and units of the hub's configuration. WrapperError where --as says something else."""
        require_among("--as names a type", self._named, asset, "sends and receives", asset.sends + asset.receives)
        self._sent, self._received = asset.values_sent, asset.values_received
        types = {}
        for channel, values in (*self._sent.items(), *((key[0], its) for key, its in self._received.items())):
            name = values.type or self.name(channel)
            if self._named.get(channel, name) != name:
                raise WrapperError(
                    f"--as names type {self.name(channel)} for channel '{channel}', and the hub's configuration type"
                    f" {name}; leave out --as"
                )
            if types.setdefault(channel, name) != name:
                raise WrapperError(
                    f"channel '{channel}' has type {types[channel]} of one asset, and {name} of another; give both the"
                    " same in the hub's configuration"
                )
        self._named.update(types)

    def name(self, channel):
        return self._named.get(channel, "json")

    def unit(self, channel):
        """The unit of a channel that is sent, or the one in which the values of one that is received are wanted.

        None where the configuration has none. ``codec`` with it converts the values of all senders.
        """
        if channel in self._sent:
            return self._sent[channel].unit
        units = [its.wanted or its.unit for (name, _), its in self._received.items() if name == channel]
        return next(filter(None, units), None)

    def _conversions(self, channel, units):
        """From one unit into another, of each part of a value; None where all parts stay as they are."""
        try:
            all_of = [_SAME if None in pair else pair[0].to(pair[1]) for pair in units]
        except ValueError as error:
            raise WrapperError(f"channel '{channel}' has a unit that does not fit: {error}") from error
        if all(each == _SAME for each in all_of):
            return None
        if self.name(channel) in ("long", "longs"):
            raise WrapperError(f"channel '{channel}' has another unit, and its whole numbers cannot be converted")
        return all_of

    def codec(self, channel, units=(None,)):
        """Of values as JSON has them, in units of the simulator.

        WrapperError in one line where a unit does not fit, and where a value, or a message, is of another type.

        :param units: each a takt.Unit, or None where it is not known: one of all numbers, or one of each element.
        """
        one = _TYPES[self.name(channel)]
        out = channel in self._sent and self._conversions(channel, [(its, self._sent[channel].unit) for its in units])
        into = {
            sender: self._conversions(channel, [(values.unit, its or values.wanted) for its in units])
            for (name, sender), values in self._received.items()
            if name == channel
        }

        def encode(value):
            try:
                return one.encode(_converted(value, out) if out else value)
            except (TypeError, ValueError) as error:
                raise WrapperError(f"the value of channel '{channel}' cannot be sent: {error}") from error

        def decode(message):
            try:
                value = one.decode(message)
                conversions = into.get(message.sender)
                return _converted(value, conversions) if conversions else value
            except ValueError as error:
                raise WrapperError(f"{place(message)} cannot be read: {error}") from error

        return codec.Codec(encode, decode)

    def numbers(self, channel, count, units=(None,)):
        """A codec of a row of so many floats, which other assets see as a number where there is only one.

        :param units: as of codec().
        """
        if self.name(channel) not in ("json", "double", "doubles"):
            raise WrapperError(f"channel '{channel}' carries numbers: its type is json, double or doubles")
        if self.name(channel) == "double" and count != 1:
            raise WrapperError(f"channel '{channel}' carries {count} numbers: its type is json or doubles")
        is_one = count == 1 and self.name(channel) != "doubles"
        return Numbers(self.codec(channel, units), count, is_one)


class Numbers:
    """A codec of rows of floats of one length."""

    def __init__(self, values, count, is_one):
        self._values = values
        self._count = count
        self._is_one = is_one

    def encode(self, row):
        return self._values.encode(row[0] if self._is_one else row)

    def decode(self, message):
        value = self._values.decode(message)
        try:
            row = [number(each) for each in (value if isinstance(value, list) else [value])]
        except ValueError as error:
            raise WrapperError(f"{place(message)} cannot be read: {error}") from error
        if len(row) != self._count:
            raise WrapperError(f"{place(message)} has {len(row)} numbers, not {self._count}")
        return row


def place(message):
    """Which message it is, to begin the text of an error with."""
    return f"message {message.sequence} of asset '{message.sender}' on channel '{message.channel}'"
