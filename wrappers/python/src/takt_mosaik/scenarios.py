"""Runs the scenarios of mosaik's own tests by Takt: ``pytest -p takt_mosaik.scenarios tests/scenarios``.

In place of mosaik's World their fixture makes one of Takt, with the same assertions; nothing of theirs is changed.
"""

import mosaik
import pytest

from ._world import World


def _node(text):
    sid, _, tiers = text.rpartition("~")
    return sid, tuple(int(each) for each in tiers.split(":"))


class ScenarioWorld(World):
    """A World that knows what mosaik's tests assert."""

    def connect(self, src, dest, *attr_pairs, async_requests=False, **options):
        if async_requests:
            pytest.skip("Takt has no asynchronous requests")
        super().connect(src, dest, *attr_pairs, **options)

    def assert_graph(self, expected, extra_nodes=()):
        """Steps, and which follow from which; one line of two steps for each pair, others do not count."""
        follows = {_node(each): set() for each in extra_nodes}
        for words in filter(lambda words: len(words) == 2, map(str.split, expected.splitlines())):
            before, after = map(_node, words)
            follows.setdefault(before, set())
            follows.setdefault(after, set()).add(before)
        assert {node: before for node, (_, before) in self.steps().items()} == follows

    def assert_inputs(self, expected):
        """The inputs of each step; those of steps that are not named have to be empty."""
        found = {node: inputs for node, (inputs, _) in self.steps().items()}
        assert found == {**dict.fromkeys(found, {}), **{_node(each): inputs for each, inputs in expected.items()}}


mosaik.World = ScenarioWorld
