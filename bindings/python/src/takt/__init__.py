"""Assets in Python for a Takt hub.

An asset is a simulator that takes part in a run: it joins a hub, and is given steps from one simulation time to the
next. Times are int, in nanoseconds of simulation time, 0 or more::

    import takt

    def step(t0, t1):
        simulate((t1 - t0) / 1e9)

    with takt.connect() as hub:
        hub.join("pendulum", step)
        hub.run()
"""

from . import calls, codec
from ._core import (
    Asset,
    DamagedError,
    HubLostError,
    Interrupted,
    Message,
    MisuseError,
    NoHubError,
    Output,
    RefusedError,
    ResourceError,
    TaktError,
    Turn,
)
from ._hub import Hub, InputSpec, OutputSpec, RunEnd, connect
from ._simulator import Simulator
from ._times import Time, ns
from ._values import Conversion, Unit, Values
from .codec import Codec

__version__ = "0.1.0"

__all__ = [
    "Asset",
    "Codec",
    "Conversion",
    "DamagedError",
    "Hub",
    "HubLostError",
    "InputSpec",
    "Interrupted",
    "Message",
    "MisuseError",
    "NoHubError",
    "Output",
    "OutputSpec",
    "RefusedError",
    "ResourceError",
    "RunEnd",
    "Simulator",
    "TaktError",
    "Time",
    "Turn",
    "Unit",
    "Values",
    "calls",
    "codec",
    "connect",
    "ns",
]
