"""A scenario of mosaik, of which Takt does the run: each simulator is an asset of a hub."""

import contextlib
import itertools
import json
import os
import shlex
import tempfile
from collections import Counter
from pathlib import Path

import takt
from takt_wrapper import HubProcess, WrapperError

from ._asset import MosaikAsset
from ._layout import Group, common, lay_out
from ._local import Local
from ._remote import Remote
from ._simulator import EntityGraph, Simulator
from ._trace import Trace, graph

_NOT_GIVEN = object()
_WIRE = takt.codec.Codec(
    lambda value: json.dumps(value, separators=(",", ":")).encode(), lambda message: json.loads(bytes(message))
)


class Entity:
    """One that a simulator of the scenario has created."""

    def __init__(self, factory, described):
        self._factory = factory
        self.sid = factory.sid
        self.eid = described.eid
        self.model = self.type = described.model
        self.extra_info = described.extra_info
        self.children = [Entity(factory, each) for each in described.children]
        self.full_id = f"{self.sid}.{self.eid}"

    def __repr__(self):
        return f"Entity({self.full_id!r}, model={self.model!r})"


class _Model:
    def __init__(self, factory, name):
        self._factory = factory
        self._name = name

    def create(self, num, **params):
        """So many entities."""
        return [Entity(self._factory, each) for each in self._factory.simulator.create(num, self._name, params)]

    def __call__(self, **params):
        """One entity."""
        return self.create(1, **params)[0]


class ModelFactory:
    """A simulator of the scenario: its public models, and its extra methods, are attributes."""

    def __init__(self, sid, simulator, group, is_local):
        self.sid = sid
        self.simulator = simulator
        self.group = group
        self.is_local = is_local
        self.first = None
        self.trace = Trace(sid)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        model = self.simulator.meta.models.get(name)
        if model is not None and model.is_public:
            return _Model(self, name)
        if name in self.simulator.meta.extra_methods:
            return lambda *arguments, **named: self.simulator.call(name, *arguments, **named)
        raise AttributeError(f"simulator '{self.sid}' has no public model and no extra method '{name}'")


def _named(method):
    """A method whose errors say of which simulator they are."""

    def call(self, *arguments):
        try:
            method(self, *arguments)
        except Exception as error:
            said = error if isinstance(error, takt.TaktError) else f"{type(error).__name__}: {error}"
            raise WrapperError(f"simulator '{self.sid}': {said}") from error

    return call


class _Asset(MosaikAsset):
    joined, start, step, _take = map(
        _named, (MosaikAsset.joined, MosaikAsset.start, MosaikAsset.step, MosaikAsset._take)
    )

    def __init__(self, sid, *others):
        super().__init__(*others)
        self.sid = sid

    def stop(self, end):
        """The world ends its simulator, which may be asked for values before that."""


class _Connection:
    def __init__(self, src, dest, src_attr, dest_attr, shift, is_weak, initial, transform):
        self.src, self.dest = src._factory, dest._factory
        self.src_port, self.dest_port = (src.eid, src_attr), (dest.eid, dest_attr)
        self.source = src.full_id
        self.shift = shift
        self.round_of = common(self.src.group, self.dest.group) if is_weak else None
        self.transform = transform
        dest_model = self.dest.simulator.model_of(dest.eid, dest_attr, True)
        lasts = self.src.simulator.model_of(src.eid, src_attr, False).lasts(src_attr)
        self.triggers = dest_model.is_triggered_by(dest_attr)
        self.is_event = not lasts and initial is _NOT_GIVEN
        self.initial = [(*self.dest_port, self.source, None if initial is _NOT_GIVEN else initial)]
        if self.is_event:
            self.initial = []

    @property
    def channel(self):
        """Values that become visible at different times go by different channels."""
        path = self.src.group.path()
        return f"shift-{self.shift}" if self.round_of is None else f"round-{path.index(self.round_of)}"


class _Output:
    """The values of a simulator that become visible together."""

    def __init__(self, asset, channel, connections):
        self.sender = asset.output(channel, _WIRE)
        self.wanted = list(dict.fromkeys(each.src_port for each in connections))
        self._level = None
        if connections[0].round_of is not None:
            rounds = [each for each in connections[0].src.group.path() if each.goes_round]
            self._level = rounds.index(connections[0].round_of)

    def pick(self, data, time):
        picked = {}
        for eid, attr in self.wanted:
            if attr in data.get(eid, ()):
                picked.setdefault(eid, {})[attr] = data[eid][attr]
        return (picked,) if picked else None

    def visible_ns(self, slots, at_ns):
        return at_ns + 1 if self._level is None else slots.round_end(at_ns, self._level)


class _Input:
    """Those that a simulator gets of another one by one channel."""

    def __init__(self, channel, connections):
        self.channel = channel
        self._connections = connections
        self.can_trigger = any(each.triggers for each in connections)
        self.initial = [value for each in connections for value in each.initial]

    def take(self, message):
        data = _WIRE.decode(message)
        for each in self._connections:
            eid, attr = each.src_port
            if attr in data.get(eid, ()):
                value = each.transform(data[eid][attr])
                yield (*each.dest_port, each.source, value, each.is_event, each.triggers)


def _name(connection):
    return f"{connection.src.sid}.{connection.channel}"


def _grouped(connections):
    grouped = {}
    for each in connections:
        grouped.setdefault(_name(each), []).append(each)
    return grouped


class World:
    """As mosaik.World: start simulators, create and connect entities, and run.

    Errors are WrapperErrors of one line.

    :param sim_config: how each simulator is started: {name: {"python": "module:Class"}}, or with "cmd" or "connect".
    :param debug: keeps all steps with their inputs: see ``steps``.
    :param others: is not used; mosaik's own options are accepted.
    """

    def __init__(
        self, sim_config=None, mosaik_config=None, time_resolution=1.0, debug=False, max_loop_iterations=100, **others
    ):
        self.sim_config = sim_config or {}
        self.time_resolution = time_resolution
        self._timeout = (mosaik_config or {}).get("start_timeout", 60.0)
        self._debug = debug
        self._most_rounds = max_loop_iterations
        self._counts = Counter()
        self._group = self._main = Group()
        self._graph = EntityGraph()
        self._factories = {}
        self._connections = []
        self._is_over = self._is_entered = False

    @contextlib.contextmanager
    def group(self, group_name=None):
        """Simulators that are started in it may be connected by weak connections."""
        self._group = Group(self._group)
        self._group.parent.members.append(self._group)
        try:
            yield
        finally:
            self._group = self._group.parent

    def start(self, name, sim_id=None, **params):
        """Starts a simulator of ``sim_config``."""
        config = self.sim_config.get(name)
        if config is None:
            raise WrapperError(f"there is no simulator '{name}' in sim_config; there are {', '.join(self.sim_config)}")
        sid = sim_id or f"{name}-{next_of(self._counts, name)}"
        if sid in self._factories:
            raise WrapperError(f"there is a simulator '{sid}' already; sim_id gives another name")
        simulator = Simulator(self._opener(name, config), sid, self.time_resolution, params, self._timeout, self._graph)
        factory = self._factories[sid] = ModelFactory(sid, simulator, self._group, "python" in config)
        self._group.members.append(factory)
        return factory

    def _opener(self, name, config):
        if "python" in config:
            return lambda serve: Local(config["python"], serve)
        if "connect" in config:
            return lambda serve: Remote.connect(config["connect"], serve, self._timeout)
        if "cmd" not in config:
            raise WrapperError(f"sim_config of '{name}' has none of python, connect and cmd")
        words = shlex.split(config["cmd"])
        return lambda serve: Remote.launch(words, serve, self._timeout, config.get("cwd"), config.get("env"))

    def connect(
        self,
        src,
        dest,
        *attr_pairs,
        async_requests=False,
        time_shifted=False,
        initial_data=None,
        weak=False,
        transform=lambda value: value,
    ):
        """The second entity gets values of the first; each pair is (attribute of src, attribute of dest), or both."""
        if async_requests:
            raise WrapperError(f"{src.full_id} to {dest.full_id}: Takt has no asynchronous requests; use time_shifted")
        for pair in attr_pairs:
            src_attr, dest_attr = (pair, pair) if isinstance(pair, str) else pair
            initial = (initial_data or {}).get(src_attr, _NOT_GIVEN)
            self.connect_one(src, dest, src_attr, dest_attr, time_shifted, weak, initial, transform)

    def connect_one(
        self,
        src,
        dest,
        src_attr,
        dest_attr=None,
        time_shifted=False,
        weak=False,
        initial_data=_NOT_GIVEN,
        transform=lambda value: value,
    ):
        """Likewise for one attribute."""
        dest_attr = dest_attr or src_attr
        both = f"{src.full_id}.{src_attr} to {dest.full_id}.{dest_attr}"
        try:
            made = _Connection(src, dest, src_attr, dest_attr, int(time_shifted), weak, initial_data, transform)
        except WrapperError as error:
            raise WrapperError(f"{both}: {error}") from error
        if weak and made.round_of.parent is None:
            raise WrapperError(f"{both}: a weak connection is one in a group; start both in 'with world.group():'")
        if src.sid == dest.sid:
            raise WrapperError(f"{both}: these are of one simulator")
        if (time_shifted or weak) and not made.triggers and initial_data is _NOT_GIVEN:
            raise WrapperError(f"{both}: needs initial_data, since the first step of {dest.sid} gets no other")
        if weak:
            made.round_of.goes_round = True
        self._connections.append(made)
        self._graph.connect(src.full_id, dest.full_id)

    def set_initial_event(self, sid, time=0):
        """The first step of an event-based simulator."""
        self._factories[sid].first = time

    def get_data(self, entity_set, *attributes):
        """Values of entities, asked for now."""
        entities = list(entity_set)
        data = {each: each._factory.simulator.call("get_data", {each.eid: list(attributes)}) for each in entities}
        return {each: data[each][each.eid] for each in entities}

    def run(self, until, rt_factor=None, shutdown=True, **others):
        """Runs to a time of mosaik, which is not stepped any more.

        :param rt_factor: wall seconds for each second of simulation time; None for as fast as it goes.
        """
        if self._is_over:
            raise WrapperError("the scenario has run; a world runs once")
        self._is_over = True
        try:
            self._run(until, rt_factor)
        finally:
            if shutdown and not self._is_entered:
                self.shutdown()

    def shutdown(self):
        """Ends all simulators."""
        for each in self._factories.values():
            each.simulator.stop()

    def steps(self):
        """Of a world with ``debug``: {(simulator, (time, ...)): (inputs, those steps which it follows from)}."""
        return graph({sid: each.trace for sid, each in self._factories.items()})

    def __enter__(self):
        self._is_entered = True
        return self

    def __exit__(self, *error):
        self.shutdown()
        return False

    # ---- The run ----

    def _run(self, until, rt_factor):
        resolution_ns = round(self.time_resolution * 1e9)
        edges = [(each.src, each.dest) for each in self._connections if not each.shift and each.round_of is None]
        slots, whole_ns = lay_out(self._main, edges, resolution_ns, self._most_rounds)
        for each in self._factories.values():
            each.simulator.call("setup_done")
        config = self._config(until, resolution_ns, whole_ns, rt_factor)
        assets = {
            factory.sid: _Asset(
                factory.sid,
                factory.simulator,
                slots[factory],
                self._ports(factory),
                until,
                factory.first,
                factory.trace if self._debug else None,
            )
            for factory in self._factories.values()
        }
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "world.json")
            path.write_text(json.dumps(config))
            with HubProcess(path, config["hub"], "the scenario", until * resolution_ns) as hub:
                hub.run(assets, [sid for sid, each in self._factories.items() if each.is_local])

    def _ports(self, factory):
        def ports(simulator, asset):
            incoming = [each for each in self._connections if each.dest is factory]
            outgoing = [each for each in self._connections if each.src is factory]
            return (
                [_Input(name, connections) for name, connections in _grouped(incoming).items()],
                [_Output(asset, name, connections) for name, connections in _grouped(outgoing).items()],
            )

        return ports

    def _config(self, until, resolution_ns, whole_ns, rt_factor):
        is_live = rt_factor is not None
        # Simulators wait for each other's values only, and the core for the slowest of them a hundred times in a run.
        core_ns = max(1, resolution_ns // 20) if is_live else max(1, until // 100) * resolution_ns
        channels = [
            {
                "name": name,
                "from": each[0].src.sid,
                "to": sorted({to.dest.sid for to in each}),
                # A shifted value comes behind all steps of the time before, and before the first of the next.
                "delay": f"{each[0].shift and each[0].shift * resolution_ns - whole_ns}ns",
            }
            for name, each in _grouped(self._connections).items()
        ]
        return {
            "hub": f"mosaik-{os.getpid()}-{next(_numbers)}",
            "coreStep": f"{core_ns}ns",
            "maxDelay": f"{2 * core_ns}ns",
            "pace": {"mode": "realtime", "speed": 1 / rt_factor} if is_live else {"mode": "free"},
            "assets": [{"name": sid, "maxStep": f"{core_ns}ns", "granularity": "1ns"} for sid in self._factories],
            "channels": channels,
        }


_numbers = itertools.count(1)


def next_of(counts, name):
    """0, 1, ... for each name."""
    counts[name] += 1
    return counts[name] - 1
