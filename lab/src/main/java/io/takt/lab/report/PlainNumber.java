package io.takt.lab.report;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.FieldPosition;
import java.util.Locale;

/** Numbers as they are written in code, with as many digits as they have; powers where they are long. */
final class PlainNumber extends DecimalFormat {
    private static final long serialVersionUID = 1L;
    private static final double LONG = 1e7;

    PlainNumber() {
        super("0.######", DecimalFormatSymbols.getInstance(Locale.ROOT));
    }

    @Override
    public StringBuffer format(final double number, final StringBuffer into,
        final FieldPosition position) {
        if (Math.abs(number) < LONG) {
            return super.format(number, into, position);
        }
        return new DecimalFormat("0.###E0", getDecimalFormatSymbols()).format(number, into, position);
    }
}
