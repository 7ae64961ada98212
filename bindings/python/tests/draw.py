"""Random numbers as java.util.SplittableRandom draws them."""

MASK = 2**64 - 1


class Draw:
    def __init__(self, seed):
        self.state = seed & MASK

    def _next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        return self.state

    def long(self):
        z = self._next()
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
        return z ^ z >> 31

    def int(self):
        z = self._next()
        z = ((z ^ z >> 33) * 0x62A9D9ED799705F5) & MASK
        return ((z ^ z >> 28) * 0xCB24D0A5C88C35B3 & MASK) >> 32

    def int_below(self, bound):
        return self._below(bound, self.int, 2**31)

    def long_below(self, bound):
        return self._below(bound, self.long, 2**63)

    @staticmethod
    def _below(bound, draw, sign):
        drawn = draw()
        if bound & (bound - 1) == 0:
            return drawn & (bound - 1)
        drawn >>= 1
        while drawn + bound - 1 - drawn % bound >= sign:
            drawn = draw() >> 1
        return drawn % bound


def hash_code(text):
    """As java.lang.String."""
    code = 0
    for each in text:
        code = (31 * code + ord(each)) & 0xFFFFFFFF
    return code - 2**32 if code >= 2**31 else code
