"""What a channel is in the federation: a publication, an input, or an endpoint."""

import base64
import json

import helics

from takt_wrapper import WrapperError, number, place, require_finite

_PUBLISHED = {"json": "any", "double": "double", "long": "int", "text": "string", "doubles": "vector", "bytes": "raw"}
"""Types of publications, by those of channels. Each value of one that is any says its own."""

_READ = {
    "double": helics.helicsInputGetDouble,
    "long": helics.helicsInputGetInteger,
    "text": helics.helicsInputGetString,
    "doubles": helics.helicsInputGetVector,
    "bytes": lambda one: base64.b64encode(helics.helicsInputGetBytes(one)).decode(),
}
"""By the types of channels."""

_PUBLISHED_READ = {
    "double": helics.helicsInputGetDouble,
    "int": helics.helicsInputGetInteger,
    "int64": helics.helicsInputGetInteger,
    "string": helics.helicsInputGetString,
    "char": helics.helicsInputGetString,
    "vector": helics.helicsInputGetVector,
    "double_vector": helics.helicsInputGetVector,
    "bool": helics.helicsInputGetBoolean,
    "complex": lambda one: _parts(helics.helicsInputGetComplex(one)),
    "complex_vector": lambda one: [*map(_parts, helics.helicsInputGetComplexVector(one))],
    "json": lambda one: json.loads(helics.helicsInputGetString(one)),
}
"""By the types of publications, for channels of JSON."""


def _parts(value):
    return [value.real, value.imag]


class Input:
    """A value of the federation."""

    def __init__(self, federate, name, unit):
        """
        :param name: the key of a publication; or input:NAME for an input of that name, to which others publish.
        :param unit: of its values here, into which HELICS converts single numbers; empty for that of the publication.
        """
        self._name = name
        self._unit = unit
        if name.startswith("input:"):
            self._input = helics.helicsFederateRegisterGlobalTypeInput(federate, name[len("input:") :], "", unit)
        else:
            own = f"{name} [{unit}]" if unit else name
            self._input = helics.helicsFederateRegisterTypeInput(federate, own, "", unit)
            helics.helicsInputAddTarget(self._input, name)
        helics.helicsInputSetOption(self._input, helics.HELICS_HANDLE_OPTION_CONNECTION_REQUIRED, 1)

    def is_updated(self):
        """Whether a value has come that was not yet got."""
        return helics.helicsInputIsUpdated(self._input)

    def get(self, channel, kind, time_ns):
        """As JSON has it, for a channel of a type."""
        published = helics.helicsInputGetPublicationType(self._input)
        read = _PUBLISHED_READ.get(published) if kind == "json" else _READ[kind]
        if read is None:
            raise WrapperError(
                f"'{self._name}' is of type '{published}': --as {channel}=TYPE has to say which it is read as,"
                f" {', '.join(_READ)}"
            )
        theirs = helics.helicsInputGetInjectionUnits(self._input)
        if self._unit and theirs not in ("", self._unit):
            read = self._converting(channel, kind, published, theirs, read)
        value = read(self._input)
        if kind == "json":
            require_finite(channel, value, f"'{self._name}'", f"{time_ns / 1e9:.10g} s")
        return value

    def _converting(self, channel, kind, published, theirs, read):
        """A function that reads a number in our unit, where theirs is another; HELICS leaves lists as they are."""
        if published not in ("double", "int", "int64") or kind not in ("double", "json"):
            raise WrapperError(
                f"channel '{channel}': '{self._name}' is in '{theirs}', and HELICS converts no {published} into"
                f" {kind} of another unit; leave out the channel's unit"
            )
        return read if published == "double" else helics.helicsInputGetDouble


class Publication:
    """Publishes the values of a channel."""

    def __init__(self, federate, name, kind, codec, unit):
        register = helics.helicsFederateRegisterGlobalTypePublication
        self._publication = register(federate, name, _PUBLISHED[kind], unit)
        self._kind = kind
        self._codec = codec

    def take(self, message):
        value = self._codec.decode(message)
        try:
            self._publish(value)
        except (OverflowError, helics.HelicsException) as error:
            raise WrapperError(f"{place(message)} cannot be published: {error}") from error

    def _publish(self, value):
        to = self._publication
        if self._kind == "bytes":
            helics.helicsPublicationPublishBytes(to, base64.b64decode(value))
        elif self._kind == "text" or (isinstance(value, str) and not _is_number(value)):
            helics.helicsPublicationPublishString(to, value)
        elif isinstance(value, bool):
            helics.helicsPublicationPublishBoolean(to, value)
        elif isinstance(value, int):
            helics.helicsPublicationPublishInteger(to, value)
        elif _is_number(value):
            helics.helicsPublicationPublishDouble(to, number(value))
        elif isinstance(value, list) and all(map(_is_number, value)):
            helics.helicsPublicationPublishVector(to, [*map(number, value)])
        else:
            helics.helicsPublicationPublishString(to, json.dumps(value, ensure_ascii=False))


def _is_number(value):
    try:
        number(value)
    except ValueError:
        return False
    return True


class Endpoint:
    """An endpoint of the federate: messages of the federation as they are."""

    def __init__(self, federate, name):
        """
        :param name: endpoint:NAME, or targeted:NAME.
        """
        kind, _, own = name.partition(":")
        self._is_targeted = kind == "targeted"
        register = helics.helicsFederateRegisterGlobalEndpoint
        if self._is_targeted:
            register = helics.helicsFederateRegisterGlobalTargetedEndpoint
        self._endpoint = register(federate, own)

    @staticmethod
    def is_named(name):
        return name.startswith(("endpoint:", "targeted:"))

    def arrived(self):
        """The bytes of the messages that have come, by their times; those of one time by their senders."""
        messages = []
        while helics.helicsEndpointHasMessage(self._endpoint):
            messages.append(helics.helicsEndpointGetMessage(self._endpoint))
        messages.sort(key=lambda each: (each.time, each.original_source))
        return [bytes(each.raw_data) for each in messages]

    def sender(self, destination):
        """A handler of messages that sends them on."""
        if self._is_targeted:
            helics.helicsEndpointAddDestinationTarget(self._endpoint, destination)
            return lambda message: helics.helicsEndpointSendBytes(self._endpoint, bytes(message))
        return lambda message: helics.helicsEndpointSendBytesTo(self._endpoint, bytes(message), destination)
