package io.takt.hub.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.takt.hub.core.status.HubNode;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import io.takt.hub.core.status.ParentStatus;
import io.takt.hub.core.status.Wait;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A hub's place in a tree of hubs: its parent, its child hubs and those below them. Of a tree with very many hubs the
 * worst have series.
 */
final class TreeMeters {
    /** Links that are down, long round trips and great lags come first. */
    private static final int MOST = ShownAssets.MOST;

    private final MultiGauge links;
    private final MultiGauge roundTrips;
    private final MultiGauge parentTime;
    private final MultiGauge parentLag;
    private final MultiGauge attached;
    private final MultiGauge below;
    private final MultiGauge last;

    /** The value of one child hub, or of one below it. */
    private record Value(String federate, double value) {
    }

    TreeMeters(final MeterRegistry registry) {
        links = multi(registry, "takt.link.up", null,
            "1 for a child hub that takes part and can be reached, 0 for any other.");
        roundTrips = multi(registry, "takt.link.rtt", "seconds", "How long a frame takes to a child hub and back.");
        parentTime = multi(registry, "takt.parent.time", "seconds", "T_parent, as a child hub knows it.");
        parentLag = multi(registry, "takt.parent.lag", "seconds", "By how much a child hub is behind its parent.");
        attached = multi(registry, "takt.parent.up", null, "1 for a child hub that has its place in its parent.");
        below = multi(registry, "takt.tree.lag", "seconds",
            "By how much a hub below this one is behind it: the sum of all lags on the way.");
        last = multi(registry, "takt.tree.wait", "seconds",
            "For how long this hub has been waiting, and for which asset of which hub in the end.");
    }

    private static MultiGauge multi(final MeterRegistry registry, final String name, final String unit,
        final String help) {
        return MultiGauge.builder(name).description(help).baseUnit(unit).register(registry);
    }

    void update(final HubStatus status) {
        final Set<String> there = new HashSet<>();
        for (final AssetStatus asset : status.assets()) {
            if (!asset.away() && ShownAssets.isPresent(asset)) {
                there.add(asset.name());
            }
        }
        final List<Value> up = new ArrayList<>();
        final List<Value> times = new ArrayList<>();
        final List<Value> lags = new ArrayList<>();
        for (final HubNode.Child child : status.children()) {
            final boolean isUp = there.contains(child.name()) && (child.link() == null || child.link().up());
            up.add(new Value(child.name(), isUp ? 1 : 0));
            if (child.link() != null && child.link().rttNs() > 0) {
                times.add(new Value(child.name(), child.link().rttNs() / 1e9));
            }
            addLags(child, child.name(), 0, lags);
        }
        final Comparator<Value> least = Comparator.comparingDouble(Value::value);
        links.register(first(up, least), true);
        roundTrips.register(first(times, least.reversed()), true);
        below.register(first(lags, least.reversed()), true);
        updateParent(status);
        final Wait end = status.waits().isEmpty() ? null : status.waits().get(status.waits().size() - 1);
        last.register(end == null ? List.of() : List.of(Row.of(Tags.of("at", end.hub(), "asset",
            end.blocker() == null ? "" : end.blocker(), "reason", end.reason() == null ? "" : end.reason().word()),
            status.waits().get(0).forNs() / 1e9)), true);
    }

    private static List<Row<?>> first(final List<Value> values, final Comparator<Value> order) {
        final List<Row<?>> rows = new ArrayList<>();
        values.stream().sorted(order).limit(MOST)
            .forEach(each -> rows.add(Row.of(Tags.of("federate", each.federate()), each.value())));
        return rows;
    }

    /** Each hub has told its own distance to its parent, so the sum is within the bounds, however old it is. */
    private static void addLags(final HubNode.Child child, final String path, final long aboveNs,
        final List<Value> lags) {
        if (child.hub() != null) {
            final long lagNs = aboveNs + child.hub().behindNs();
            lags.add(new Value(path, lagNs / 1e9));
            child.hub().children().forEach(next -> addLags(next, path + "/" + next.name(), lagNs, lags));
        }
    }

    /** By which a child hub's series about its parent are known. */
    static Tags tags(final ParentStatus parent) {
        final String name = parent.hub() != null ? parent.hub() : parent.address() != null ? parent.address() : "";
        return Tags.of("parent", name, "federate", parent.name() == null ? "" : parent.name());
    }

    private void updateParent(final HubStatus status) {
        final ParentStatus parent = status.parent();
        if (parent == null) {
            return;
        }
        final Tags tags = tags(parent);
        parentTime.register(List.of(Row.of(tags, parent.timeNs() / 1e9)), true);
        parentLag.register(List.of(Row.of(tags, Math.max(0, parent.timeNs() - status.coreTimeNs()) / 1e9)), true);
        attached.register(List.of(Row.of(tags, parent.attached() ? 1 : 0)), true);
    }
}
