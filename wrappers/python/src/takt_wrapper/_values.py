"""Values of channels, of the types that wrappers in Java have as well: docs/how-to/wrap.md has the table."""

import argparse
import base64
import math

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


_TYPES = {
    "json": codec.Codec(lambda value: codec.json.encode(as_json(value)), codec.json.decode),
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
        for channel, name in pairs(words, "CHANNEL=TYPE, such as angle=double"):
            if name not in _TYPES:
                raise argparse.ArgumentTypeError(
                    f"--as: there is no type '{name}' of values; there are {', '.join(_TYPES)}"
                )
            if self._named.setdefault(channel, name) != name:
                raise argparse.ArgumentTypeError(f"--as: the type of channel '{channel}' is named twice")

    def require_among(self, asset):
        require_among("--as names a type", self._named, asset, "sends and receives", asset.sends + asset.receives)

    def name(self, channel):
        return self._named.get(channel, "json")

    def codec(self, channel):
        """Of values as JSON has them. WrapperError in one line where a value, or a message, is of another type."""
        one = _TYPES[self.name(channel)]

        def encode(value):
            try:
                return one.encode(value)
            except (TypeError, ValueError) as error:
                raise WrapperError(f"the value of channel '{channel}' cannot be sent: {error}") from error

        def decode(message):
            try:
                return one.decode(message)
            except ValueError as error:
                raise WrapperError(f"{place(message)} cannot be read: {error}") from error

        return codec.Codec(encode, decode)

    def numbers(self, channel, count):
        """A codec of a row of so many floats, which other assets see as a number where there is only one."""
        if self.name(channel) not in ("json", "double", "doubles"):
            raise WrapperError(f"channel '{channel}' carries numbers: its type is json, double or doubles")
        if self.name(channel) == "double" and count != 1:
            raise WrapperError(f"channel '{channel}' carries {count} numbers: its type is json or doubles")
        is_one = count == 1 and self.name(channel) != "doubles"
        return Numbers(self.codec(channel), count, is_one)


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
