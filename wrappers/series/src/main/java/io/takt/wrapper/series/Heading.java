package io.takt.wrapper.series;

import io.takt.asset.message.Unit;
import io.takt.asset.message.ValueSpec;

/**
 * The head of a column: a name, and the unit of its numbers in brackets where that is known, as in
 * {@code speed [km/h]}.
 *
 * @param name without spaces around it.
 * @param unit without the brackets; null for none.
 */
record Heading(String name, String unit) {
    /** Of a cell in the first line. */
    static Heading read(final String cell) {
        final String text = cell.strip();
        final int bracket = text.endsWith("]") ? text.indexOf(" [") : -1;
        return bracket < 0 ? new Heading(text, null)
            : new Heading(text.substring(0, bracket).strip(), text.substring(bracket + 2, text.length() - 1));
    }

    /** With the unit in which a receiver has the values. */
    static String write(final String name, final ValueSpec values) {
        final Unit unit = values.wanted() == null ? values.unit() : values.wanted();
        return unit == null ? name : name + " [" + unit.name() + "]";
    }
}
