"""Types that the annotations of this package use."""

from array import array
from typing import TYPE_CHECKING, Any, Callable, Literal, Protocol, TypeVar, Union

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

    from ._core import Message

    Sendable = Union[str, bytes, bytearray, memoryview, "array[Any]", "numpy.ndarray[Any, Any]", HasBuffer]
else:
    Sendable = Union[str, bytes, bytearray, memoryview, array, HasBuffer]
"""The types that an output without a codec sends."""

Sent = TypeVar("Sent", contravariant=True)
Got = TypeVar("Got", covariant=True)


class Encodes(Protocol[Sent]):
    """The half of a codec that an output uses."""

    @property
    def encode(self) -> "Callable[[Sent], Sendable]": ...


class Decodes(Protocol[Got]):
    """The half of a codec that a subscription uses."""

    @property
    def decode(self) -> "Callable[[Message], Got]": ...
