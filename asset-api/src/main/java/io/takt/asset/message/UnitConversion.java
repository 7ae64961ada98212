package io.takt.asset.message;

/**
 * From one unit into another: a multiplication and an addition, each rounded once. Immutable.
 *
 * @param factor by which a number is multiplied.
 * @param offset that is then added.
 */
public record UnitConversion(double factor, double offset) {
    /** Changes nothing, not even the sign of zero. */
    public static final UnitConversion IDENTITY = new UnitConversion(1, 0);

    /** {@return whether each number stays as it is: a factor of 1 and an offset of 0} */
    public boolean isIdentity() {
        return factor == 1 && offset == 0;
    }

    /**
     * Converts a number.
     *
     * @param number of the one unit; may be infinite or NaN.
     * @return the same quantity in the other.
     */
    public double apply(final double number) {
        return isIdentity() ? number : number * factor + offset;
    }
}
