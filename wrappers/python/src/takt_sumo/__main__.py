"""The command line."""

import sys

from takt_wrapper import ChannelMap, ValueTypes, arguments, main, needs


def _make(options):
    mapping, types = ChannelMap(options), ValueTypes(options.types)
    package = "traci" if options.traci else "libsumo"
    needs(package, package)
    from ._asset import SumoAsset
    from ._engine import InProcess, OverTraci
    from ._journal import Journal

    engine = OverTraci(options.traci) if options.traci else InProcess()
    journal = Journal(options.state) if options.state and not options.check else None
    return SumoAsset(engine, options.config, options.options, mapping, types, options.stop, journal)


def _parser():
    parser = arguments("takt_sumo", "Joins a hub as an asset that is a traffic simulation of SUMO.")
    parser.add_argument("config", metavar="FILE.sumocfg", help="SUMO's configuration")
    parser.add_argument(
        "--traci", metavar="PROGRAM", help="start this program, such as sumo, and drive it by TraCI in place of libsumo"
    )
    parser.add_argument("--state", metavar="FILE", help="keeps what it gets, for a process in the place of a lost one")
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
