"""What the words CHANNEL=VALUE of a command line say."""

import argparse

from ._command import WrapperError


def pairs(words, example):
    """Each (channel, value); ArgumentTypeError in one line where a word is something else."""
    for word in words:
        channel, sign, value = word.partition("=")
        if not channel or not value:
            raise argparse.ArgumentTypeError(f"'{word}' is no {example}")
        yield channel, value


def require_among(what, named, asset, does, channels):
    """Checks that the asset has each channel that was named."""
    for channel in named:
        if channel not in channels:
            only = f"only {', '.join(dict.fromkeys(channels))}" if channels else "nothing"
            raise WrapperError(f"{what} for channel '{channel}', but asset '{asset.name}' {does} {only}")


class ChannelMap:
    """Which variables of the simulator a channel carries: the one of its own name, unless the user names others."""

    def __init__(self, options):
        self._sent, self._received = _named(options.sent), _named(options.received)

    def require_among(self, asset):
        require_among("--out names a variable", self._sent, asset, "sends", asset.sends)
        require_among("--in names a variable", self._received, asset, "receives", asset.receives)

    def sent(self, channel):
        """The names of those of a channel that is sent, at least one."""
        return self._sent.get(channel, [channel])

    def received(self, channel):
        """Likewise of one that is received."""
        return self._received.get(channel, [channel])


def _named(words):
    named = {}
    for channel, variable in pairs(words, "CHANNEL=VARIABLE, such as angle=joint:elbow.qpos"):
        named.setdefault(channel, []).append(variable)
    return named
