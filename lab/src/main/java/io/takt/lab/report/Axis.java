package io.takt.lab.report;

import java.awt.Font;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;

/**
 * An axis of a plot.
 *
 * @param label       what it shows, with its unit.
 * @param logarithmic whether equal ratios are equally far apart.
 * @param whole       whether only whole numbers are marked.
 */
public record Axis(String label, boolean logarithmic, boolean whole) {
    /**
     * Equal differences are equally far apart.
     *
     * @param label what it shows.
     * @return the axis.
     */
    public static Axis of(final String label) {
        return new Axis(label, false, false);
    }

    /**
     * Equal ratios are equally far apart.
     *
     * @param label what it shows; values must be greater than 0.
     * @return the axis.
     */
    public static Axis log(final String label) {
        return new Axis(label, true, false);
    }

    /**
     * Numbers of things.
     *
     * @param label what it shows.
     * @return the axis.
     */
    public static Axis whole(final String label) {
        return new Axis(label, false, true);
    }

    ValueAxis draw(final Font font) {
        final ValueAxis axis;
        if (logarithmic) {
            axis = new DecadeAxis(label);
        } else {
            final NumberAxis number = new NumberAxis(label);
            number.setAutoRangeIncludesZero(true);
            if (whole) {
                number.setStandardTickUnits(NumberAxis.createIntegerTickUnits());
            }
            axis = number;
        }
        axis.setLabelFont(font);
        axis.setTickLabelFont(font);
        return axis;
    }
}
