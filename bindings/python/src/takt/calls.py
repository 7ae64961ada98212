"""Calls between assets: requests, progress, cancels and answers, with time-outs in simulated time.

They agree with those of Java and C. A call is messages on two channels, which ``hub.join(serves=..., calls=...)``
declares, so calls are the same in every run. Both ends are for assets with a simulator that ``hub.run()`` calls back:
make them in ``joined``, call ``reset()`` of them in ``reset``, and use them on the thread that is in ``run``.
"""

import struct
from contextlib import suppress
from typing import Any, Callable, Dict, Generic, List, Literal, NamedTuple, Optional, Tuple, TypeVar

from ._core import Asset, Message, MisuseError, Output
from ._types import Sendable
from .codec import Codec

Q = TypeVar("Q")
A = TypeVar("A")

NEVER = 2**63 - 1
"""A time-out that never comes."""

CallState = Literal["pending", "answered", "failed", "cancelled", "timed_out"]

_HEAD = struct.Struct("<BBqqq")
_REQUEST, _CANCEL, _PROGRESS, _ANSWER, _ERROR = range(1, 6)


def requests(service: str) -> str:
    """The channel that each client of a service sends."""
    return service + ".requests"


def answers(service: str) -> str:
    """The channel that a service sends."""
    return service + ".answers"


class _Id(NamedTuple):
    """Which call of a client it is: a process that takes another's place begins at a later time."""

    client: str
    began_ns: int
    number: int


def _read(message: Message) -> Tuple[int, _Id, int, Message]:
    """Kind, call, time-out, and the message without its head, for codecs."""
    name = message.data[1] if len(message) >= _HEAD.size else 0
    kind = message.data[0] if len(message) >= _HEAD.size + name else 0
    if not _REQUEST <= kind <= _ERROR:
        raise ValueError(f"{message!r} is no part of a call; is that channel sent by hand?")
    _, _, began_ns, number, timeout_ns = _HEAD.unpack_from(message.data)
    client = bytes(message.data[_HEAD.size : _HEAD.size + name]).decode("ascii")
    return kind, _Id(client, began_ns, number), timeout_ns, message._part(_HEAD.size + name)


def _frame(kind: int, client: str, its: _Id, timeout_ns: int, value: Any) -> bytes:
    encoded = value.encode() if isinstance(value, str) else bytes(memoryview(value).cast("B"))
    name = client.encode("ascii")
    return _HEAD.pack(kind, len(name), its.began_ns, its.number, timeout_ns) + name + encoded


class _Clock:
    """An asset's time; once the asset has left, the last that was asked for."""

    def __init__(self, asset: Asset) -> None:
        self._asset = asset
        self._seen_ns = asset.time_ns

    @property
    def time_ns(self) -> int:
        with suppress(MisuseError):
            self._seen_ns = self._asset.time_ns
        return self._seen_ns


class Call(Generic[A]):
    """A call that a :class:`Caller` has made. Its state changes between steps only, in the same ones in every run."""

    def __init__(self, caller: "Caller[Any, A]", its: _Id, timeout_ns: int) -> None:
        self._caller = caller
        self._id = its
        self._settled: CallState = "pending"
        self._answer: Optional[A] = None
        self.timeout_ns = timeout_ns
        """When it times out, in ns of simulation time."""
        self.error: Optional[str] = None
        """Why the service could not do it; None unless it has failed."""
        self.progress: Optional[str] = None
        """The service's last report of its progress; None when it has said nothing yet."""

    @property
    def state(self) -> CallState:
        """``"timed_out"`` from the first step on that begins at the time-out or later."""
        timed_out = self._settled == "pending" and self._caller._clock.time_ns >= self.timeout_ns
        return "timed_out" if timed_out else self._settled

    @property
    def is_done(self) -> bool:
        """Whether nothing more will come of it."""
        return self.state != "pending"

    @property
    def answer(self) -> A:
        """The answer as the service gave it. MisuseError: there is none."""
        if self._settled != "answered":
            raise MisuseError(f"the call has no answer, it is {self.state}; ask state first")
        return self._answer  # type: ignore[return-value]

    def cancel(self) -> None:
        """Wants it no more: the service is told, and an answer under way is passed over. Nothing if it is done.

        Errors are those of ``Output.send``; the call goes on then.
        """
        if not self.is_done:
            self._caller._cancel(self)
            self._settled = "cancelled"


class Caller(Generic[Q, A]):
    """A client of a service that its asset has declared by ``calls``; one of each service."""

    def __init__(self, asset: Asset, service: str, queries: Codec[Q], answered: Codec[A]) -> None:
        self.asset = asset
        self._queries, self._answers = queries, answered
        self._output: "Output[Sendable]" = asset.output(requests(service))
        self._clock = _Clock(asset)
        self._began_ns = asset.time_ns
        self._next = 0
        self._pending: Dict[_Id, Call[A]] = {}
        asset.subscribe(answers(service), self._on_message)

    def call(self, query: Q, timeout_ns: int = NEVER) -> Call[A]:
        """Makes a call, which goes out when the step that is under way is done.

        :param timeout_ns: simulation time in ns at which to give up, later than the asset's time.
        :raises MisuseError: the time-out has passed, the request is too large, or as of ``Output.send``.
        """
        if timeout_ns <= self.asset.time_ns:
            raise MisuseError(
                f"the call times out at {timeout_ns} ns, and it is {self.asset.time_ns} ns; the time-out is a time,"
                " later than that"
            )
        its = _Id(self.asset.name, self._began_ns, self._next)
        self._output.send(_frame(_REQUEST, "", its, timeout_ns, self._queries.encode(query)))
        self._next += 1
        self._pending = {key: each for key, each in self._pending.items() if not each.is_done}
        made = self._pending[its] = Call(self, its, timeout_ns)
        return made

    def reset(self) -> None:
        """Forgets all calls, which count as cancelled: for the asset's ``reset``."""
        for each in self._pending.values():
            each._settled = "cancelled"
        self._pending = {}
        self._began_ns = self._next = 0

    def _cancel(self, call: Call[A]) -> None:
        self._output.send(_frame(_CANCEL, "", call._id, 0, b""))
        self._pending.pop(call._id, None)

    def _on_message(self, message: Message) -> None:
        kind, its, _, value = _read(message)
        call = self._pending.get(its)
        if call is None or message.delivery_ns > call.timeout_ns:
            return
        if kind == _PROGRESS:
            call.progress = value.text()
            return
        del self._pending[its]
        if kind == _ERROR:
            call._settled, call.error = "failed", value.text()
            return
        try:
            call._answer = self._answers.decode(value)
            call._settled = "answered"
        except Exception as error:
            call._settled, call.error = "failed", f"the answer cannot be read: {error}"


class Request(Generic[Q, A]):
    """A request to a :class:`Service`. It may be answered when it comes, or in any later step; until then it is open."""

    def __init__(self, service: "Service[Q, A]", its: _Id, timeout_ns: int, query: Q) -> None:
        self._service = service
        self._id = its
        self._is_settled = False
        self.timeout_ns = timeout_ns
        """When the client gives up, in ns of simulation time."""
        self.query = query
        """The client's question."""

    @property
    def client(self) -> str:
        """Name of the asset that asks."""
        return self._id.client

    @property
    def is_open(self) -> bool:
        """Whether an answer is still of use: False when it was answered or cancelled, or has timed out."""
        return not self._is_settled and self._service._clock.time_ns < self.timeout_ns

    def answer(self, value: A) -> bool:
        """Answers, with the step that is under way. False when it was not open, and nothing was sent."""
        return self.is_open and self._service._settle(self, _ANSWER, self._service._answers.encode(value))

    def fail(self, why: str) -> bool:
        """Says in one line that it cannot be done. False when it was not open, and nothing was sent."""
        return self.is_open and self._service._settle(self, _ERROR, why)

    def progress(self, text: str) -> bool:
        """Says how far it is; the client sees the last one. False when it was not open, and nothing was sent."""
        return self.is_open and self._service._send(self, _PROGRESS, text)


class Service(Generic[Q, A]):
    """A service of an asset that has declared it by ``serves``, for any number of clients.

    Requests come before the step to which they belong: ``handler(request)``, which may answer at once or later.
    """

    def __init__(
        self,
        asset: Asset,
        name: str,
        queries: Codec[Q],
        answered: Codec[A],
        handler: Callable[[Request[Q, A]], object] = lambda request: None,
    ) -> None:
        self.asset = asset
        self._queries, self._answers, self._handler = queries, answered, handler
        self._clock = _Clock(asset)
        self._output: "Output[Sendable]" = asset.output(answers(name))
        self._open: Dict[_Id, Request[Q, A]] = {}
        asset.subscribe(requests(name), self._on_message)

    @property
    def open(self) -> List[Request[Q, A]]:
        """The requests that wait for an answer, in the order in which they came."""
        self._open = {key: each for key, each in self._open.items() if each.is_open}
        return list(self._open.values())

    def reset(self) -> None:
        """Forgets all requests: for the asset's ``reset``."""
        for each in self._open.values():
            each._is_settled = True
        self._open = {}

    def _send(self, request: Request[Q, A], kind: int, value: Any) -> bool:
        self._output.send(_frame(kind, request.client, request._id, 0, value))
        return True

    def _settle(self, request: Request[Q, A], kind: int, value: Any) -> bool:
        self._send(request, kind, value)
        request._is_settled = True
        self._open.pop(request._id, None)
        return True

    def _on_message(self, message: Message) -> None:
        kind, its, timeout_ns, value = _read(message)
        its = its._replace(client=message.sender)
        if kind == _CANCEL:
            cancelled = self._open.pop(its, None)
            if cancelled is not None:
                cancelled._is_settled = True
            return
        try:
            query = self._queries.decode(value)
        except Exception as error:
            unread: Request[Any, A] = Request(self, its, timeout_ns, None)
            unread.fail(f"the request cannot be read: {error}")
            return
        request = Request(self, its, timeout_ns, query)
        if request.is_open:
            self._open[its] = request
            self._handler(request)
