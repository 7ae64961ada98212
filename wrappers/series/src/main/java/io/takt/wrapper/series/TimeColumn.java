package io.takt.wrapper.series;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The units in which a column of times may be written; the column's name tells which. */
enum TimeColumn {
    SECONDS("time_s", 9),
    MILLISECONDS("time_ms", 6),
    MICROSECONDS("time_us", 3),
    NANOSECONDS("time_ns", 0);

    private final String column;
    private final int digits;

    TimeColumn(final String column, final int digits) {
        this.column = column;
        this.digits = digits;
    }

    String column() {
        return column;
    }

    /** Null when a column has no such name. */
    static TimeColumn of(final String column) {
        for (final TimeColumn each : values()) {
            if (each.column.equals(column)) {
                return each;
            }
        }
        return null;
    }

    static String columns() {
        return Arrays.stream(values()).map(TimeColumn::column).collect(Collectors.joining(", "));
    }

    /** Exactly; throws an {@link IllegalArgumentException} for what is no such time. */
    long read(final String cell) {
        final BigDecimal ns;
        try {
            ns = new BigDecimal(cell.strip()).movePointRight(digits);
        } catch (final NumberFormatException e) {
            throw new IllegalArgumentException("'" + cell + "' is no number", e);
        }
        if (ns.signum() < 0 || ns.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException("'" + cell + "' is no time; times are from 0 to "
                + write(Long.MAX_VALUE));
        }
        if (ns.stripTrailingZeros().scale() > 0) {
            throw new IllegalArgumentException("'" + cell + "' is no whole number of nanoseconds");
        }
        return ns.longValueExact();
    }

    String write(final long timeNs) {
        return BigDecimal.valueOf(timeNs, digits).stripTrailingZeros().toPlainString();
    }
}
