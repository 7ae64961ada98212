package io.takt.lab.report;

import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.axis.AxisState;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.axis.Tick;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.Range;

/** A logarithmic axis with ticks at round numbers: powers of ten, and 2 and 5 times them where there is room. */
final class DecadeAxis extends LogAxis {
    private static final long serialVersionUID = 1L;
    private static final int ROOMY_DECADES = 3;
    private static final int[] ROUND = {1, 2, 5};
    private static final int[] POWERS = {1};

    DecadeAxis(final String label) {
        super(label);
        setBase(10);
        setNumberFormatOverride(new PlainNumber());
    }

    @Override
    public List<Tick> refreshTicks(final Graphics2D graphics, final AxisState state, final Rectangle2D area,
        final RectangleEdge edge) {
        final boolean below = RectangleEdge.isTopOrBottom(edge);
        final TextAnchor anchor = below ? TextAnchor.TOP_CENTER : TextAnchor.CENTER_RIGHT;
        final List<Tick> ticks = new ArrayList<>();
        for (final double value : rounds(getRange())) {
            ticks.add(new NumberTick(value, getNumberFormatOverride().format(value), anchor, TextAnchor.CENTER, 0));
        }
        return ticks;
    }

    static List<Double> rounds(final Range range) {
        final int first = (int) Math.floor(Math.log10(range.getLowerBound()));
        final int last = (int) Math.ceil(Math.log10(range.getUpperBound()));
        final double decades = Math.log10(range.getUpperBound() / range.getLowerBound());
        final List<Double> values = new ArrayList<>();
        for (int power = first; power <= last; power++) {
            for (final int times : decades <= ROOMY_DECADES ? ROUND : POWERS) {
                final double value = Double.parseDouble(times + "e" + power);
                if (range.contains(value)) {
                    values.add(value);
                }
            }
        }
        return values;
    }
}
