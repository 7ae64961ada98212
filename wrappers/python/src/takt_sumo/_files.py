"""What the files of SUMO tell without SUMO: the step, and the IDs in the network."""

import gzip
import math
import os
import zlib
from xml.parsers import expat

from takt_wrapper import WrapperError

_MOST_BYTES = 32 << 20
"""Of a network; a larger one is left to SUMO, so that a check takes a second or two at most."""

_DOMAINS = {"edge": "edge", "lane": "lane", "junction": "junction", "tlLogic": "trafficlight"}
_NETWORK = ("net-file", "net", "n")


def _read(path, take, most=math.inf):
    """Calls ``take(name, attributes)`` for each element of a file of XML, also a packed one.

    :returns: whether that was all; False also for an encoding that is left to SUMO.
    """
    parser = expat.ParserCreate()
    parser.StartElementHandler = take
    try:
        with open(path, "rb") as file:
            is_packed = file.read(2) == b"\x1f\x8b"
        with (gzip.open if is_packed else open)(path, "rb") as file:
            count = 0
            while count <= most:
                data = file.read(1 << 16)
                parser.Parse(data, not data)
                count += len(data)
                if not data:
                    return True
        return False
    except (OSError, EOFError, zlib.error) as error:
        is_missing = isinstance(error, FileNotFoundError)
        raise WrapperError(f"{path}: {'there is no such file' if is_missing else error}") from error
    except expat.ExpatError as error:
        raise WrapperError(f"{path}: is no XML: {error}") from error
    except (LookupError, ValueError):  # An encoding that expat does not know.
        return False


class SumoFiles:
    """Those that a configuration of SUMO, and options in place of what it says, name."""

    def __init__(self, config, options):
        """
        :param options: the words of a command line of SUMO: a name behind --, its value, and so on.
        """
        configured = {}
        is_read = _read(config, lambda name, its: configured.update({name: its.get("value", its.get("v"))}))
        given = {name[2:]: value for name, value in zip(options[::2], options[1::2])}
        self._network = next(
            (
                os.path.join(folder, of[name])
                for of, folder in ((given, ""), (configured, os.path.dirname(config)))
                for name in _NETWORK
                if of.get(name)
            ),
            None,
        )
        step = {**configured, **given}.get("step-length") or ("1" if is_read else "")
        try:
            self.step_s = float(step)
        except ValueError:  # With its unit, perhaps; SUMO knows.
            self.step_s = 1e-9
            return
        if not 5e-4 <= self.step_s < math.inf:
            raise WrapperError(f"{config}: step-length is '{step}'; it has to be 0.001 seconds or more")

    def ids(self):
        """{domain: {ID, ...}} of what stands in the network and nowhere else, as far as that can be told."""
        if self._network is None or "$" in self._network or self._network.startswith(("http:", "https:")):
            return {}
        found = {domain: set() for domain in _DOMAINS.values()}

        def take(name, its):
            domain = _DOMAINS.get(name)
            if domain is not None and "id" in its:
                found[domain].add(its["id"])
            elif name == "connection" and "tl" in its:
                found["trafficlight"].add(its["tl"])

        return found if _read(self._network, take, _MOST_BYTES) else {}
