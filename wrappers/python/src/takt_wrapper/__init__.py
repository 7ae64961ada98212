"""What all wrappers in Python share: their command line, the types of channels' values, and errors in one line."""

from ._command import WrapperError, arguments, main, needs
from ._map import ChannelMap
from ._program import end_with_parent, ending
from ._run import HubProcess
from ._values import Numbers, ValueTypes, number, place, require_finite

__all__ = [
    "ChannelMap",
    "HubProcess",
    "Numbers",
    "ValueTypes",
    "WrapperError",
    "arguments",
    "end_with_parent",
    "ending",
    "main",
    "needs",
    "number",
    "place",
    "require_finite",
]
