"""What a simulator says of itself: its kind, its models, and which attributes are events."""

from takt_wrapper import WrapperError

KINDS = ("time-based", "event-based", "hybrid")


def _attributes(model, known, first, second, of_first):
    """The two lists that share the attributes of a model, of which one, or none, may be left out."""
    named = model.get(first), model.get(second)
    everything = set(known)
    if named[0] is None and named[1] is None:
        return (everything, set()) if of_first else (set(), everything)
    if named[0] is None:
        return everything - set(named[1]), set(named[1])
    if named[1] is None:
        return set(named[0]), everything - set(named[0])
    return set(named[0]), set(named[1])


class Model:
    """One of a simulator's models."""

    def __init__(self, name, described, kind):
        self.name = name
        self.is_public = described.get("public", True)
        self.params = described.get("params", [])
        self.attrs = list(described.get("attrs", []))
        self._takes_any = described.get("any_inputs", False)
        # A hybrid simulator without a list of triggers has none; and its outputs last unless it says otherwise.
        is_event_based = kind == "event-based"
        _, self._triggers = _attributes(described, self.attrs, "non-trigger", "trigger", not is_event_based)
        self._any_triggers = is_event_based or "non-trigger" in described and "trigger" not in described
        self._lasting, _ = _attributes(described, self.attrs, "persistent", "non-persistent", not is_event_based)

    def takes(self, attr):
        return self._takes_any or attr in self.attrs

    def is_triggered_by(self, attr):
        """Whether a new value of an input begins a step."""
        return attr in self._triggers or self._any_triggers and attr not in self.attrs

    def lasts(self, attr):
        """Whether the value of an output holds until there is another, unlike an event."""
        return attr in self._lasting


class Meta:
    """The answer to init, checked."""

    def __init__(self, answer):
        if not isinstance(answer, dict) or not isinstance(answer.get("models"), dict):
            raise WrapperError(f"the simulator's answer to init is no description with models: {str(answer)[:80]}")
        version = str(answer.get("api_version", "1"))
        if version.split(".")[0] != "3":
            raise WrapperError(f"the simulator speaks version {version} of mosaik's API; it has to be 3")
        self.kind = answer.get("type")
        if self.kind not in KINDS:
            raise WrapperError(f"the simulator's type is '{self.kind}'; mosaik has {', '.join(KINDS)}")
        self.models = {}
        for name, model in answer["models"].items():
            if not isinstance(model, dict):
                raise WrapperError(f"the simulator's answer to init describes model '{name}' by {str(model)[:60]}")
            self.models[name] = Model(name, model, self.kind)
        self.extra_methods = answer.get("extra_methods", [])
        self.sets_events = bool(answer.get("set_events", False))
