"""mosaik's time and Takt's: which nanosecond is which step of a simulator."""

from typing import NamedTuple


class Rounds(NamedTuple):
    """A group that goes round."""

    begin_ns: int
    """Behind the beginning of a time of mosaik; the first round."""
    length_ns: int
    most: int


class Slots:
    """The times at which a simulator may be stepped.

    A time t of mosaik is t times the resolution. What simulators exchange at one time of mosaik goes on within it:
    each has its offset there, and its values are visible one nanosecond behind it. Where simulators of a group go
    round within one time of mosaik, the rounds follow each other.

    :param resolution_ns: one step of mosaik's time.
    :param offset_ns: of the simulator, behind the beginning of the time, and of each round.
    :param rounds: of each group around the simulator that goes round, the outermost first.
    """

    def __init__(self, resolution_ns, offset_ns=0, rounds=()):
        self.resolution_ns = resolution_ns
        self.offset_ns = offset_ns
        self.rounds = tuple(rounds)

    def of(self, time):
        """Where the simulator does its first step of a time of mosaik."""
        return time * self.resolution_ns + self.offset_ns

    def time(self, now_ns):
        return now_ns // self.resolution_ns

    def tiers(self, now_ns):
        """Time and rounds, as mosaik's own graphs have them."""
        time, rest = divmod(now_ns, self.resolution_ns)
        tiers = [time]
        rest -= self.offset_ns
        for each in self.rounds:
            number, rest = divmod(rest, each.length_ns)
            tiers.append(number)
        return tuple(tiers)

    def next(self, now_ns):
        """The first slot at or after now."""
        time, rest = divmod(now_ns, self.resolution_ns)
        rest -= self.offset_ns
        if rest <= 0:
            return now_ns - rest
        rounds = self._up(rest, 0)
        return time * self.resolution_ns + self.offset_ns + rounds if rounds is not None else self.of(time + 1)

    def _up(self, rest, level):
        """The least sum of whole rounds that is not less; None where the rounds are not enough."""
        if rest <= 0:
            return 0
        if level == len(self.rounds):
            return None
        rounds = self.rounds[level]
        number = rest // rounds.length_ns
        inner = self._up(rest - number * rounds.length_ns, level + 1)
        if inner is None:
            number, inner = number + 1, 0
        return number * rounds.length_ns + inner if number < rounds.most else None

    def round_end(self, now_ns, level):
        """When the round of a group, 0 for the outermost, ends in which the simulator is at a slot."""
        rest = now_ns % self.resolution_ns - self.offset_ns
        end = now_ns // self.resolution_ns * self.resolution_ns + self.rounds[level].begin_ns
        for each in self.rounds[: level + 1]:
            number, rest = divmod(rest, each.length_ns)
            end += number * each.length_ns
        return end + self.rounds[level].length_ns

    def rounds_over_ns(self, now_ns):
        """When the rounds of this time of mosaik, or of the next, are over; None where the simulator is in none."""
        if not self.rounds:
            return None
        outermost = self.rounds[0]
        over_ns = outermost.begin_ns + outermost.length_ns * outermost.most
        time = now_ns // self.resolution_ns
        return (time + (now_ns % self.resolution_ns >= over_ns)) * self.resolution_ns + over_ns
