"""The command line."""

import argparse
import shlex
import sys

from takt_wrapper import ChannelMap, ValueTypes, arguments, main, needs

USUAL_PORT = 4560
"""Where PX4's simulation in the loop looks for its simulator."""


def _make(options):
    mapping, types = ChannelMap(options), ValueTypes(options.types)
    try:
        program = None if options.start is None else shlex.split(options.start)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"--start: {error}") from error
    if program == []:
        raise argparse.ArgumentTypeError("--start: names no program")
    needs("pymavlink", "pymavlink")
    from ._asset import MavlinkAsset
    from ._autopilot import Autopilot

    autopilot = None if options.check else Autopilot(options.port, program, options.within)
    return MavlinkAsset(autopilot, mapping, types, options.first)


def _port(text):
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 2**16:
        raise argparse.ArgumentTypeError(f"'{text}' is no port, 1 to 65535")
    return int(text)


def _seconds(text):
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e6:
        raise argparse.ArgumentTypeError(f"'{text}' is no time in seconds, such as 10")
    return seconds


def _parser():
    parser = arguments(
        "takt_mavlink", "Joins a hub as an asset that is the simulator of an autopilot, by MAVLink in lockstep."
    )
    parser.add_argument(
        "--port",
        metavar="PORT",
        type=_port,
        default=USUAL_PORT,
        help=f"the TCP port of this host at which the autopilot looks for it (if left out: {USUAL_PORT})",
    )
    parser.add_argument("--start", metavar="COMMAND", help="start the autopilot with the asset")
    parser.add_argument(
        "--within",
        metavar="SECONDS",
        type=_seconds,
        default=10.0,
        help="the autopilot is lost that does not answer for so long, by wall time (if left out: 10)",
    )
    parser.add_argument(
        "--first",
        metavar="SECONDS",
        type=_seconds,
        help="the first step waits so long for an answer, by wall time (if left out: as long as the step lasts)",
    )
    return parser


def run(words=None):
    """The exit code, for the words of a command line."""
    return main(_parser(), _make, words)


if __name__ == "__main__":
    sys.exit(run())
