"""The command line."""

import argparse
import json
import sys

from takt_wrapper import ChannelMap, ValueTypes, WrapperError, arguments, main, needs


def _settings(words):
    settings = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not name.isidentifier() or not sign:
            raise argparse.ArgumentTypeError(f"--set: '{word}' is no NAME=VALUE, such as gravity=-5.0")
        try:
            settings[name] = json.loads(value)
        except ValueError:
            settings[name] = value
    return settings


def _environment(gymnasium, options):
    settings = _settings(options.settings)
    try:
        return gymnasium.make(options.environment, **settings)
    except Exception as error:  # Of the environment's own code, too.
        raise WrapperError(f"the environment {options.environment} cannot be made: {error}") from error


def _make(options):
    mapping, types = ChannelMap(options), ValueTypes(options.types)
    environment = _environment(needs("gymnasium", "gymnasium"), options)
    if options.info:
        print(f"action      {environment.action_space}\nobservation {environment.observation_space}")
        return None
    from ._asset import GymnasiumAsset

    return GymnasiumAsset(options.environment, environment, mapping, types, options.wait, options.stop)


def _parser():
    parser = arguments("takt_gymnasium", "Joins a hub as an asset that is a Gymnasium environment.")
    parser.add_argument("environment", metavar="ENVIRONMENT", help="its name, such as CartPole-v1, or module:name")
    parser.add_argument(
        "--set",
        dest="settings",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an argument of the environment; the value is JSON, or else text",
    )
    parser.add_argument("--wait", action="store_true", help="make a step of the environment only for a new action")
    parser.add_argument("--stop", action="store_true", help="end the run with the first episode, and begin no other")
    parser.add_argument(
        "--info", action="store_true", help="print the spaces of actions and observations, and join no hub"
    )
    return parser


def run(words=None):
    """The exit code, for the words of a command line."""
    return main(_parser(), _make, words)


if __name__ == "__main__":
    sys.exit(run())
