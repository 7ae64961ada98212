"""Simulation time as text: a number with a unit, such as ``10ms``, ``1.5s`` or ``250us``."""

import re
from fractions import Fraction
from typing import Union

Time = Union[int, str]
"""Nanoseconds as an int, or a text such as ``"10ms"``."""

LONGEST_NS = 2**63 - 1

_UNITS = {"ns": 1, "us": 10**3, "ms": 10**6, "s": 10**9, "min": 60 * 10**9, "h": 3600 * 10**9}
_FORM = re.compile(r"([+-]?[0-9]+(?:\.[0-9]+)?)\s*([A-Za-zµμ]*)")


def ns(time: Time) -> int:
    """The nanoseconds of a time, exactly: 0 to 2**63 - 1.

    ValueError says in one line what is wrong and what would be right.
    """
    if isinstance(time, str):
        value = _parse(time)
    elif isinstance(time, int):
        value = time
    else:
        raise TypeError(f"{time!r} is not a time; give nanoseconds as an int, or a text such as '10ms'")
    if value < 0:
        raise ValueError(f"{time!r} is negative; a time is never less than 0")
    if value > LONGEST_NS:
        raise ValueError(f"{time!r} is too large; the largest time is {LONGEST_NS}ns (about 2562047h)")
    return value


def _parse(text: str) -> int:
    found = _FORM.fullmatch(text.strip())
    if found is None or len(text) > 64:
        raise ValueError(f"{text!r} is not a time; write a number with a unit, such as 10ms or 1.5s")
    number, unit = found.groups()
    if unit not in _UNITS:
        problem = f"has the unknown unit '{unit}'; units are" if unit else "has no unit; write one behind the number:"
        raise ValueError(f"{text!r} {problem} ns, us, ms, s, min, h")
    exact = Fraction(number) * _UNITS[unit]
    if exact.denominator != 1:
        raise ValueError(f"{text!r} is not a whole number of nanoseconds; 1ns is the smallest time")
    return exact.numerator
