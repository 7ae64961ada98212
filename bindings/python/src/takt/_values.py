"""Types and units of channels, as the hub's configuration has them."""

from typing import NamedTuple, Optional


class Conversion(NamedTuple):
    """From one unit into another: ``conversion(number)``, one multiplication and one addition."""

    factor: float
    offset: float

    def __call__(self, number: float) -> float:
        return number if self == (1, 0) else number * self.factor + self.offset


class Unit(NamedTuple):
    """A unit of measurement: a number v of it is ``v * factor + offset`` in its base."""

    name: str
    base: str
    """The product of kg, m, s, A, K, mol, cd and rad with their exponents, such as ``m.s-1``; or ``1``."""
    factor: float = 1.0
    offset: float = 0.0

    def to(self, other: "Unit") -> Conversion:
        """How numbers of this unit become numbers of another. ValueError for one of another base."""
        if self.name == other.name:
            return Conversion(1.0, 0.0)
        if self.base != other.base:
            raise ValueError(
                f"'{self.name}' cannot be converted into '{other.name}': the one is a unit of {self.base}, the other"
                f" of {other.base}"
            )
        return Conversion(self.factor / other.factor, (self.offset - other.offset) / other.factor)


class Values(NamedTuple):
    """What the configuration says of the values in a channel's messages; nothing checks or converts them."""

    type: Optional[str]
    unit: Optional[Unit]
    wanted: Optional[Unit]
    """The unit that a receiver asks for."""
