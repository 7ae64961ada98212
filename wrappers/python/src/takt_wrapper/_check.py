"""The option --check: whether an asset of a configuration fits its simulator, told before anything starts."""

import argparse
import json
import sys

import takt

from ._command import MissingError

FITS, CANNOT_TELL, IS_WRONG = range(3)
"""Exit codes. ``takt check`` shows the last line of the other two."""


class PlannedAsset:
    """An asset as ``joined`` of a simulator sees it, with the channels that standard input has. Nothing is sent."""

    seed = 0

    def __init__(self, plan):
        self.name, self.granularity_ns = plan["name"], plan["granularityNs"]
        self.sends = tuple(each["channel"] for each in plan["sends"])
        self.receives = tuple(dict.fromkeys(each["channel"] for each in plan["receives"]))
        self.values_sent = {each["channel"]: _values(each) for each in plan["sends"]}
        self.values_received = {(each["channel"], each["sender"]): _values(each) for each in plan["receives"]}

    def output(self, channel, codec=None):
        """None: the output of no channel."""

    def subscribe(self, channel, handler, codec=None):
        """Nothing comes."""


def _values(spec):
    unit, wanted = (its and takt.Unit(**its) for its in (spec["values"]["unit"], spec["values"]["wanted"]))
    return takt.Values(spec["values"]["type"], unit, wanted)


def check(module, options, make):
    """Does it. The simulator's method ``check`` is called in place of ``joined``, where that does more than to look.

    :returns: the exit code.
    """
    try:
        asset = PlannedAsset(json.load(sys.stdin))
        simulator = make(options)
        if simulator is not None:
            getattr(simulator, "check", simulator.joined)(asset)
        return FITS
    except (argparse.ArgumentTypeError, takt.TaktError) as error:
        print(f"{module}: {error}", file=sys.stderr)
        return CANNOT_TELL if isinstance(error, MissingError) else IS_WRONG
