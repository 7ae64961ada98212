"""What has happened in a run: each step, its inputs, and where they are from."""

import bisect
import copy


class Step:
    """One of a simulator."""

    def __init__(self, sid, tiers, now_ns, inputs, sources):
        self.node = (sid, tiers)
        self.now_ns = now_ns
        self.inputs = inputs
        self.sources = sources
        """The messages that its inputs are from: {(sender, number, delivery time in ns)}."""
        self.planned = None
        """The next step that it has asked for."""


class Trace:
    """Of one simulator, by its own thread."""

    def __init__(self, sid):
        self._sid = sid
        self._origins = {}
        self.steps = []
        self.sends = []
        """The step that each message is from, by its number."""

    def received(self, eid, attr, source, message):
        self._origins[eid, attr, source] = message.sender, message.sequence, message.delivery_ns

    def begins(self, tiers, now_ns, inputs):
        sources = {
            self._origins[eid, attr, source]
            for eid, attrs in inputs.items()
            for attr, values in attrs.items()
            for source in values
            if (eid, attr, source) in self._origins
        }
        self.steps.append(Step(self._sid, tiers, now_ns, copy.deepcopy(inputs), sources))
        return self.steps[-1]

    @staticmethod
    def planned(step, tiers):
        step.planned = step.node[0], tiers

    def sent(self, step):
        self.sends.append(step)

    def source(self, number, delivery_ns, now_ns):
        """The last step whose values would have been there by now as soon as the message with this number was."""
        lag_ns = delivery_ns - self.sends[number].now_ns
        return self.steps[bisect.bisect_right([each.now_ns + lag_ns for each in self.steps], now_ns) - 1]


def graph(traces):
    """All steps, each with those that it follows from: {node: (inputs, {node, ...})}.

    As in mosaik's own graphs, that is the last step of a simulator of which it has a value, whether that step has given
    the value or an earlier one.

    :param traces: by the simulators' names.
    """
    nodes = {each.node: (each.inputs, set()) for trace in traces.values() for each in trace.steps}
    for trace in traces.values():
        for each in trace.steps:
            for sid, number, delivery_ns in each.sources:
                nodes[each.node][1].add(traces[sid].source(number, delivery_ns, each.now_ns).node)
            if each.planned in nodes:
                nodes[each.planned][1].add(each.node)
    return nodes
