package io.takt.dashboards.page;

import io.takt.asset.AssetState;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The events between one status and the next: states, losses, resets, take-overs. The last hundred lines. */
final class Happenings {
    private static final int MOST = 100;
    /** Of one look; a thousand assets that join are one line. */
    private static final int MOST_AT_ONCE = 5;

    private final Deque<Happening> last = new ArrayDeque<>();
    private HubStatus before;
    private long number;

    /**
     * One line.
     *
     * @param number ascending from 1.
     * @param wallMs when it was seen, since 1970.
     * @param timeNs T_c then.
     * @param text   for a person.
     */
    record Happening(long number, long wallMs, long timeNs, String text) {
    }

    synchronized void add(final HubStatus now, final long wallMs) {
        for (final String text : between(before, now)) {
            last.add(new Happening(++number, wallMs, now.coreTimeNs(), text));
            if (last.size() > MOST) {
                last.removeFirst();
            }
        }
        before = now;
    }

    /** Those behind a number. */
    synchronized List<Happening> after(final long known) {
        return last.stream().filter(each -> each.number > known).toList();
    }

    /** In lines; of the first status how it stands. */
    static List<String> between(final HubStatus before, final HubStatus now) {
        final List<String> lines = new ArrayList<>();
        if (before == null) {
            // The page is part of the hub's process: what was before belongs to the hub that was killed.
            if (now.totals().tookOver()) {
                lines.add("this hub goes on where a killed one left off (process " + now.pid() + ")");
            }
            lines.add("the page looks since now: " + state(now));
            return lines;
        }
        if (now.totals().resets() > before.totals().resets()) {
            lines.add("reset: all clocks are back at 0");
        }
        if (before.state() != now.state()) {
            lines.add("the hub is " + state(now));
        }
        addAssets(lines, before, now);
        return lines;
    }

    private static String state(final HubStatus status) {
        return status.state() + (status.reason() == null ? "" : ": " + status.reason());
    }

    private static void addAssets(final List<String> lines, final HubStatus before, final HubStatus now) {
        final Map<String, AssetStatus> known = new HashMap<>();
        before.assets().forEach(asset -> known.put(asset.name(), asset));
        final List<String> changes = new ArrayList<>();
        for (final AssetStatus asset : now.assets()) {
            final AssetStatus earlier = known.get(asset.name());
            final String change = change(earlier, asset);
            if (change != null) {
                changes.add(asset.name() + " " + change);
            }
        }
        lines.addAll(changes.subList(0, Math.min(changes.size(), MOST_AT_ONCE)));
        if (changes.size() > MOST_AT_ONCE) {
            lines.add("and " + (changes.size() - MOST_AT_ONCE) + " more assets have changed");
        }
    }

    /** Null for none that is told. */
    private static String change(final AssetStatus before, final AssetStatus now) {
        if (before != null && now.restarts() > before.restarts()) {
            return "is there again, in process " + now.pid();
        }
        if (before != null && before.state() == now.state()) {
            return null;
        }
        return switch (now.state()) {
            case LOST -> "is lost";
            case LEFT -> "has left";
            default -> before == null ? "has joined" : isGone(before.state()) ? "has joined again" : null;
        };
    }

    private static boolean isGone(final AssetState state) {
        return state == AssetState.LOST || state == AssetState.LEFT;
    }
}
