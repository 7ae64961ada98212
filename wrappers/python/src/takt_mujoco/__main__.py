"""The command line."""

import argparse
import sys

import takt
from takt_wrapper import ChannelMap, ValueTypes, arguments, main, needs


def _make(options):
    mapping, types = ChannelMap(options), ValueTypes(options.types)
    needs("mujoco", "mujoco")
    from ._asset import MujocoAsset
    from ._model import Model

    model = Model(options.model, options.key, options.timestep)
    if options.info:
        print(model.info())
        return None
    return MujocoAsset(model, mapping, types, None if options.check else options.state)


def _time(text):
    try:
        time_ns = takt.ns(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    if time_ns <= 0:
        raise argparse.ArgumentTypeError(f"'{text}' is no time above 0, such as 1ms")
    return time_ns


def _parser():
    parser = arguments("takt_mujoco", "Joins a hub as an asset that simulates a MuJoCo model.")
    parser.add_argument("model", metavar="MODEL", help="the file: MJCF or URDF (.xml, .urdf), or compiled (.mjb)")
    parser.add_argument("--key", metavar="NAME", help="the keyframe of the model to start from")
    parser.add_argument(
        "--timestep", metavar="TIME", type=_time, help="MuJoCo's own step, such as 1ms (if left out: the model's)"
    )
    parser.add_argument("--state", metavar="FILE", help="keeps the state, for a process in the place of a lost one")
    parser.add_argument("--info", action="store_true", help="print what the model has, and join no hub")
    return parser


def run(words=None):
    """The exit code, for the words of a command line."""
    return main(_parser(), _make, words)


if __name__ == "__main__":
    sys.exit(run())
