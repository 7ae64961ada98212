package io.takt.hub.daemon;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.asset.SimTime;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.status.Wait;
import io.takt.hub.view.WaitText;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Logs one line for each change of state, of the hub and of its assets, with what a program wants to know as pairs of
 * key and value, and the reason in words; and one when a hub has been waiting for long for a silent process, or over a
 * link that is down, and one when it does not any more. A hub that fails is an error, a loss or such a wait a warning.
 */
public final class StateLog implements Consumer<HubEvent> {
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
    public void accept(final HubEvent event) {
        if (event instanceof HubEvent.StateChanged change) {
            log(change);
        } else if (event instanceof HubEvent.AssetChanged change) {
            log(change);
        } else if (event instanceof HubEvent.Warning warning) {
            line(Level.WARN).log("{}", warning.text());
        } else if (event instanceof HubEvent.Waits waits) {
            final Wait first = waits.chain().get(0);
            final Wait last = waits.chain().get(waits.chain().size() - 1);
            line(Level.WARN).addKeyValue("blocker", first.blocker() == null ? "parent" : first.blocker())
                .addKeyValue("reason", last.reason().word()).log("{}", WaitText.chain(waits.chain()));
        } else if (event instanceof HubEvent.WaitOver over) {
            line(Level.INFO).addKeyValue("waitedMs", over.forNs() / 1_000_000)
                .log("{} waits no more for {}", hub, String.join(", which waited for ", over.names()));
        }
    }

    private void log(final HubEvent.StateChanged change) {
        line(change.state() == HubState.FAILED ? Level.ERROR : Level.INFO).addKeyValue("state", change.state())
            .addKeyValue("time", SimTime.format(change.timeNs()))
            .log("hub {}{}", change.state(), change.reason() == null ? "" : ": " + change.reasonText());
    }

    private void log(final HubEvent.AssetChanged change) {
        final LoggingEventBuilder line = line(change.state() == AssetState.LOST ? Level.WARN : Level.INFO)
            .addKeyValue("asset", change.asset()).addKeyValue("state", change.state())
            .addKeyValue("time", SimTime.format(change.timeNs()));
        (change.pid() == 0 ? line : line.addKeyValue("pid", change.pid()))
            .log("asset {} {}{}", change.asset(), change.state(), change.detail() == null ? "" : " " + change.detail());
    }

    private LoggingEventBuilder line(final Level level) {
        return LOG.atLevel(level).addKeyValue("hub", hub);
    }
}
