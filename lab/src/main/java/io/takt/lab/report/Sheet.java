package io.takt.lab.report;

import java.util.Arrays;
import java.util.List;

/**
 * A table.
 *
 * @param name    of its file, without the ending.
 * @param caption what it tells, for the page.
 * @param columns their names.
 * @param rows    cells as they are to be printed, as many in each row as there are columns.
 */
public record Sheet(String name, String caption, List<String> columns, List<List<String>> rows) {
    /**
     * Copies both lists.
     *
     * @throws IllegalArgumentException when a row has another number of cells.
     */
    public Sheet {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        for (final List<String> row : rows) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException("row " + row + " does not fit columns " + columns);
            }
        }
    }

    /**
     * A row of cells.
     *
     * @param cells numbers, texts and truth values.
     * @return them as text.
     */
    public static List<String> row(final Object... cells) {
        return Arrays.stream(cells).map(String::valueOf).toList();
    }

    /**
     * The table as comma-separated values (RFC 4180, with line feeds).
     *
     * @return a header line and a line for each row.
     */
    public String csv() {
        final StringBuilder text = new StringBuilder();
        line(text, columns);
        rows.forEach(row -> line(text, row));
        return text.toString();
    }

    private static void line(final StringBuilder text, final List<String> cells) {
        for (int i = 0; i < cells.size(); i++) {
            final String cell = cells.get(i);
            final boolean quoted = cell.contains(",") || cell.contains("\"") || cell.contains("\n");
            text.append(i == 0 ? "" : ",").append(quoted ? '"' + cell.replace("\"", "\"\"") + '"' : cell);
        }
        text.append('\n');
    }
}
