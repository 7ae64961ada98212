package io.takt.hub.command;

import io.takt.asset.SimTime;
import io.takt.hub.core.status.HubNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Draws a tree of hubs in lines of text. Pure. */
final class TreeText {
    private static final String[] HEADS = {"hub", "state", "time", "maxDelay", "assets", "link"};

    private TreeText() {
    }

    /** The heads of columns, then a line for each hub, each child below its parent. */
    static List<String> lines(final HubNode root) {
        final List<String[]> rows = new ArrayList<>();
        rows.add(HEADS);
        add(root.hub(), root, null, "", "", rows);
        final int[] widths = new int[HEADS.length];
        for (final String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static void add(final String name, final HubNode hub, final HubNode.Link link, final String branch,
        final String indent, final List<String[]> rows) {
        final String linkText = link == null ? "" : !link.up() ? "down: " + link.why()
            : link.rttNs() == 0 ? "up" : String.format(Locale.ROOT, "up, %.1f ms", link.rttNs() / 1e6);
        if (hub == null) {
            rows.add(new String[] {branch + name, "not there", "", "", "", linkText});
            return;
        }
        rows.add(new String[] {branch + name + (hub.hub().equals(name) ? "" : " (hub " + hub.hub() + ")"),
            hub.state().name(), SimTime.format(hub.coreTimeNs()), SimTime.format(hub.maxDelayNs()),
            Integer.toString(hub.assets()), linkText});
        for (int i = 0; i < hub.children().size(); i++) {
            final HubNode.Child child = hub.children().get(i);
            final boolean isLast = i == hub.children().size() - 1;
            add(child.name(), child.hub(), child.link(), indent + (isLast ? "`- " : "|- "),
                indent + (isLast ? "   " : "|  "), rows);
        }
    }

    private static String line(final String[] row, final int[] widths) {
        final StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.length; i++) {
            line.append(row[i]).append(" ".repeat(widths[i] - row[i].length() + 2));
        }
        return line.toString().stripTrailing();
    }
}
