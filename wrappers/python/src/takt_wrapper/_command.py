"""The command line of a wrapper, from its arguments to its exit code."""

import argparse
import importlib
import logging
import os
import re
import sys

try:
    import takt
except ModuleNotFoundError as _missing:
    if _missing.name != "takt":
        raise
    sys.exit("wrappers need the package takt: run 'pip install ./bindings/python' in Takt's repository")

from ._lost import end_with_hub  # noqa: E402


_NO_LIBRARY = re.compile(r"(\S+\.so\S*): cannot open shared object file")


class WrapperError(takt.TaktError):
    """A simulator, or a file of one, is not as it must be: in one line what, where, and what would be right.

    The hub is told that line.
    """

    def __init__(self, text):
        super().__init__(" ".join(str(text).split()))


class MissingError(WrapperError):
    """A package is missing, or cannot be loaded."""


def _tell(kind, error, trace, tell=sys.excepthook):
    """Of a script: a WrapperError that it does not catch is told in its line, without the way through the code."""
    if issubclass(kind, WrapperError):
        print(f"{os.path.basename(sys.argv[0])}: {error}", file=sys.stderr)
        logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # Of tasks that were under way, as mosaik has them.
    else:
        tell(kind, error, trace)


sys.excepthook = _tell


class _Parser(argparse.ArgumentParser):
    @property
    def module(self):
        return self.prog.split()[-1]

    def error(self, message):
        self.exit(2, f"{self.module}: {message}; {self.prog} --help says more\n")


def needs(module, package):
    """The module of a simulator. MissingError with the command that installs it, where it is missing.

    :param package: its name in PyPI.
    """
    try:
        found = importlib.import_module(module)
        if found.__spec__ is not None and found.__spec__.origin is None:
            raise ModuleNotFoundError(name=module)  # A folder of that name, which Python takes for a package.
        return found
    except ImportError as error:
        is_missing = isinstance(error, ModuleNotFoundError) and error.name == module
        why = "is missing" if is_missing else f"cannot be loaded ({error})"
        library = _NO_LIBRARY.match(str(error))
        installs = f"'pip install {package}' installs it"
        if library is not None:
            installs = f"{library[1]} is a library of the system: install the package of your system that has it"
        raise MissingError(f"the package {package} {why}; {installs}") from error


def arguments(module, description):
    """A parser with the options that all wrappers have."""
    parser = _Parser(prog=f"python3 -m {module}", description=description)
    parser.add_argument("--hub", metavar="NAME", help="the hub (if left out: TAKT_HUB)")
    parser.add_argument(
        "--name", help="the asset's name (if left out: TAKT_ASSET, which a hub sets for what it launches)"
    )
    parser.add_argument(
        "--as",
        dest="types",
        metavar="CHANNEL=TYPE",
        action="append",
        default=[],
        help="the type of a channel's values: json (if left out), text, double, doubles, long, longs or bytes",
    )
    parser.add_argument(
        "--check", action="store_true", help="look whether all fits that takt check says of the asset, and join no hub"
    )
    for option, way in (("--out", "sent"), ("--in", "received")):
        parser.add_argument(
            option,
            dest=way,
            metavar="CHANNEL=VARIABLE",
            action="append",
            default=[],
            help=f"what a channel that is {way} carries, where it has another name; again for more than one",
        )
    return parser


def _simulate(module, options, simulator):
    try:
        with takt.connect(options.hub) as hub:
            end_with_hub(module, options.hub, simulator)
            hub.join(options.name, simulator)
            end = hub.run()
    except BaseException as error:
        failed = getattr(simulator, "failed", None)
        if failed is not None:
            failed(str(error) or type(error).__name__)
        raise
    return 1 if end is not None and end.has_failed else 0


def main(parser, make, words=None):
    """Runs a wrapper to its end.

    :param make: gives the simulator for the options; or None, where there was only something to print. Where the
        simulator has a method ``failed``, it is called with the reason when an exception ends the run here;
        ``abandon`` where the hub has died and it does not return.
    :returns: the exit code: 0 the run has ended, 1 it has not, or the simulator has failed; 2 is a bad command line.
    """
    options = parser.parse_args(words)
    if options.check:
        from ._check import check

        return check(parser.module, options, make)
    try:
        simulator = make(options)
        return 0 if simulator is None else _simulate(parser.module, options, simulator)
    except argparse.ArgumentTypeError as error:
        parser.error(str(error))
    except takt.TaktError as error:
        print(f"{parser.module}: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
