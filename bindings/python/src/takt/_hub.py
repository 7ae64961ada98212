"""Connecting, joining, and running."""

from contextlib import suppress
from types import TracebackType
from typing import Callable, Iterable, Literal, Mapping, NamedTuple, Optional, Type, Union

from . import _core
from ._core import Asset
from ._failure import describe
from ._simulator import Simulator
from ._times import Time, ns
from ._types import Delivery
from .calls import answers, requests


class OutputSpec(NamedTuple):
    """A channel to send, beside those that the hub's configuration gives the asset."""

    channel: str
    max_bytes: int = 0
    """Most bytes of a message; 0 for 64 KiB."""


class InputSpec(NamedTuple):
    """A channel to receive, beside those that the hub's configuration gives the asset."""

    channel: str
    sender: str
    delivery: Delivery = "gated"
    delay: Time = 0
    """Simulation time between sending and delivery."""
    jitter: Time = 0
    """Most that is added to the delay, drawn from the seed of the configuration."""
    loss: float = 0.0
    """Which fraction is lost, 0 to 1."""


class RunEnd(NamedTuple):
    """How a run has ended."""

    has_failed: bool
    """Whether the run does not count: its exit code is not 0 then."""
    reason: str
    """In the hub's words, which name the asset or the command that has ended it."""


class Hub(_core.Hub):
    """A connection to a hub, with the assets that have joined by it.

    ``with takt.connect() as hub:`` leaves with all assets at its end. When an exception ends the block, they fail
    with its text.

    It belongs to one thread at a time; ``interrupt()`` alone may come from any. While it waits, other threads run, and
    handlers of signals are called every 20 to 100 ms, so Ctrl-C ends the wait. A forked process cannot use it.

    ``for turn in hub:`` gives the turns of all assets that have no simulator to call back.
    """

    def join(
        self,
        name: Optional[str] = None,
        simulator: Union[Simulator, Callable[[int, int], object], None] = None,
        *,
        step: Optional[Time] = None,
        granularity: Optional[Time] = None,
        whole_steps: bool = False,
        interval: Optional[Time] = None,
        outputs: Iterable[Union[str, OutputSpec]] = (),
        inputs: Iterable[InputSpec] = (),
        serves: Optional[Mapping[str, Iterable[str]]] = None,
        calls: Optional[Mapping[str, str]] = None,
        on_hub_lost: Optional[Literal["exit", "attach"]] = None,
        at_core_time: bool = False,
    ) -> Asset:
        """Takes part in the run. What is not given is as the hub's configuration says.

        :param name: None for that under which the hub has launched the program.
        :param simulator: called by ``run()``: a :class:`Simulator`, or a function ``step(t0, t1)``. None for an asset
            whose turns the program takes from a loop.
        :param step: simulation time that it counts up at once; the longest step where steps vary.
        :param granularity: steps vary, and are multiples of this; ``step`` is a multiple, too.
        :param whole_steps: steps that vary are done whole or not at all: see ``asset.choose_step``.
        :param interval: wall time between steps; 0 for as fast as the core allows.
        :param outputs: channels to send, as names or :class:`OutputSpec`.
        :param inputs: channels to receive.
        :param serves: services that it offers by :class:`takt.calls.Service`, each with the assets that call it.
        :param calls: services that it calls by :class:`takt.calls.Caller`, each with the asset that serves it.
        :param on_hub_lost: what to do when the hub's process dies: ``"exit"`` raises HubLostError, ``"attach"`` waits
            for a hub that takes over.
        :param at_core_time: a process in the place of a lost one begins at the core's time.
        :raises RefusedError: with the reason in ``code``, such as ``"NAME_TAKEN"``.

        The core does not run ahead of the asset from now on: load the model before. Waits for the hub's reply; while
        the hub is resetting that is when all its assets have been put back. When the simulator's ``joined`` raises, the
        asset fails at the hub with the exception's text, and the exception goes on.
        """
        outputs, inputs = [*outputs], [*inputs]
        for service, clients in (serves or {}).items():
            outputs.append(answers(service))
            inputs += [InputSpec(requests(service), client) for client in clients]
        for service, server in (calls or {}).items():
            outputs.append(requests(service))
            inputs.append(InputSpec(answers(service), server))
        declared_outputs = tuple(OutputSpec(each) if isinstance(each, str) else each for each in outputs)
        declared_inputs = tuple(each._replace(delay=ns(each.delay), jitter=ns(each.jitter)) for each in inputs)
        asset = self._join(
            name=name,
            simulator=simulator,
            step_ns=0 if step is None else ns(step),
            granularity_ns=0 if granularity is None else ns(granularity),
            whole_steps=whole_steps,
            interval_ns=-1 if interval is None else ns(interval),
            on_hub_lost=on_hub_lost,
            at_core_time=at_core_time,
            outputs=declared_outputs,
            inputs=declared_inputs,
        )
        joined = getattr(simulator, "joined", None)
        if joined is not None:
            try:
                joined(asset)
            except BaseException as failure:
                with suppress(_core.TaktError):
                    asset.fail(describe(failure))
                raise
        return asset

    def run(self) -> Optional[RunEnd]:
        """Calls the simulators back until the run has ended, or the program has taken all its assets out: None then.

        The interpreter's lock is released while it waits, and only then. A simulator that raises ends this call: its
        asset fails at the hub with the exception's text, and the exception goes on.

        ``stop(end)`` is called once for each asset that is there at the end of the run, whenever it has joined.

        :raises HubLostError: the hub has died, and the configuration does not say to wait for the next.
        :raises RefusedError: the hub refuses an asset after all. Called again, it goes on with the others; so after a
            HubLostError, if others wait for the next hub.
        :raises Interrupted: by ``interrupt()``; it may be called again. A simulator that has its turn ends it before.
        """
        self._run()
        end = self.end
        for asset in self.assets if end is not None else ():
            stop = getattr(asset.simulator, "stop", None)
            if stop is not None:
                stop(end)
        return end

    @property
    def end(self) -> Optional[RunEnd]:
        """How the run has ended; None while it goes on."""
        return None if self._end is None else RunEnd(*self._end)

    def __enter__(self) -> "Hub":
        return self

    def __exit__(
        self,
        type: Optional[Type[BaseException]],
        value: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        try:
            if value is not None and not self.is_closed:
                for asset in self.assets:
                    with suppress(_core.TaktError):  # A hub that is gone cannot be told, and the exception counts.
                        asset.fail(describe(value))
        finally:
            self.close()


def connect(name: Optional[str] = None) -> Hub:
    """Connects to a hub.

    :param name: of the hub; None for that of the environment variable ``TAKT_HUB``, which ``takt run`` sets. Its folder
        is in the folder ``TAKT_DIR``, or else in ``/dev/shm/takt-USER``.
    :raises NoHubError: when none of that name answers.
    """
    return Hub(name)
