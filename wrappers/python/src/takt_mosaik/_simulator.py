"""A simulator of mosaik from its start to its end."""

from typing import NamedTuple

from takt_wrapper import WrapperError

from ._meta import Meta


class Entity(NamedTuple):
    """What a simulator has created."""

    eid: str
    model: str
    rel: tuple
    children: tuple
    extra_info: object


class EntityGraph:
    """Which entities belong together, for simulators that ask."""

    def __init__(self):
        self._nodes = {}
        self._edges = {}

    def add(self, sid, entities):
        for each in entities:
            full_id = f"{sid}.{each.eid}"
            self._nodes[full_id] = {"sid": sid, "type": each.model}
            for other in each.rel:
                self.connect(full_id, f"{sid}.{other}")
            self.add(sid, each.children)

    def connect(self, one, other):
        self._edges.setdefault(one, set()).add(other)
        self._edges.setdefault(other, set()).add(one)

    def related(self, entities=None):
        if entities is None:
            edges = [[one, other, {}] for one in self._edges for other in self._edges[one] if one < other]
            return {"nodes": self._nodes, "edges": edges}
        if isinstance(entities, str):
            return {each: self._nodes[each] for each in sorted(self._edges.get(entities, ()))}
        return {each: self.related(each) for each in entities}


class Simulator:
    """Starts it, creates its entities, and does its steps. Errors are WrapperErrors of one line."""

    def __init__(self, open_link, sid, resolution_s, params, timeout, graph=None):
        """
        :param open_link: a function of what answers its requests, which gives a Remote or a Local.
        :param timeout: how many seconds it has for each answer but that to a step.
        """
        self._open_link = open_link
        self.sid = sid
        self._resolution_s = resolution_s
        self._params = params
        self._timeout = timeout
        self._graph = graph or EntityGraph()
        self._created = []
        self._is_running = False
        self.entities = {}
        self.progress = lambda: 0.0
        self.events = []
        """Times for which it has asked for a step by itself."""
        self._start()

    def _start(self):
        self._link = self._open_link(self._serve)
        self._is_running = True
        try:
            self.meta = Meta(self.call("init", self.sid, time_resolution=self._resolution_s, **self._params))
        except WrapperError:
            self.stop()
            raise

    def restart(self):
        """Ends it, and starts another that is the same."""
        self.stop()
        self.events = []
        self._start()
        created, self._created, self.entities = self._created, [], {}
        for num, model, params in created:
            self.create(num, model, params)
        self.call("setup_done")

    def call(self, function, *arguments, **named):
        """Any of its methods but a step."""
        return self._link.call(function, *arguments, timeout=self._timeout, **named)

    def create(self, num, model, params):
        """Creates so many entities of a model."""
        known = self.meta.models.get(model)
        if known is None or not known.is_public:
            public = [each.name for each in self.meta.models.values() if each.is_public]
            raise WrapperError(f"the simulator has no model '{model}' to create; it has {', '.join(public)}")
        for param in params:
            if param not in known.params:
                has = f"only {', '.join(known.params)}" if known.params else "none"
                raise WrapperError(f"model '{model}' has no parameter '{param}'; it has {has}")
        made = self._read(self.call("create", num, model, **params))
        if len(made) != num:
            raise WrapperError(f"the simulator has created {len(made)} entities of '{model}', not {num}")
        self._created.append((num, model, params))
        self._graph.add(self.sid, made)
        return made

    def _read(self, answer):
        entities = []
        for each in answer if isinstance(answer, list) else [answer]:
            if not isinstance(each, dict) or "eid" not in each or each.get("type") not in self.meta.models:
                raise WrapperError(f"the simulator's answer to create is no list of entities: {str(each)[:80]}")
            if each["eid"] in self.entities:
                raise WrapperError(f"the simulator has created two entities '{each['eid']}'")
            self.entities[each["eid"]] = self.meta.models[each["type"]]
            children = tuple(self._read(each.get("children") or []))
            rel = tuple(each.get("rel") or ())
            entities.append(Entity(each["eid"], each["type"], rel, children, each.get("extra_info")))
        return entities

    def model_of(self, eid, attr, is_input):
        """The model of an entity; WrapperError where there is none such, or it has no such attribute."""
        model = self.entities.get(eid)
        if model is None:
            raise WrapperError(f"there is no entity '{eid}'; there are {', '.join(self.entities) or 'none'}")
        if attr not in model.attrs and not (is_input and model.takes(attr)):
            has = f"it has {', '.join(model.attrs)}" if model.attrs else "it has none"
            raise WrapperError(f"entity '{eid}', a {model.name}, has no attribute '{attr}'; {has}")
        return model

    def step(self, time, inputs, max_advance, wanted):
        """Does a step.

        :param wanted: which values to get then: {eid: [attr, ...]}.
        :returns: when it wants the next, or None; its values, and the time for which they are.
        """
        requests = [("step", (time, inputs, max_advance), {})]
        if wanted:
            # Both at once: a simulator does one after the other anyway.
            requests.append(("get_data", (wanted,), {}))
        begun = self._link.begin_all(*requests)
        after = self._link.finish(begun[0])
        if after is not None and (not isinstance(after, int) or isinstance(after, bool)):
            raise WrapperError(f"the simulator wants its next step at {after!r}, which is no whole number")
        if after is not None and after <= time:
            raise WrapperError(f"the simulator wants its next step at {after!r}; it has to be a time later than {time}")
        if after is None and self.meta.kind == "time-based":
            raise WrapperError(f"the simulator is time-based, and names no next step after that at {time}")
        if not wanted:
            return after, {}, time
        data = self._link.finish(begun[1])
        if not isinstance(data, dict) or not all(isinstance(data[each], dict) for each in data if each != "time"):
            raise WrapperError(f"the simulator's values are not {{entity: {{attribute: value}}}}: {str(data)[:80]}")
        data = dict(data)
        valid = data.pop("time", time)
        if not isinstance(valid, int) or valid < time:
            raise WrapperError(f"the simulator's values are for {valid!r}; it has to be a time from {time} on")
        return after, data, valid

    def attend(self):
        self._link.attend()

    def abandon(self, reason):
        """What waits for it fails, for this reason. From any thread."""
        self._link.abandon(reason)

    def stop(self):
        """Ends it, once."""
        if self._is_running:
            self._is_running = False
            self._link.stop()

    def _add_event(self, event_time):
        self.events.append(event_time)

    def _serve(self, name, *arguments, **named):
        if name == "get_progress":
            return self.progress()
        if name == "get_related_entities":
            return self._graph.related(*arguments, **named)
        if name == "set_event" and self.meta.sets_events:
            return self._add_event(*arguments)
        if name in ("get_data", "set_data"):
            raise WrapperError(f"{name}: Takt has no asynchronous requests; send and receive the values by channels")
        raise WrapperError(f"{name}: Takt cannot do that")
