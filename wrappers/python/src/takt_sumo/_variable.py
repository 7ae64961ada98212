"""What a user means by a name: a getter of SUMO to send its value, a setter or a command to receive values."""

from takt_wrapper import WrapperError

from ._units import unit_of

COMING_AND_GOING = ("vehicle", "person")
_MOST_NAMED = 20
_OF_DISTRICTS = ("-source", "-sink")
"""Edges that stand in no network."""

_LISTS = ("allowed", "color", "disallowed", "route", "shape", "via")
"""Fields that are lists; of others, and of commands, a list is all arguments."""


def _of_junctions_last(name):
    return name.startswith(":"), name


def _domains(api):
    return sorted({each for each in dir(api) if hasattr(getattr(api, each), "getIDList")} - {"simulation"})


class Variable:
    """``DOMAIN:ID.FIELD``, ``DOMAIN:*.FIELD`` for all, or ``DOMAIN.FIELD`` without an object."""

    def __init__(self, engine, name, prefix):
        """
        :param prefix: "get" or "set".
        """
        self.name = name
        self._engine = engine
        domain, colon, rest = name.partition(":")
        if colon:
            self.id, dot, field = rest.rpartition(".")
        else:
            (domain, dot, field), self.id = name.partition("."), None
        known = _domains(engine.api)
        if domain not in (*known, "simulation") or not dot or self.id == "" or not field:
            raise WrapperError(
                f"'{name}' is no variable of SUMO, such as vehicle:*.position, trafficlight:J1.phase or"
                f" simulation.arrivedIDList; there are {', '.join(known)} and simulation"
            )
        # To set an acceleration takes a duration beside it.
        self.unit = None if (prefix, field) == ("set", "acceleration") else unit_of(field)
        of = getattr(engine.api, domain)
        own = prefix + field[0].upper() + field[1:]
        # Without an object a channel may carry the arguments of any command, as in vehicle.add.
        self._function = getattr(of, own, getattr(of, field, None) if prefix == "set" else None)
        if field.startswith("_") or not callable(self._function):
            known = [each[3].lower() + each[4:] for each in dir(of) if each.startswith(prefix) and len(each) > 3]
            raise WrapperError(f"'{name}': a {domain} has no '{field}' to {prefix}; it has {', '.join(known)}")
        self._domain = domain
        self._field = field if colon else None
        self._ids = getattr(of, "getIDList", None)

    def require_object(self, known_ids=None):
        """Objects that stand in the network are there from the start.

        :param known_ids: {domain: {ID, ...}} of those that can be told; None: all that SUMO has loaded.
        """
        if self.id in (None, "*") or self._domain in COMING_AND_GOING:
            return
        if known_ids is None:
            known = self._call(self._ids)
        elif self._domain in known_ids and not self.id.endswith(_OF_DISTRICTS):
            known = known_ids[self._domain]
        else:
            return
        if self.id not in known:
            more = f", and {len(known) - _MOST_NAMED} more" if len(known) > _MOST_NAMED else ""
            named = ", ".join(sorted(known, key=_of_junctions_last)[:_MOST_NAMED]) or "none"
            raise WrapperError(f"'{self.name}': there is no {self._domain} '{self.id}'; there are {named}{more}")

    def is_there(self, of):
        """Whether a vehicle or a person is in the network now."""
        return self._domain not in COMING_AND_GOING or of in self._call(self._ids)

    def get(self):
        """As JSON has it, rows as tuples; None where a single vehicle or person is not there."""
        if self.id is None:
            return self._call(self._function)
        if self.id == "*":
            return self._call(self._all)
        return self._call(self._function, self.id) if self.is_there(self.id) else None

    def _all(self):
        function = self._function
        return {each: function(each) for each in self._ids()}

    def set(self, value):
        """One argument, or a list of them; for all, an object with those of each ID.

        :returns: the ID of a vehicle or a person that is not there; None where all were.
        """
        if self.id != "*":
            return self._set(self.id, value)
        if not isinstance(value, dict):
            raise WrapperError(f"'{self.name}' takes an object with a value for each ID, such as {{\"a\": 1.5}}")
        missing = [each for each, its in value.items() if self._set(each, its) is not None]
        return missing[0] if missing else None

    def _set(self, of, value):
        values = value if isinstance(value, list) else [value]
        if self._field in _LISTS and not (len(values) == 1 and isinstance(values[0], list)):
            values = [values]
        if of is None:
            return self._command(values)
        if not self.is_there(of):
            return of
        self._call(self._function, of, *values)
        return None

    def _command(self, values):
        try:
            self._call(self._function, *values)
        except WrapperError as error:
            one = values[0] if values and self._domain in COMING_AND_GOING else None
            if f"{self._domain.capitalize()} '{one}' is not known" in str(error):
                return one
            raise
        return None

    def _call(self, function, *values):
        try:
            return self._engine.call(function, *values)
        except WrapperError as error:
            raise WrapperError(f"'{self.name}': {error}") from error
