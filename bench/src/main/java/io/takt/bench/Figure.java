package io.takt.bench;

import java.util.Locale;

/**
 * A measured value, over all rounds.
 *
 * @param of    whose it is, such as {@code Takt} or {@code C yield}.
 * @param unit  of the values, such as {@code /s}; empty for ratios.
 * @param value the median.
 * @param least the smallest.
 * @param most  the largest.
 */
record Figure(String of, String unit, double value, double least, double most) {
    static final String PER_SECOND = "/s";

    /** Median and spread of what the rounds gave. */
    static Figure of(final String of, final String unit, final Samples samples) {
        return new Figure(of, unit, samples.median(), samples.least(), samples.most());
    }

    /** Of a peer's rounds and Takt's, as said. */
    static Figure ratio(final String of, final Samples ratios) {
        return of(of, "", ratios);
    }

    /** A single value. */
    static Figure of(final String of, final String unit, final double value) {
        return new Figure(of, unit, value, value, value);
    }

    /** Such as {@code 1.23 M/s} or {@code 45.6 ns}. */
    String text() {
        return text(value);
    }

    /** Smallest and largest, such as {@code 1.11 M/s .. 1.32 M/s}; empty for a single value. */
    String spread() {
        return least == most ? "" : text(least) + " .. " + text(most);
    }

    private String text(final double number) {
        if (!PER_SECOND.equals(unit)) {
            return unit.isEmpty() ? digits(number) : digits(number) + " " + unit;
        }
        if (number >= 1e9) {
            return digits(number / 1e9) + " G/s";
        }
        if (number >= 1e6) {
            return digits(number / 1e6) + " M/s";
        }
        return number >= 1e3 ? digits(number / 1e3) + " k/s" : digits(number) + " /s";
    }

    /** Three digits that count. */
    static String digits(final double number) {
        final double size = Math.abs(number);
        return String.format(Locale.ROOT, size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f", number);
    }
}
