"""Where the simulators of a scenario have their steps within one time of mosaik."""

from takt_wrapper import WrapperError

from ._time import Rounds, Slots


class Group:
    """Simulators, and groups, of which connections may go round within one time."""

    def __init__(self, parent=None):
        self.parent = parent
        self.members = []
        self.goes_round = False

    def path(self):
        """From the outermost group to this one."""
        return [*(self.parent.path() if self.parent else ()), self]


def common(one, other):
    """The innermost group that has both."""
    return [each for each in one.path() if each in other.path()][-1]


def _member(group, node_group, node):
    """That member of a group which is the node, or has it."""
    path = node_group.path()
    depth = path.index(group)
    return node if depth == len(path) - 1 else path[depth + 1]


def _ordered(members, edges):
    """Members by layers: each in the first one behind all that it depends on."""
    layers, left = [], list(members)
    while left:
        layer = [each for each in left if not any(each is to and frm in left for frm, to in edges)]
        if not layer:
            names = ", ".join(getattr(each, "sid", "a group") for each in left)
            raise WrapperError(
                f"the connections of {names} go round without a time shift; one of them needs time_shifted, or weak"
            )
        layers.append(layer)
        left = [each for each in left if each not in layer]
    return layers


def lay_out(main, edges, resolution_ns, most_rounds):
    """The slots of each simulator.

    :param main: the outermost group; its members have ``group``.
    :param edges: pairs of simulators whose second gets values of the first in the same round.
    :returns: {simulator: Slots}, and in how many ns all of them have done a time of mosaik
    """
    placed = {}

    def length(group):
        if not isinstance(group, Group):
            return 1
        once = round_length(group)
        return once * most_rounds if group.goes_round else once

    def inner(group):
        found = []
        for one, other in edges:
            if common(one.group, other.group) is group:
                found.append((_member(group, one.group, one), _member(group, other.group, other)))
        return found

    def round_length(group):
        return sum(max(length(each) for each in layer) for layer in _ordered(group.members, inner(group)))

    def place(group, begin_ns, rounds):
        if group.goes_round:
            rounds = (*rounds, Rounds(begin_ns, round_length(group), most_rounds))
        at = begin_ns
        for layer in _ordered(group.members, inner(group)):
            for each in layer:
                if isinstance(each, Group):
                    place(each, at, rounds)
                else:
                    placed[each] = Slots(resolution_ns, at, rounds)
            at += max(length(each) for each in layer)

    whole_ns = length(main) + 1
    if 2 * whole_ns > resolution_ns:
        raise WrapperError(f"a time resolution of {resolution_ns} ns has no room for {whole_ns} steps")
    place(main, 0, ())
    return placed, whole_ns
