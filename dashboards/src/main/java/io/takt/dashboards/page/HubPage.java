package io.takt.dashboards.page;

import io.takt.hub.metrics.LivePage;
import java.util.concurrent.TimeUnit;

/** Makes the live page of a hub. */
public final class HubPage implements LivePage {
    private static final Feed.Patience PATIENCE =
        new Feed.Patience(TimeUnit.SECONDS.toNanos(10), TimeUnit.SECONDS.toNanos(1));

    /** Made by {@link java.util.ServiceLoader}. */
    public HubPage() {
        // Nothing to set up.
    }

    @Override
    public Site of(final Shown hub) {
        return new HubSite(hub, PATIENCE);
    }
}
