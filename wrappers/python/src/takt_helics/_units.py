"""Units of channels as HELICS reads them: SI's base units with a factor."""

from takt_wrapper import WrapperError

_WITH_OFFSET = {("K", 273.15): "degC", ("K", 255.37222): "degF"}
"""By base and offset, which is rounded."""


def helics_unit(channel, unit):
    """Its text; empty where there is no unit."""
    if unit is None:
        return ""
    if unit.offset:
        name = _WITH_OFFSET.get((unit.base, round(unit.offset, 5)))
        if name is None:
            raise WrapperError(f"channel '{channel}' is in '{unit.name}', a unit that HELICS has not")
        return name
    base = "*".join(_power(each) for each in unit.base.split("."))
    return base if unit.factor == 1 else f"{unit.factor!r}*{base}"


def _power(text):
    """m, and s-2 as s^-2."""
    name = text.rstrip("-0123456789")
    exponent = text[len(name) :]
    return text if not name or not exponent else f"{name}^{exponent}"
