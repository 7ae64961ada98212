"""Codecs: values as bytes, and back. They agree with those of Java's ``Codec``.

A codec is any object with ``encode(value)``, which gives bytes, text, or something else with the buffer protocol, and
``decode(message)``, which gives the value of a :class:`takt.Message`. Equal values should be equal bytes, or runs
differ.
"""

import json as _json
import struct
import sys
from array import array as _array
from typing import TYPE_CHECKING, Any, Callable, Generic, Iterable, Tuple, TypeVar, Union

if TYPE_CHECKING:
    from ._core import Message
    from ._types import Sendable

T = TypeVar("T")


class Codec(Generic[T]):
    """A codec of two functions."""

    def __init__(self, encode: "Callable[[T], Sendable]", decode: "Callable[[Message], T]") -> None:
        self.encode = encode
        self.decode = decode


class _Row(Codec["_array[Any]"]):
    """Sends more than it reads."""

    encode: "Callable[[Iterable[Any]], Sendable]"


def _row(typecode: str, name: str) -> _Row:
    def encode(values: Iterable[Any]) -> "Sendable":
        row = values if isinstance(values, _array) and values.typecode == typecode else _array(typecode, values)
        if sys.byteorder != "little":
            row = row[:]
            row.byteswap()
        return row

    def decode(message: "Message") -> "_array[Any]":
        if len(message) % 8 != 0:
            raise ValueError(f"{message!r} is no row of {name}: its length is no multiple of 8")
        row = _array(typecode)
        row.frombytes(message)
        if sys.byteorder != "little":
            row.byteswap()
        return row

    return _Row(encode, decode)


def _one(form: str, name: str) -> Codec[Any]:
    one = struct.Struct(form)

    def decode(message: "Message") -> Any:
        if len(message) != one.size:
            raise ValueError(f"{message!r} is no {name}, which has {one.size} bytes")
        return one.unpack(message)[0]

    return Codec(one.pack, decode)


doubles = _row("d", "doubles")
"""Rows of numbers as ``array('d')``: 8 bytes each, little-endian. Encodes any iterable of numbers."""

longs = _row("q", "longs")
"""Rows of whole numbers of 64 bits as ``array('q')``, likewise."""

one_double: Codec[float] = _one("<d", "double")
"""One number, in 8 bytes, little-endian."""

one_long: Codec[int] = _one("<q", "long")
"""One whole number of 64 bits, in 8 bytes, little-endian."""

text: Codec[str] = Codec(lambda value: value.encode(), lambda message: message.text())
"""Text in UTF-8."""

raw: Codec[bytes] = Codec(lambda value: value, lambda message: bytes(message))
"""Bytes as they are."""


def _to_json(value: Any) -> bytes:
    return _json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


json: Codec[Any] = Codec(_to_json, lambda message: message.json())
"""Values as JSON in UTF-8: dict, list, str, numbers, None. Fields stand in the order of their names."""


def array(dtype: Any = "<f8", shape: Union[int, Tuple[int, ...], None] = None) -> Codec[Any]:
    """Numpy arrays of a type, and of a shape if one is given; needs numpy.

    A message is read as a read-only array over its bytes, without a copy; the array keeps them alive. An array of
    another type is converted when it is sent. ``array("<f8")`` agrees with :data:`doubles`.
    """
    import numpy

    kind = numpy.dtype(dtype)

    def encode(value: Any) -> "Sendable":
        row = numpy.ascontiguousarray(value, dtype=kind)
        return row if shape is None else row.reshape(shape)

    def decode(message: "Message") -> Any:
        row = numpy.frombuffer(message.data, dtype=kind)
        return row if shape is None else row.reshape(shape)

    return Codec(encode, decode)

