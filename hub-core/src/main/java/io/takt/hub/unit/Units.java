package io.takt.hub.unit;

import io.takt.asset.message.Unit;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.measure.IncommensurableException;
import javax.measure.UnitConverter;
import systems.uom.ucum.format.UCUMFormat;

/**
 * Units by their names in UCUM, such as {@code m/s}, {@code km/h}, {@code kg.m2}, {@code Cel}. Plane angle is a
 * dimension of its own, as in FMI, so that a frequency in Hz is no angular velocity in rad/s. For any thread.
 */
public final class Units {
    /** How a unit is written, for people. */
    public static final String FORM = "write a unit as UCUM has it, such as m/s, km/h, kg.m2, N.m, rad/s, deg, Cel,"
        + " kW.h, 1/min, % or 1";

    private static final String NONE = "is no unit; " + FORM;

    /** In the order in which FMI has them. */
    private static final List<String> BASES = List.of("kg", "m", "s", "A", "K", "mol", "cd", "rad");
    private static final int RAD = BASES.indexOf("rad");
    /** All that UCUM writes names of; other characters end its parser by an error that is no exception. */
    private static final Pattern WORDS = Pattern.compile("[!-~]{1,100}");

    private Units() {
    }

    /**
     * The unit of a name.
     *
     * @param name in UCUM, with small and capital letters as it has them.
     * @return the unit, with factor and offset rounded once.
     * @throws IllegalArgumentException when UCUM has no such unit, or it is none of SI's dimensions, or a logarithmic
     *                                  one; says so in one line.
     */
    public static Unit parse(final String name) {
        if (WORDS.matcher(name).matches()) {
            try {
                return unit(name);
            } catch (final RuntimeException | IncommensurableException | Error e) {
                if (e instanceof VirtualMachineError broken) {
                    throw broken;
                }
                throw new IllegalArgumentException(NONE, e);
            }
        }
        throw new IllegalArgumentException(NONE);
    }

    private static Unit unit(final String name) throws IncommensurableException {
        final javax.measure.Unit<?> unit = UCUMFormat.getInstance(UCUMFormat.Variant.CASE_SENSITIVE).parse(name);
        final int[] exponents = new int[BASES.size()];
        addTo(exponents, unit.getSystemUnit(), 1);
        final UnitConverter converter = unit.getConverterToAny(unit.getSystemUnit());
        final BigDecimal zero = exact(converter.convert((Number) 0));
        final BigDecimal factor = exact(converter.convert((Number) 1)).subtract(zero);
        return new Unit(name, text(exponents), factor.doubleValue(), zero.doubleValue());
    }

    private static BigDecimal exact(final Number number) {
        return new BigDecimal(number.toString(), MathContext.DECIMAL128);
    }

    private static void addTo(final int[] exponents, final javax.measure.Unit<?> unit, final int power) {
        final String symbol = String.valueOf(unit.getSymbol());
        final Map<? extends javax.measure.Unit<?>, Integer> factors = unit.getBaseUnits();
        if (BASES.contains(symbol)) {
            exponents[BASES.indexOf(symbol)] += power;
        } else if (symbol.equals("sr")) {
            exponents[RAD] += 2 * power;
        } else if (factors != null) {
            factors.forEach((factor, exponent) -> addTo(exponents, factor, power * exponent));
        } else {
            throw new IllegalArgumentException(String.valueOf(unit));
        }
    }

    private static String text(final int[] exponents) {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < exponents.length; i++) {
            if (exponents[i] != 0) {
                text.append(text.isEmpty() ? "" : ".").append(BASES.get(i))
                    .append(exponents[i] == 1 ? "" : Integer.toString(exponents[i]));
            }
        }
        return text.isEmpty() ? "1" : text.toString();
    }
}
