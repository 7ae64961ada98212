package io.takt.wrapper.fmu;

import io.takt.asset.message.Unit;
import io.takt.asset.message.UnitConversion;
import io.takt.asset.message.ValueSpec;
import io.takt.wrapper.kit.WrapperException;
import java.util.ArrayList;
import java.util.List;

/** Between the units of variables, as the model's description has them, and those of channels. */
final class VariableUnits {
    private VariableUnits() {
    }

    /** Of each variable that a channel carries, into the channel's unit. */
    static List<UnitConversion> outOf(final Fmu fmu, final List<Variable> variables, final Unit unit)
        throws WrapperException {
        final List<UnitConversion> all = new ArrayList<>();
        for (final Variable each : variables) {
            all.add(conversion(fmu, each, unit, false));
        }
        return all;
    }

    /** From the unit of the messages, which is the same of all senders. */
    static List<UnitConversion> into(final Fmu fmu, final List<Variable> variables, final List<ValueSpec> links)
        throws WrapperException {
        final ValueSpec values = links.get(0);
        for (final ValueSpec other : links) {
            if (!other.agreesWith(values)) {
                throw new WrapperException("variable '" + variables.get(0).name() + "' is set in several units by the"
                    + " senders of its channel; give them the same in the hub's configuration");
            }
        }
        final List<UnitConversion> all = new ArrayList<>();
        for (final Variable each : variables) {
            all.add(each.unit() == null ? values.conversion() : conversion(fmu, each, values.unit(), true));
        }
        return all;
    }

    private static UnitConversion conversion(final Fmu fmu, final Variable variable, final Unit unit,
        final boolean isInto) throws WrapperException {
        if (unit == null || variable.unit() == null || unit.name().equals(variable.unit())) {
            return UnitConversion.IDENTITY;
        }
        final Unit own = fmu.model().units().get(variable.unit());
        if (own == null) {
            throw new WrapperException("the unit '" + variable.unit() + "' of variable '" + variable.name() + "' of "
                + fmu.path() + " has no BaseUnit, so it cannot be converted into that of its channel, '" + unit.name()
                + "'");
        }
        try {
            final UnitConversion whole = isInto ? unit.to(own) : own.to(unit);
            return variable.isRelative() ? new UnitConversion(whole.factor(), 0) : whole;
        } catch (final IllegalArgumentException e) {
            throw new WrapperException("variable '" + variable.name() + "' of " + fmu.path() + " does not fit the unit"
                + " of its channel: " + e.getMessage(), e);
        }
    }
}
