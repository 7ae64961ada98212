package io.takt.lab.report;

import java.awt.Font;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;

/**
 * An axis of a plot.
 *
 * @param label       what it shows, with its unit.
 * @param logarithmic whether equal ratios are equally far apart.
 */
public record Axis(String label, boolean logarithmic) {
    /**
     * Equal differences are equally far apart.
     *
     * @param label what it shows.
     * @return the axis.
     */
    public static Axis of(final String label) {
        return new Axis(label, false);
    }

    /**
     * Equal ratios are equally far apart.
     *
     * @param label what it shows; values must be greater than 0.
     * @return the axis.
     */
    public static Axis log(final String label) {
        return new Axis(label, true);
    }

    ValueAxis draw(final Font font) {
        final ValueAxis axis;
        if (logarithmic) {
            axis = new DecadeAxis(label);
        } else {
            final NumberAxis number = new NumberAxis(label);
            number.setAutoRangeIncludesZero(true);
            axis = number;
        }
        axis.setLabelFont(font);
        axis.setTickLabelFont(font);
        return axis;
    }
}
