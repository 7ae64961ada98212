package io.takt.lab.study;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Measured numbers as they are printed: with as many digits as are worth reading. */
final class Rounded {
    private static final MathContext FOUR_DIGITS = new MathContext(4, RoundingMode.HALF_EVEN);
    private static final MathContext TWO_DIGITS = new MathContext(2, RoundingMode.HALF_EVEN);
    private static final int PERCENT = 100;

    private Rounded() {
    }

    /** Four digits, for tables. */
    static String of(final double number) {
        return plain(number, FOUR_DIGITS);
    }

    /** Two digits, for sentences. */
    static String about(final double number) {
        return plain(number, TWO_DIGITS);
    }

    /** In percent, without a fraction. */
    static String percent(final double part) {
        return Math.round(part * PERCENT) + " %";
    }

    private static String plain(final double number, final MathContext digits) {
        final BigDecimal plain = new BigDecimal(number).round(digits).stripTrailingZeros();
        return plain.signum() == 0 ? "0" : plain.toPlainString();
    }
}
