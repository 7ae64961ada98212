package io.takt.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Results for people: a line of heads, then a line for each result. */
final class Table {
    private static final List<String> HEADS =
        List.of("", "Takt", "least .. most", "against", "", "least .. most", "ratio", "least .. most", "bound",
            "holds");
    private static final String INDENT = "  ";
    private static final String GAP = "  ";

    private Table() {
    }

    /** Columns are as wide as they have to be; those that no row needs are left out. */
    static List<String> lines(final List<Result> results) {
        final List<List<String>> rows = results.stream().map(Table::cells).toList();
        final int[] columns = IntStream.range(0, HEADS.size())
            .filter(column -> rows.stream().anyMatch(row -> !row.get(column).isEmpty())).toArray();
        final List<String> lines = new ArrayList<>();
        lines.add(line(HEADS, columns, rows));
        for (int i = 0; i < results.size(); i++) {
            lines.add(line(rows.get(i), columns, rows));
            if (results.get(i).note() != null) {
                lines.add(INDENT + INDENT + "(" + results.get(i).note() + ")");
            }
        }
        return lines;
    }

    private static List<String> cells(final Result result) {
        final Figure takt = result.takt();
        final Figure peer = result.peer();
        return List.of(result.what(), takt == null ? "" : takt.text(), takt == null ? "" : takt.spread(),
            peer == null ? "" : peer.of(), peer == null ? "" : peer.text(), peer == null ? "" : peer.spread(),
            result.ratio() == null ? "" : result.ratio().text(), result.ratio() == null ? "" : result.ratio().spread(),
            result.bound() == null ? "" : result.bound().text(),
            result.holds() == null ? "" : result.holds() ? "yes" : "NO");
    }

    private static String line(final List<String> cells, final int[] columns, final List<List<String>> rows) {
        final StringBuilder line = new StringBuilder(INDENT);
        for (final int column : columns) {
            final int width = rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
            final String cell = cells.get(column);
            line.append(cell)
                .append(" ".repeat(Math.max(0, Math.max(width, HEADS.get(column).length()) - cell.length())))
                .append(GAP);
        }
        return line.toString().stripTrailing();
    }
}
