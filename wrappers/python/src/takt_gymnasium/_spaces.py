"""Actions and observations as values of channels, and back."""

import numpy
from gymnasium import spaces

_ARRAYS = (spaces.Box, spaces.MultiDiscrete, spaces.MultiBinary)


def is_known(space):
    """Whether actions of a space can be read."""
    if isinstance(space, (spaces.Dict, spaces.Tuple)):
        parts = space.spaces.values() if isinstance(space, spaces.Dict) else space.spaces
        return all(map(is_known, parts))
    return isinstance(space, (*_ARRAYS, spaces.Discrete, spaces.Text))


def read(space, value):
    """The element of a space; ValueError, in one line, where the value is none."""
    try:
        found = _read(space, value)
    except (TypeError, ValueError, KeyError, OverflowError):
        found = None
    if found is None or not space.contains(found):
        raise ValueError(f"{value!r} is not in {space}")
    return found


def _read(space, value):
    if isinstance(space, spaces.Discrete):
        return space.dtype.type(value) if isinstance(value, int) and not isinstance(value, bool) else None
    if isinstance(space, _ARRAYS):
        return numpy.array(value, dtype=space.dtype).reshape(space.shape)
    if isinstance(space, spaces.Dict):
        return (
            {name: _read(each, value[name]) for name, each in space.spaces.items()}
            if len(value) == len(space)
            else None
        )
    if isinstance(space, spaces.Tuple):
        return tuple(map(_read, space.spaces, value)) if len(value) == len(space) else None
    return value


def plain(value):
    """As JSON has it."""
    if isinstance(value, (numpy.ndarray, numpy.generic)):
        return value.tolist()
    if isinstance(value, dict):
        return {str(name): plain(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return value


def flat(value):
    """A list of the numbers of an array, or of one number."""
    return numpy.ravel(value).tolist()
