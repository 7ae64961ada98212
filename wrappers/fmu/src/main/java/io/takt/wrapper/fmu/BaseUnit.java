package io.takt.wrapper.fmu;

import io.takt.asset.message.Unit;
import io.takt.hub.unit.Units;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.function.UnaryOperator;

/** Units as FMI and SSP describe them: by SI's base units and rad, each with an exponent, a factor and an offset. */
final class BaseUnit {
    /** In the order in which a hub tells them. */
    private static final List<String> BASES = List.of("kg", "m", "s", "A", "K", "mol", "cd", "rad");
    /** Those of UCUM that have an offset. */
    private static final List<String> WITH_OFFSET = List.of("Cel", "[degF]");
    private static final double NEAR = 1e-14;

    private BaseUnit() {
    }

    /**
     * Reads one.
     *
     * @param name       of the unit.
     * @param attributes of the element BaseUnit; null for one that is left out.
     * @throws IllegalArgumentException when they describe none, in one line.
     */
    static Unit read(final String name, final UnaryOperator<String> attributes) {
        final StringBuilder base = new StringBuilder();
        for (final String each : BASES) {
            final String exponent = or(attributes.apply(each), "0").strip();
            if (!exponent.equals("0")) {
                base.append(base.isEmpty() ? "" : ".").append(each).append(exponent.equals("1") ? "" : exponent);
            }
        }
        return new Unit(name, base.isEmpty() ? "1" : base.toString(),
            Double.parseDouble(or(attributes.apply("factor"), "1")),
            Double.parseDouble(or(attributes.apply("offset"), "0")));
    }

    private static String or(final String text, final String usual) {
        return text == null ? usual : text;
    }

    /** The name in UCUM, as a configuration has it, such as {@code 3048.m/10000}; else the unit's own. */
    static String ucum(final Unit unit) {
        if (isSame(unit, unit.name())) {
            return unit.name();
        }
        for (final String each : WITH_OFFSET) {
            if (isSame(unit, each)) {
                return each;
            }
        }
        final BigDecimal factor = BigDecimal.valueOf(unit.factor()).stripTrailingZeros();
        final int places = Math.max(0, factor.scale());
        final BigInteger digits = factor.movePointRight(places).toBigIntegerExact();
        final String text = (digits.equals(BigInteger.ONE) ? "" : digits + ".") + unit.base()
            + (places == 0 ? "" : "/" + BigInteger.TEN.pow(places));
        return isSame(unit, text) ? text : unit.name();
    }

    private static boolean isSame(final Unit unit, final String name) {
        try {
            final Unit other = Units.parse(name);
            return other.base().equals(unit.base()) && isNear(other.factor(), unit.factor())
                && isNear(other.offset(), unit.offset());
        } catch (final IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean isNear(final double one, final double other) {
        return Math.abs(one - other) <= NEAR * Math.abs(other);
    }
}
