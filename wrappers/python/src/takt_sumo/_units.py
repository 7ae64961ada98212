"""The units in which SUMO has its quantities."""

import math

import takt

_FIELDS = {
    takt.Unit("m", "m"): "position position3D lanePosition distance drivingDistance length width height minGap",
    takt.Unit("m/s", "m.s-1"): (
        "speed allowedSpeed maxSpeed lateralSpeed speedWithoutTraCI lastStepMeanSpeed lastIntervalMeanSpeed"
    ),
    takt.Unit("m/s2", "m.s-2"): "acceleration accel decel emergencyDecel",
    takt.Unit("s", "s"): "time departure waitingTime accumulatedWaitingTime timeLoss traveltime phaseDuration deltaT",
    takt.Unit("deg", "rad", math.pi / 180): "angle slope",
    takt.Unit("mg/s", "kg.s-1", 1e-6): "CO2Emission COEmission HCEmission NOxEmission PMxEmission fuelConsumption",
}
_UNITS = {field: unit for unit, fields in _FIELDS.items() for field in fields.split()}


def unit_of(field):
    """None where it has no unit, or none that is known here."""
    return _UNITS.get(field)
