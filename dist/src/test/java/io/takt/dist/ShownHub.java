package io.takt.dist;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubNode;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import io.takt.hub.core.status.HubStatus.Earlier;
import io.takt.hub.core.status.HubStatus.EarlierOfAsset;
import io.takt.hub.metrics.LivePage;
import io.takt.hub.metrics.MetricsServer;
import io.takt.shm.control.Request;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A hub that a test makes up, on a page that is served in earnest. Its clocks move with the wall's. */
final class ShownHub implements LivePage.Shown, AutoCloseable {
    private static final long MS = 1_000_000L;
    /** Behind the # of an address that may control it. */
    static final String TOKEN = "known";

    private static final long MAX_DELAY_NS = 100 * MS;

    private final long startNs = System.nanoTime();
    private final Path folder;
    private final Supplier<List<String>> names;
    private volatile String reason;
    private volatile HubState state = HubState.RUNNING;
    private final MetricsServer server = MetricsServer.open(null, List.of(), 0);
    private volatile List<HubNode.Child> children = List.of();

    /**
     * Opens a port.
     *
     * @param folder where other hubs' pages would be found.
     * @param names  of its assets; the first holds it.
     * @param reason why it is how it is, in words.
     */
    ShownHub(final Path folder, final Supplier<List<String>> names, final String reason) throws IOException {
        this.folder = folder;
        this.names = names;
        this.reason = reason;
        server.serve(() -> "", LivePage.installed().orElseThrow().of(this));
    }

    /** From now on it has these hubs below it. */
    void children(final HubNode.Child... below) {
        children = List.of(below);
    }

    /** From now on it is so, for a reason. */
    void state(final HubState newState, final String why) {
        reason = why;
        state = newState;
    }

    String page() {
        return server.page();
    }

    @Override
    public HubStatus status() {
        final long wallNs = System.nanoTime() - startNs;
        final List<String> all = names.get();
        final List<AssetStatus> assets = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            assets.add(asset(all, i, wallNs));
        }
        return new HubStatus("lab", 0, 1, state, null, reason, 1, wallNs, 10 * MS, MAX_DELAY_NS, wallNs, 1, 1,
            wallNs / (10 * MS), 1, all.get(0), wallNs, HoldReason.INPUT, List.of(), assets, new Earlier(0, 0, 0), null,
            List.of(), children, null);
    }

    private static AssetStatus asset(final List<String> all, final int i, final long wallNs) {
        final long lagNs = i == 0 ? MAX_DELAY_NS : (i * 7919L * MS + wallNs) % MAX_DELAY_NS;
        final long heldNs = i < 3 ? wallNs / (i + 2) : 0;
        final HubStatus.Awaited awaited =
            i == 0 ? new HubStatus.Awaited(all.get(all.size() - 1), all.get(all.size() / 2)) : null;
        return new AssetStatus(all.get(i), AssetState.RUNNING, Math.max(0, wallNs - lagNs), 10 * MS, lagNs,
            wallNs / (10 * MS), 1, heldNs, Map.of(HoldReason.INPUT, heldNs), 0, 0, 4711, "sleeping", 0,
            List.of(List.of(20L, 3L), List.of(22L, 5L)), false, false, null, awaited,
            new EarlierOfAsset(0, 0, Map.of()), 0, 0, 0.25,
            i < 2 ? List.of(new Request.Sent(all.get(i), wallNs / MS, wallNs, wallNs)) : List.of());
    }

    @Override
    public HubDirectory directory() {
        return new HubDirectory(folder, "lab");
    }

    @Override
    public String token() {
        return TOKEN;
    }

    @Override
    public void close() {
        server.close();
    }
}
