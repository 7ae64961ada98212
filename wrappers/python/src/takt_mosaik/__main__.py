"""The command line."""

import argparse
import atexit
import json
import math
import os
import re
import sys

import takt
from takt_wrapper import ChannelMap, ValueTypes, arguments, main

from ._asset import MosaikAsset, UnaskedAsset
from ._local import Local
from ._ports import NamedPorts
from ._remote import Remote, require_program
from ._simulator import Simulator
from ._time import Slots


def _json(option, word, text):
    try:
        return json.loads(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{option}: '{word}': behind the = there is no JSON: {error}") from error


def _named(option, words):
    named = {}
    for word in words:
        name, sign, text = word.partition("=")
        if not name or not sign:
            raise argparse.ArgumentTypeError(f"{option}: '{word}' is no NAME=JSON, such as step_size=900")
        named[name] = _json(option, word, text)
    return named


def _creations(words):
    for word in words:
        match = re.fullmatch(r"(?:([1-9]\d*)\*)?([^=*]+)(?:=(.*))?", word, re.DOTALL)
        params = {} if match is None or match[3] is None else _json("--create", word, match[3])
        if match is None or not isinstance(params, dict):
            raise argparse.ArgumentTypeError(
                f"--create: '{word}' is no [COUNT*]MODEL[={{PARAMETERS}}], such as '3*House={{\"size\": 2}}'"
            )
        yield int(match[1] or 1), match[2], params


def _opener(options):
    given = [each for each in (options.command, options.connect, options.python) if each]
    if len(given) != 1:
        raise argparse.ArgumentTypeError("one of these says which simulator: -- PROGRAM, --connect and --python")
    if options.python:
        return lambda serve: Local(options.python, serve)
    if options.connect:
        return lambda serve: Remote.connect(options.connect, serve, options.timeout)
    return lambda serve: Remote.launch(options.command, serve, options.timeout)


def _make(options):
    mapping, types = ChannelMap(options), ValueTypes(options.types)
    initial = _named("--initial", options.initial)
    params = _named("--param", options.params)
    creations = list(_creations(options.creations))
    open_link = _opener(options)
    slots = Slots(options.resolution, options.order)
    ports = NamedPorts(mapping, types, options.events, initial)
    if options.check and not options.python:
        if options.command:
            require_program(options.command)
        return UnaskedAsset(slots, ports)
    name = options.sid or options.name or "Takt"
    simulator = Simulator(open_link, name, options.resolution / 1e9, params, options.timeout)
    if not options.check:
        atexit.register(simulator.stop)
    for creation in creations:
        simulator.create(*creation)
    if not options.check:
        simulator.call("setup_done")
    return MosaikAsset(simulator, slots, ports, options.until, options.first)


def _time(text):
    try:
        value = takt.ns(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    if value <= 0:
        raise argparse.ArgumentTypeError("it has to be longer than nothing")
    return value


def _whole(text):
    if not re.fullmatch(r"\d{1,18}", text):
        raise argparse.ArgumentTypeError(f"'{text}' is no whole number from 0 on")
    return int(text)


def _seconds(text):
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < 1e9:
        raise argparse.ArgumentTypeError(f"'{text}' is no number of seconds")
    return value


def _parser():
    parser = arguments("takt_mosaik", "Joins a hub as an asset that is a simulator of mosaik.")
    parser.add_argument("command", nargs="*", metavar="-- PROGRAM", help="starts the simulator, at %%(addr)s")
    parser.add_argument("--connect", metavar="HOST:PORT", help="in place of it: where the simulator listens")
    parser.add_argument("--python", metavar="MODULE:CLASS", help="in place of it: a class, for this process")
    parser.add_argument(
        "--param", dest="params", metavar="NAME=JSON", action="append", default=[], help="a parameter of init"
    )
    parser.add_argument(
        "--create",
        dest="creations",
        metavar="[COUNT*]MODEL[={PARAMETERS}]",
        action="append",
        default=[],
        help="entities, in this order",
    )
    parser.add_argument(
        "--event",
        dest="events",
        metavar="CHANNEL",
        action="append",
        default=[],
        help="a channel that is received, whose values are given once; others hold until the next",
    )
    parser.add_argument(
        "--initial", metavar="CHANNEL=JSON", action="append", default=[], help="its value before the first message"
    )
    parser.add_argument("--sid", help="the simulator's ID (if left out: the asset's name)")
    parser.add_argument(
        "--time-resolution",
        dest="resolution",
        type=_time,
        default=1_000_000_000,
        help="one step of mosaik's time (if left out: 1s)",
    )
    parser.add_argument(
        "--order",
        type=_whole,
        default=0,
        help="of the simulators that are stepped at the same time it gets the values of those with smaller numbers",
    )
    parser.add_argument("--first", type=_whole, help="its first step, where it is event-based")
    parser.add_argument("--until", type=_whole, help="mosaik's time at which it is not stepped any more")
    parser.add_argument(
        "--timeout",
        type=_seconds,
        default=60.0,
        help="wall seconds for its start, and for each answer but that to a step (if left out: 60)",
    )
    return parser


def run(words=None):
    """The exit code, for the words of a command line."""
    return main(_parser(), _make, words)


if __name__ == "__main__":
    code = run()
    if _parser().parse_args().check:  # It has answered; threads that init has started would go on.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)
