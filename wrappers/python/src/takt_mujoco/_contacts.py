"""Contacts between geoms, as events."""


class Contacts:
    """Sends ``{"begin": [[geom, geom], ...], "end": [...]}`` when a pair of geoms begins or ends to touch."""

    def __init__(self, model, output):
        self._model = model
        self._output = output
        self._now = set()

    def begin(self, time_ns):
        """Those at 0 are told; where a run is gone on with, the process before has told them."""
        self._now = set()
        if time_ns == 0:
            self.tell(0)
        else:
            self._now = self._pairs()

    def tell(self, time_ns):
        """What has changed since the last call, stamped with a time."""
        before, self._now = self._now, self._pairs()
        if before != self._now:
            change = {"begin": self._named(self._now - before), "end": self._named(before - self._now)}
            self._output.send_at(change, time_ns)

    def _pairs(self):
        """Those that the solver takes into account, without those that are only near."""
        found = self._model.data.contact
        return {tuple(sorted(pair)) for pair, near in zip(found.geom.tolist(), found.exclude.tolist()) if near == 0}

    def _named(self, pairs):
        return [[self._model.geom(one), self._model.geom(other)] for one, other in sorted(pairs)]
