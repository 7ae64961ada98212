"""The methods of an asset."""

from typing import Protocol


class Simulator(Protocol):
    """What ``hub.run()`` calls back, on the thread that has called it. Only ``step`` is needed; there may also be

    ``joined(asset)``
        once, in ``hub.join``: open outputs and subscribe to channels here.
    ``start(t0)``
        before the first step, with the time in ns at which it begins; and after a reset, with 0. A message that
        is sent here at 0 has stamp 0.
    ``reset()``
        before ``start(0)`` when all clocks go back to the start.
    ``stop(end)``
        once, when the run has ended, with a :class:`takt.RunEnd`; not after the asset has left.

    They are looked up in ``hub.join``. One that raises ends ``hub.run()``, and its asset has failed.
    """

    def step(self, t0: int, t1: int) -> object:
        """Simulates from t0 to t1, both in ns of simulation time. The returned value is ignored."""
