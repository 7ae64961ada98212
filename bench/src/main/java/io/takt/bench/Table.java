package io.takt.bench;

import java.io.PrintStream;
import java.util.List;

/** Results for people: a heading for each benchmark, a row for each result. */
final class Table {
    private static final List<String> HEADS =
        List.of("", "Takt", "least .. most", "against", "least .. most", "ratio", "bound", "holds");
    private static final int[] WIDTHS = {36, 9, 22, 21, 22, 6, 7, 5};

    private Table() {
    }

    static void printHeads(final PrintStream out) {
        out.println(row(HEADS));
    }

    static void print(final Benchmark benchmark, final List<Result> results, final PrintStream out) {
        out.println();
        out.println(benchmark.name() + ": " + benchmark.title());
        for (final Result each : results) {
            out.println(row(cells(each)));
            if (each.note() != null) {
                out.println("    " + each.note());
            }
        }
    }

    private static List<String> cells(final Result result) {
        final Figure takt = result.takt();
        final Figure peer = result.peer();
        return List.of("  " + result.what(), takt == null ? "" : takt.text(), takt == null ? "" : takt.spread(),
            peer == null ? "" : peer.of() + " " + peer.text(), peer == null ? "" : peer.spread(),
            result.ratio() == null ? "" : Figure.digits(result.ratio()),
            result.bound() == null ? "" : result.bound().text(),
            result.holds() == null ? "" : result.holds() ? "yes" : "NO");
    }

    /** A cell that is too wide moves what is behind it. */
    static String row(final List<String> cells) {
        final StringBuilder row = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            row.append(cells.get(i)).append(" ".repeat(Math.max(0, WIDTHS[i] - cells.get(i).length()) + 2));
        }
        return row.toString().stripTrailing();
    }
}
