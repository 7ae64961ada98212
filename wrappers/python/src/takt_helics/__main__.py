"""The command line."""

import argparse
import shlex
import sys

from takt_wrapper import ChannelMap, ValueTypes, arguments, main, needs


def _make(options):
    mapping, types = ChannelMap(options), ValueTypes(options.types)
    for each in options.options:
        if not all(each.partition("=")[::2]):
            raise argparse.ArgumentTypeError(f"--option: '{each}' is no NAME=VALUE, such as timedelta=1ms")
    try:
        programs = [shlex.split(each) for each in options.start]
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"--start: {error}") from error
    needs("helics", "helics")
    from ._asset import HelicsAsset
    from ._federation import Federation

    federation = Federation(options.core, options.broker, options.options, options.host, programs)
    return HelicsAsset(federation, mapping, types, options.federate)


def _address(text):
    host, colon, port = text.rpartition(":")
    if not colon:
        return text, None
    if not host or not port.isdigit() or not 0 < int(port) < 2**16:
        raise argparse.ArgumentTypeError(f"'{text}' is no HOST or HOST:PORT, such as 127.0.0.1:23404")
    return host, int(port)


def _count(text):
    if not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is no count of federates, such as 3")
    return int(text)


def _parser():
    parser = arguments("takt_helics", "Joins a hub as an asset that is a federate of a HELICS federation.")
    parser.add_argument("--federate", metavar="NAME", help="the federate's name (if left out: the asset's)")
    parser.add_argument("--core", metavar="TYPE", default="zmq", help="HELICS's core: zmq (if left out), tcp, udp, ...")
    parser.add_argument("--broker", metavar="HOST[:PORT]", type=_address, help="the broker of the federation")
    parser.add_argument(
        "--host",
        metavar="FEDERATES",
        type=_count,
        help="start the broker in this process, for so many federates, this one included",
    )
    parser.add_argument(
        "--start",
        metavar="COMMAND",
        action="append",
        default=[],
        help="start a program of the federation with the asset; again for more than one",
    )
    parser.add_argument(
        "--option",
        dest="options",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of a HELICS federate, as in --option timedelta=1ms",
    )
    return parser


def run(words=None):
    """The exit code, for the words of a command line."""
    return main(_parser(), _make, words)


if __name__ == "__main__":
    sys.exit(run())
