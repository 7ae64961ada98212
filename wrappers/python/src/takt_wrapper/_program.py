"""Programs that wrappers start."""

import ctypes
import signal

_libc = ctypes.CDLL(None)
_SET_DEATH_SIGNAL = 1


def end_with_parent():
    """For ``preexec_fn``: however this process ends, the program does not stay."""
    _libc.prctl(_SET_DEATH_SIGNAL, signal.SIGTERM)


def ending(code):
    """How a program has ended, in words."""
    return f"exit code {code}" if code >= 0 else f"signal {-code}"
