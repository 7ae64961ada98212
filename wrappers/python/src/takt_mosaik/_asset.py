"""The asset."""

import heapq
import sys
from functools import partial

from takt_wrapper import WrapperError

NEVER_NS = 2**62


class Inputs:
    """Values for the next step."""

    def __init__(self):
        self._values = {}
        self._events = set()

    def put(self, eid, attr, source, value, is_event):
        """A value of a source. It holds until there is another; an event is given once."""
        key = eid, attr, source
        self._values[key] = value
        if is_event:
            self._events.add(key)

    def drop(self, eid, attr, source):
        """Forgets a value that was there at first."""
        self._values.pop((eid, attr, source), None)

    def take(self):
        """All, as mosaik has them: {eid: {attr: {source: value}}}."""
        taken = {}
        for (eid, attr, source), value in self._values.items():
            taken.setdefault(eid, {}).setdefault(attr, {})[source] = value
        for key in self._events:
            del self._values[key]
        self._events.clear()
        return taken


def _require_grid(slots, asset):
    grid = asset.granularity_ns
    if slots.resolution_ns % grid or slots.offset_ns % grid:
        raise WrapperError(
            f"the asset's steps are multiples of {grid} ns, but the simulator is stepped at multiples of"
            f" {slots.resolution_ns} ns, and {slots.offset_ns} ns; give the asset"
            ' "maxStep": "1s", "granularity": "1ns"'
        )


class UnaskedAsset:
    """One for --check whose simulator is a program, which is not started: what it has is known in the run."""

    def __init__(self, slots, ports):
        self._slots = slots
        self._ports = ports

    def joined(self, asset):
        _require_grid(self._slots, asset)
        self._ports.require(asset)


class MosaikAsset:
    """A step of mosaik is done where it lies in Takt's time; between two of them there is nothing to do."""

    def __init__(self, simulator, slots, ports, until=None, first=None, trace=None):
        """
        :param ports: gives, for an asset that has joined, inputs and outputs.
        :param until: a time of mosaik that is not stepped any more; None for no end but the hub's.
        :param first: the first step, as a time of mosaik; None: 0, or with the first event.
        :param trace: is told what happens, or None.
        """
        self._simulator = simulator
        self._slots = slots
        self._ports = ports
        self._until = until
        self._first = 0 if first is None and simulator.meta.kind != "event-based" else first
        self._trace = trace
        self._is_new = True

    def joined(self, asset):
        self._asset = asset
        _require_grid(self._slots, asset)
        self._inputs, self._outputs = self._ports(self._simulator, asset)
        self._wanted = {}
        for output in self._outputs:
            for eid, attr in output.wanted:
                attrs = self._wanted.setdefault(eid, [])
                if attr not in attrs:
                    attrs.append(attr)
        for each in self._inputs:
            asset.subscribe(each.channel, partial(self._take, each))
        self._is_triggered_ever = any(each.can_trigger for each in self._inputs)
        if self._until is not None:
            self._simulator.progress = lambda: min(100.0, 100.0 * self._slots.time(asset.time_ns) / self._until)

    def _take(self, port, message):
        for eid, attr, source, value, is_event, triggers in port.take(message):
            if port.initial:
                self._values.drop(eid, attr, port.channel)
            self._values.put(eid, attr, source, value, is_event)
            self._is_triggered |= triggers
            if self._trace is not None:
                self._trace.received(eid, attr, source, message)

    def start(self, t0):
        if not self._is_new:
            self._simulator.restart()
        self._is_new = False
        self._values = Inputs()
        for port in self._inputs:
            for eid, attr, source, value in port.initial:
                self._values.put(eid, attr, source, value, False)
        self._is_triggered = False
        self._due = []
        self._held = []
        self._holds = 0
        if t0 > 0:
            first = self._slots.time(self._slots.next(t0))
            print(f"begins at {t0 / 1e9:g}s; its first step is that at {first}", file=sys.stderr, flush=True)
            self._plan(self._slots.of(first))
        elif self._first is not None:
            self._plan(self._slots.of(self._first))
        self._sleep(t0 - 1)

    def step(self, t0, t1):
        if self._simulator.meta.sets_events:
            self._simulator.attend()
            self._plan_events(t0)
        if self._is_triggered:
            self._is_triggered = False
            slot = self._slots.next(t0)
            # A value that is shifted comes behind all rounds, for the next time; one that comes in them is for this time.
            time = self._slots.time(t0)
            over_ns = self._slots.rounds_over_ns(self._slots.of(time) - self._slots.offset_ns)
            if over_ns is not None and t0 <= over_ns and self._slots.time(slot) > time:
                raise WrapperError(f"the simulators of a group have not come to an end at {time}")
            self._plan(slot)
        while self._held and self._held[0][0] <= t0:
            _, _, output, value, origin = heapq.heappop(self._held)
            self._send(output, value, t0, origin)
        if self._due and self._due[0] <= t0:
            while self._due and self._due[0] <= t0:
                heapq.heappop(self._due)
            self._do(t0)
        self._sleep(t0)

    def _do(self, t0):
        time = self._slots.time(t0)
        inputs = self._values.take()
        is_bounded = self._until is not None and not self._is_triggered_ever
        max_advance = self._until if is_bounded else time
        origin = None
        if self._trace is not None:
            origin = self._trace.begins(self._slots.tiers(t0), t0, inputs)
        after, data, valid = self._simulator.step(time, inputs, max_advance, self._wanted)
        if after is not None:
            self._plan(self._slots.of(after))
            if self._trace is not None:
                self._trace.planned(origin, self._slots.tiers(self._slots.of(after)))
        at_ns = t0 if valid == time else self._slots.of(valid)
        for output in self._outputs:
            value = output.pick(data, time)
            if value is None:
                continue
            visible_ns = output.visible_ns(self._slots, at_ns)
            if visible_ns <= t0 + 1:
                self._send(output, value[0], t0, origin)
            else:
                heapq.heappush(self._held, (visible_ns - 1, self._holds, output, value[0], origin))
                self._holds += 1

    def _send(self, output, value, t0, origin):
        output.sender.send_at(value, t0 + 1)
        if self._trace is not None:
            self._trace.sent(origin)

    def _plan(self, slot):
        if (self._until is None or self._slots.time(slot) < self._until) and slot not in self._due:
            heapq.heappush(self._due, slot)

    def _plan_events(self, t0):
        for time in self._simulator.events:
            if not isinstance(time, int) or self._slots.of(time) < t0:
                raise WrapperError(f"the simulator sets an event at {time}, which lies behind {t0 / 1e9:g}s")
            self._plan(self._slots.of(time))
        self._simulator.events.clear()

    def _sleep(self, t0):
        """Until there is something to do; a simulator that sets events is asked whenever time has gone on.

        Others need not wait for what it sends before that. New inputs make it step at its slots only.
        """
        if self._simulator.meta.sets_events:
            return
        wake_ns = min((*self._due[:1], *(each[0] for each in self._held[:1])), default=None)
        over_ns = self._slots.rounds_over_ns(t0)
        # When the rounds are over it knows that the next time comes far later, and promises that.
        self._asset.wake_at(min((each for each in (wake_ns, over_ns) if each is not None), default=None))
        soonest_ns = self._slots.next(t0 + 1) if self._is_triggered_ever else NEVER_NS
        quiet_ns = min(soonest_ns, NEVER_NS if wake_ns is None else wake_ns)
        for each in self._outputs:
            each.sender.promise(quiet_ns + 1)

    def abandon(self, reason):
        """Ends a wait for the simulator, from another thread."""
        self._simulator.abandon(reason)

    def stop(self, end):
        self._simulator.stop()
