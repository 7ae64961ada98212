package io.takt.hub.daemon;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.asset.SimTime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Logs one line for each change of state, of the hub and of its assets, with what a program wants to know as pairs of
 * key and value, and the reason in words. A hub that fails is an error, an asset that is lost a warning.
 */
public final class StateLog implements HubListener {
    private static final Logger LOG = LoggerFactory.getLogger("takt");

    private final String hub;

    /**
     * A log.
     *
     * @param hub name of the hub whose changes are logged.
     */
    public StateLog(final String hub) {
        this.hub = hub;
    }

    @Override
    public void onState(final HubState state, final long timeNs, final String reason) {
        line(state == HubState.FAILED ? Level.ERROR : Level.INFO).addKeyValue("state", state)
            .addKeyValue("time", SimTime.format(timeNs))
            .log("hub {}{}", state, reason == null ? "" : ": " + reason);
    }

    @Override
    public void onAsset(final String asset, final AssetState state, final long timeNs, final long pid,
        final String detail) {
        final LoggingEventBuilder line = line(state == AssetState.LOST ? Level.WARN : Level.INFO)
            .addKeyValue("asset", asset).addKeyValue("state", state).addKeyValue("time", SimTime.format(timeNs));
        (pid == 0 ? line : line.addKeyValue("pid", pid))
            .log("asset {} {}{}", asset, state, detail == null ? "" : " " + detail);
    }

    @Override
    public void onWarning(final String what) {
        line(Level.WARN).log("{}", what);
    }

    private LoggingEventBuilder line(final Level level) {
        return LOG.atLevel(level).addKeyValue("hub", hub);
    }
}
