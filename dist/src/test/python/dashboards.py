"""Reads dashboards into Grafana's own types: each value has to fit its type, and all has to be there when written again."""
import enum
import json
import sys
import types
import typing

from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.cog.plugins import register_default_plugins
from grafana_foundation_sdk.models.dashboard import Dashboard


# Fields of an annotation that belong to the data source, whatever that is.
OF_THE_DATA_SOURCE = [(key, ["annotations"]) for key in ("step", "titleFormat", "textFormat")]


def missing(ours, theirs, path):
    """Paths of what Grafana's types do not know, or have otherwise."""
    if isinstance(ours, dict):
        if not isinstance(theirs, dict):
            return [path]
        return [each for key in ours if (key, path.split("/")[1:2]) not in OF_THE_DATA_SOURCE
                for each in missing(ours[key], theirs.get(key), path + "/" + key)]
    if isinstance(ours, list):
        if not isinstance(theirs, list) or len(ours) != len(theirs):
            return [path]
        return [each for i in range(len(ours)) for each in missing(ours[i], theirs[i], path + "/" + str(i))]
    return [] if ours == theirs else [path + ": " + repr(ours) + " became " + repr(theirs)]


def misfits(value, hint, path):
    """Paths of values that are not of the type that Grafana declares; reading alone takes any."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if isinstance(value, enum.Enum):
        # Its own constants, where what reads a dashboard puts them in the place of strings.
        value = value.value
    if origin in (typing.Union, types.UnionType):
        fitting = [each for each in arguments if (each is type(None)) == (value is None)]
        return min((misfits(value, each, path) for each in fitting), key=len, default=[wrong(value, hint, path)])
    if origin is typing.Literal:
        return [] if value in arguments else [wrong(value, hint, path)]
    if origin is list:
        return [wrong(value, hint, path)] if not isinstance(value, list) else [
            each for i, item in enumerate(value) for each in misfits(item, arguments[0], path + "/" + str(i))]
    if origin is dict:
        return [wrong(value, hint, path)] if not isinstance(value, dict) else [
            each for key, item in value.items() for each in misfits(item, arguments[1], path + "/" + key)]
    if hint is float:
        return [] if type(value) in (int, float) else [wrong(value, hint, path)]
    if hint in (int, str, bool, type(None)):
        return [] if type(value) is hint else [wrong(value, hint, path)]
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return [] if value in [each.value for each in hint] else [wrong(value, hint, path)]
    if isinstance(value, dict) and hasattr(hint, "from_json"):
        # Lists of these are left as they are by what reads a dashboard.
        value = hint.from_json(value)
    if type(value).__module__.startswith("grafana_foundation_sdk."):
        hints = typing.get_type_hints(type(value))
        return [each for name, item in vars(value).items() for each in misfits(item, hints[name], path + "/" + name)]
    # Whatever the type says, a plug-in decides; or the class should have been made of it.
    return [] if hint in (object, typing.Any) else [wrong(value, hint, path)]


def wrong(value, hint, path):
    return path + ": " + repr(value) + " is no " + getattr(hint, "__name__", str(hint))


register_default_plugins()
found = []
for file_name in sys.argv[1:]:
    with open(file_name, encoding="utf-8") as file:
        board = json.load(file)
    read = Dashboard.from_json(board)
    written = json.loads(JSONEncoder(sort_keys=True).encode(read))
    found += [file_name + each for each in missing(board, written, "") + misfits(read, Dashboard, "")]
print("\n".join(found) if found else "all is known")
sys.exit(1 if found else 0)
