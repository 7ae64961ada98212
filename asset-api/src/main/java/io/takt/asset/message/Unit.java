package io.takt.asset.message;

/**
 * A unit of measurement, as FMI describes one: a number v of it is {@code factor * v + offset} in its base unit. The
 * hub works that out from the unit's name, so that assets need not understand names. Immutable.
 *
 * @param name   as the configuration has it, such as {@code km/h}.
 * @param base   the product of SI's base units and rad with their exponents, such as {@code m.s-1}; {@code 1} for a
 *               unit without a dimension. Units that can be converted into each other have the same.
 * @param factor from this unit to the base unit; finite and not 0.
 * @param offset in the base unit, 273.15 of degrees Celsius; finite.
 */
public record Unit(String name, String base, double factor, double offset) {
    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException without a name or base, for a factor that is 0, and for a factor or offset that
     *                                  is not finite.
     */
    public Unit {
        if (name == null || base == null || factor == 0 || !Double.isFinite(factor) || !Double.isFinite(offset)) {
            throw new IllegalArgumentException("a unit '" + name + "' of base '" + base + "', factor " + factor
                + " and offset " + offset + " cannot be converted");
        }
    }

    /**
     * How numbers of this unit become numbers of another.
     *
     * @param other unit.
     * @return the identity where the two are the same.
     * @throws IllegalArgumentException when they are of different dimensions, in one line.
     */
    public UnitConversion to(final Unit other) {
        if (name.equals(other.name)) {
            return UnitConversion.IDENTITY;
        }
        if (!base.equals(other.base)) {
            throw new IllegalArgumentException("'" + name + "' cannot be converted into '" + other.name
                + "': the one is a unit of " + base + ", the other of " + other.base);
        }
        return new UnitConversion(factor / other.factor, (offset - other.offset) / other.factor);
    }
}
