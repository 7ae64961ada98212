package io.takt.dashboards.page;

import io.takt.hub.metrics.LivePage;
import java.util.concurrent.TimeUnit;

/** Makes the live page of a hub. */
public final class HubPage implements LivePage {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(10);

    /** Made by {@link java.util.ServiceLoader}. */
    public HubPage() {
        // Nothing to set up.
    }

    @Override
    public Site of(final Shown hub) {
        return new HubSite(hub, PATIENCE_NS);
    }
}
