"""What all wrappers in Python share: their command line, the types of channels' values, and errors in one line."""

from ._command import WrapperError, arguments, main, needs
from ._map import ChannelMap
from ._values import Numbers, ValueTypes, number, place, require_finite

__all__ = [
    "ChannelMap",
    "Numbers",
    "ValueTypes",
    "WrapperError",
    "arguments",
    "main",
    "needs",
    "number",
    "place",
    "require_finite",
]
