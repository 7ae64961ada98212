package io.takt.hub.daemon;

import io.takt.hub.core.event.HubCommand;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs one line for each command that a hub carries out, at level debug, in the order in which it does. */
public final class CommandLog implements Consumer<HubCommand> {
    private static final Logger LOG = LoggerFactory.getLogger("takt.command");

    private final String hub;

    /**
     * A log.
     *
     * @param hub name of the hub whose commands are logged.
     */
    public CommandLog(final String hub) {
        this.hub = hub;
    }

    @Override
    public void accept(final HubCommand command) {
        LOG.atDebug().addKeyValue("hub", hub).log("command {}", oneLine(command));
    }

    /** A request may bear any text. */
    static String oneLine(final HubCommand command) {
        return command.toString().replaceAll("\\p{Cntrl}+", " ");
    }
}
