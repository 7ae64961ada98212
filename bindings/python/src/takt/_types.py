"""Types that the annotations of this package use."""

from array import array
from typing import TYPE_CHECKING, Any, Literal, Protocol, Union

Delivery = Literal["gated", "gated_until_end", "retroactive", "latest"]
"""When an input is handed over: gated up to the start or the end of a step, as soon as it is sent, or the newest value
alone."""

TurnKind = Literal["step", "messages", "reset", "stop"]


HubState = Literal["UNKNOWN", "WAITING", "READY", "RUNNING", "PAUSED", "RESETTING", "STOPPED", "FAILED"]


class HasBuffer(Protocol):
    """Anything with the buffer protocol; a class of C shows it to type checkers by ``__buffer__``."""

    def __buffer__(self, flags: int) -> memoryview: ...


if TYPE_CHECKING:
    import numpy

    Sendable = Union[str, bytes, bytearray, memoryview, "array[Any]", "numpy.ndarray[Any, Any]", HasBuffer]
else:
    Sendable = Union[str, bytes, bytearray, memoryview, array, HasBuffer]
"""The types that an output without a codec sends."""
