"""The command line."""

import sys

from takt_wrapper import ChannelMap, ValueTypes, arguments, main, needs


def _make(options):
    mapping, types = ChannelMap(options), ValueTypes(options.types)
    needs("libsumo", "libsumo")
    from ._asset import SumoAsset

    return SumoAsset(options.config, options.options, mapping, types, options.stop)


def _parser():
    parser = arguments("takt_sumo", "Joins a hub as an asset that is a traffic simulation of SUMO.")
    parser.add_argument("config", metavar="FILE.sumocfg", help="SUMO's configuration")
    parser.add_argument("--stop", action="store_true", help="end the run when all vehicles and persons have arrived")
    parser.add_argument(
        "--option",
        dest="options",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of SUMO, as in --option step-length=0.5",
    )
    return parser


def run(words=None):
    """The exit code, for the words of a command line."""
    return main(_parser(), _make, words)


if __name__ == "__main__":
    sys.exit(run())
