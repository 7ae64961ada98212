"""The command line."""

import argparse
import sys

from takt_wrapper import ChannelMap, arguments, main, needs

from ._asset import ClockAsset

MOST_DOMAIN = 232


def _make(options):
    mapping = ChannelMap(options)
    if options.check:
        return ClockAsset(None, mapping)  # No other is told of it.
    if options.zenoh is not None:
        needs("zenoh", "eclipse-zenoh")
        from ._zenoh import ZenohClock

        return ClockAsset(ZenohClock(options.zenoh, options.key), mapping)
    needs("cyclonedds", "cyclonedds")
    from ._dds import DdsClock

    return ClockAsset(DdsClock(options.domain), mapping)


def _domain(text):
    if not text.isascii() or not text.isdigit() or int(text) > MOST_DOMAIN:
        raise argparse.ArgumentTypeError(f"'{text}' is no domain of ROS 2, 0 to {MOST_DOMAIN}")
    return int(text)


def _parser():
    parser = arguments("takt_ros2", "Joins a hub as an asset that tells its time as the topic /clock of ROS 2.")
    parser.add_argument(
        "--domain", metavar="ID", type=_domain, default=0, help="the domain of ROS 2, by DDS (if left out: 0)"
    )
    parser.add_argument(
        "--zenoh", metavar="ENDPOINT", help="by Zenoh instead of DDS, through a router there, such as tcp/127.0.0.1:7447"
    )
    parser.add_argument("--key", metavar="KEY", default="clock", help="the key of Zenoh (if left out: clock)")
    return parser


def run(words=None):
    """The exit code, for the words of a command line."""
    return main(_parser(), _make, words)


if __name__ == "__main__":
    sys.exit(run())
