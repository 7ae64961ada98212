package io.takt.asset;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Simulation time as text: a number with a unit, such as {@code 10ms}, {@code 1.5s} or {@code 250us}.
 *
 * <p>Inside the program simulation time is a {@code long} in nanoseconds since the start of the simulation, never
 * negative. The units are {@code ns}, {@code us}, {@code ms}, {@code s}, {@code min} and {@code h}. Conversion is
 * exact in both directions: a value that is not a whole number of nanoseconds is refused, never rounded.
 */
public final class SimTime {
    private static final Pattern FORM = Pattern.compile("([+-]?[0-9]+(?:\\.[0-9]+)?)\\s*([A-Za-z\u00b5\u03bc]*)");
    private static final int LONGEST_TEXT = 64;

    private SimTime() {
    }

    private enum Unit {
        NS("ns", 1L), US("us", 1_000L), MS("ms", 1_000_000L), S("s", 1_000_000_000L), MIN("min", 60_000_000_000L),
        H("h", 3_600_000_000_000L);

        final String symbol;
        final long ns;

        Unit(final String symbol, final long ns) {
            this.symbol = symbol;
            this.ns = ns;
        }

        static Unit of(final String symbol) {
            for (final Unit unit : values()) {
                if (unit.symbol.equals(symbol)) {
                    return unit;
                }
            }
            return null;
        }
    }

    /**
     * Reads a time with its unit.
     *
     * @param text such as {@code 10ms}; blanks between number and unit are allowed.
     * @return nanoseconds, 0 to {@link Long#MAX_VALUE}.
     * @throws IllegalArgumentException with one line that says what is wrong and what would be right.
     */
    public static long parse(final String text) {
        final Matcher matcher = FORM.matcher(text.strip());
        if (text.length() > LONGEST_TEXT || !matcher.matches()) {
            throw new IllegalArgumentException("is not a time; write a number with a unit, such as 10ms or 1.5s");
        }
        final Unit unit = Unit.of(matcher.group(2));
        if (unit == null) {
            throw new IllegalArgumentException(matcher.group(2).isEmpty()
                ? "has no unit; write ns, us, ms, s, min or h after the number"
                : "has the unknown unit '" + matcher.group(2) + "'; units are ns, us, ms, s, min and h");
        }
        final BigDecimal ns = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit.ns));
        if (ns.signum() < 0) {
            throw new IllegalArgumentException("is negative; a time is never less than 0");
        }
        if (ns.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException("is too large; the largest time is " + Long.MAX_VALUE
                + "ns (about 2562047h)");
        }
        if (ns.stripTrailingZeros().scale() > 0) {
            throw new IllegalArgumentException("is not a whole number of nanoseconds; 1ns is the smallest time");
        }
        return ns.longValueExact();
    }

    /**
     * Writes a time in the largest unit that keeps it short; {@link #parse} gives the same time back.
     *
     * @param timeNs nanoseconds; may be negative, for differences.
     * @return such as {@code 1.5s}.
     */
    public static String format(final long timeNs) {
        if (timeNs == 0) {
            return "0s";
        }
        if (timeNs % Unit.H.ns == 0) {
            return timeNs / Unit.H.ns + Unit.H.symbol;
        }
        if (timeNs % Unit.MIN.ns == 0) {
            return timeNs / Unit.MIN.ns + Unit.MIN.symbol;
        }
        Unit unit = Unit.S;
        while (unit != Unit.NS && timeNs / unit.ns == 0) {
            unit = Unit.values()[unit.ordinal() - 1];
        }
        final long rest = Math.abs(timeNs % unit.ns);
        return timeNs / unit.ns + (rest == 0 ? "" : decimals(unit.ns + rest)) + unit.symbol;
    }

    /** The digits behind the point, of a number that has a 1 in front of them. */
    private static String decimals(final long number) {
        long digits = number;
        while (digits % 10 == 0) {
            digits /= 10;
        }
        return "." + Long.toString(digits).substring(1);
    }
}
