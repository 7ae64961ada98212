package io.takt.hub.command;

import io.takt.asset.HubState;
import io.takt.asset.SimTime;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.view.BlockerText;
import io.takt.hub.view.HubView;
import io.takt.hub.view.HubView.Row;
import io.takt.hub.view.ParentText;
import io.takt.hub.view.UnansweredText;
import io.takt.hub.view.WaitText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** Draws the view of {@code takt watch}: lines of text, none longer than the terminal is wide. Pure. */
final class WatchView {
    /** So many lines are no limit: on a pipe all assets are shown. */
    static final int ALL_ROWS = Integer.MAX_VALUE;

    private static final int WIDEST_NAME = 24;
    private static final int NARROWEST_BAR = 6;
    private static final int WIDEST_BAR = 20;
    private static final int USUAL_NAME = 5;
    /** The most characters of a sentence; the rest is cut off. */
    private static final int MOST_LINES = 3;
    /** With fewer rows the assets are worth more than whole sentences. */
    private static final int HIGH_ENOUGH = 12;
    private static final String HELP = "what would help: ";
    private static final double FULL_ENOUGH = 0.9;
    private static final long NOTICED_NS = 500_000_000L;

    private final int columns;
    private final int rows;
    private final Colours colours;

    /**
     * For a terminal.
     *
     * @param columns its width.
     * @param rows    its height, or {@link #ALL_ROWS}.
     * @param colours whether and how to colour.
     */
    WatchView(final int columns, final int rows, final Colours colours) {
        this.columns = columns;
        this.rows = rows;
        this.colours = colours;
    }

    /** Escape sequences, or none. */
    enum Colours {
        OFF, ON;

        String bold(final String text) {
            return paint("1", text);
        }

        String red(final String text) {
            return paint("31", text);
        }

        String yellow(final String text) {
            return paint("33", text);
        }

        String dim(final String text) {
            return paint("2", text);
        }

        private String paint(final String code, final String text) {
            return this == OFF || text.isBlank() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
        }
    }

    /** A column of the table. */
    private record Column(String head, int width, boolean left) {
    }

    private interface Cell {
        String of(Row row);
    }

    /** The whole view; {@code unansweredNs} is the wall time since the hub answered last, when it should have. */
    List<String> lines(final HubView view, final long unansweredNs) {
        final HubStatus status = view.status();
        final List<String> lines = new ArrayList<>();
        final boolean stands = status.state() == HubState.RUNNING && status.blocker() != null
            && status.blockedForNs() >= NOTICED_NS;
        final String state = status.state() + (stands ? ", but time stands still" : "")
            + (status.reason() == null ? "" : ": " + status.reason());
        lines.add(colours.bold(cut("hub " + status.hub() + "  " + state)));
        lines.add(cut(String.format(Locale.ROOT, "core %s  speed %.2f  %.0f count-ups/s  maxDelay %s  process %d",
            Progress.seconds(status.coreTimeNs()), view.speed(), view.countUpsPerS(),
            SimTime.format(status.maxDelayNs()), status.pid())));
        lines.addAll(holder(view, unansweredNs));
        lines.addAll(advice(view, unansweredNs));
        if (unansweredNs == 0 && WaitText.isOfTree(status)) {
            lines.add(cut(WaitText.chain(status.waits())));
        }
        if (!view.rows().isEmpty()) {
            lines.add("");
            table(view, lines);
        }
        return lines;
    }

    private List<String> holder(final HubView view, final long unansweredNs) {
        final HubStatus status = view.status();
        if (unansweredNs > 0) {
            return wrapped(UnansweredText.sentence(status.pid(), BlockerText.seconds(unansweredNs)), colours::red);
        }
        return wrapped(view.sentence(), status.blocker() == null || ParentText.missing(status) != null
            ? view.sentence().startsWith("waiting") ? colours::yellow : UnaryOperator.identity()
            : status.blockerReason() == HoldReason.SILENT ? colours::red : UnaryOperator.identity());
    }

    /** On a screen there is always a line for it, so that the table stays where it is. */
    private List<String> advice(final HubView view, final long unansweredNs) {
        final String advice = unansweredNs > 0 ? UnansweredText.advice(view.status().pid()) : view.advice();
        if (!advice.isEmpty() && rows >= HIGH_ENOUGH) {
            return wrapped(HELP + advice, UnaryOperator.identity());
        }
        return rows == ALL_ROWS || rows < HIGH_ENOUGH ? List.of() : List.of("");
    }

    /** Broken at blanks into lines that fit. */
    private List<String> wrapped(final String text, final UnaryOperator<String> painted) {
        final List<String> lines = new ArrayList<>();
        String left = text;
        final int most = rows < HIGH_ENOUGH ? 1 : MOST_LINES;
        while (left.length() > columns && lines.size() < most - 1) {
            final int blank = left.lastIndexOf(' ', columns);
            if (blank <= 0) {
                break;
            }
            lines.add(painted.apply(left.substring(0, blank)));
            left = left.substring(blank + 1);
        }
        lines.add(painted.apply(cut(left)));
        return lines;
    }

    private void table(final HubView view, final List<String> lines) {
        final long maxDelayNs = view.status().maxDelayNs();
        final int longest = view.rows().stream().mapToInt(row -> row.status().name().length()).max().orElse(0);
        final int nameWidth = Math.max(USUAL_NAME, Math.min(WIDEST_NAME, longest));
        final List<Column> heads = List.of(new Column("  asset", nameWidth + 2, true),
            new Column("state", 7, true), new Column("lag", 9, false), new Column("steps/s", 9, false),
            new Column("blocks", 6, false), new Column("of run", 6, false), new Column("why", 9, true));
        final List<Cell> cells = List.of(row -> (row.blocksNow() ? "> " : "  ") + row.status().name(),
            row -> row.status().state().name(), row -> SimTime.format(row.status().lagNs()),
            row -> rate(row.stepsPerS()), row -> percent(row.share()), row -> percent(row.shareOfRun()),
            row -> row.reason() == null ? "" : row.reason().word());
        final int barWidth = Math.min(WIDEST_BAR, columns - width(heads) - 4);
        lines.add(colours.dim(cut(head(heads, barWidth))));
        final int room = rows == ALL_ROWS ? ALL_ROWS : Math.max(1, rows - lines.size());
        final int shown = view.rows().size() <= room ? view.rows().size() : Math.max(1, room - 1);
        for (final Row row : view.rows().subList(0, shown)) {
            lines.add(line(row, heads, cells, barWidth, maxDelayNs));
        }
        if (shown < view.rows().size()) {
            lines.add(cut("  and " + (view.rows().size() - shown) + " more"));
        }
    }

    private static int width(final List<Column> heads) {
        return heads.stream().mapToInt(column -> column.width() + 1).sum() - 1;
    }

    private static String head(final List<Column> heads, final int barWidth) {
        final StringBuilder line = new StringBuilder();
        for (final Column column : heads) {
            line.append(padded(column.head(), column)).append(' ');
        }
        return (barWidth >= NARROWEST_BAR ? line + " lag of maxDelay" : line.toString()).stripTrailing();
    }

    private String line(final Row row, final List<Column> heads, final List<Cell> cells, final int barWidth,
        final long maxDelayNs) {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < heads.size(); i++) {
            text.append(padded(cells.get(i).of(row), heads.get(i))).append(' ');
        }
        final double part = maxDelayNs == 0 ? 0 : Math.max(0, Math.min(1, (double) row.status().lagNs() / maxDelayNs));
        final String plain = cut(text.toString().stripTrailing());
        final String painted = !row.blocksNow() ? plain
            : row.reason() == HoldReason.SILENT ? colours.red(plain) : colours.yellow(plain);
        if (barWidth < NARROWEST_BAR) {
            return painted;
        }
        final int full = (int) Math.round(part * barWidth);
        final String bar = "#".repeat(full);
        return painted + " ".repeat(Math.max(1, text.length() + 1 - plain.length())) + "["
            + (part > FULL_ENOUGH ? colours.red(bar) : bar) + ".".repeat(barWidth - full) + "]";
    }

    private static String padded(final String text, final Column column) {
        final String cell = text.length() <= column.width() ? text : text.substring(0, column.width() - 1) + "~";
        final String blanks = " ".repeat(column.width() - cell.length());
        return column.left() ? cell + blanks : blanks + cell;
    }

    private String cut(final String text) {
        return text.length() <= columns ? text : text.substring(0, Math.max(0, columns - 1)) + "~";
    }

    private static String percent(final double part) {
        return String.format(Locale.ROOT, part > 0 && part < 0.01 ? "%.1f%%" : "%.0f%%", 100 * part);
    }

    private static String rate(final double perS) {
        return perS >= 1e6 ? String.format(Locale.ROOT, "%.2fM", perS / 1e6)
            : String.format(Locale.ROOT, perS < 100 && perS > 0 ? "%.1f" : "%.0f", perS);
    }
}
