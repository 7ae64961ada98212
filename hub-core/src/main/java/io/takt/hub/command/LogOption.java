package io.takt.hub.command;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.hub.daemon.HubListener;
import io.takt.hub.daemon.StateLog;
import picocli.CommandLine.Option;

/** Which changes of state are logged. Nothing of the logger is loaded before the first line is written. */
final class LogOption {
    /** Says from which level on lines are logged. */
    private static final String LEVEL_VARIABLE = "TAKT_LOG";

    /** The property that the command's logger reads, once, when it is loaded. */
    private static final String PROVIDER = "org.slf4j.simpleLogger.";

    @Option(names = "--log", description = "Log every change of state, one line each, on standard error.")
    private boolean log;

    /** A listener that logs what it hears, if asked for, or by habit; others tell of it by themselves, and once. */
    HubListener listener(final String hub, final boolean byHabit) {
        final String level = System.getenv(LEVEL_VARIABLE) != null ? System.getenv(LEVEL_VARIABLE)
            : log || byHabit ? "info" : "off";
        setUnlessSet("defaultLogLevel", level);
        setUnlessSet("showDateTime", "true");
        setUnlessSet("dateTimeFormat", "yyyy-MM-dd'T'HH:mm:ss.SSSXXX");
        setUnlessSet("showThreadName", "false");
        setUnlessSet("showLogName", "false");
        return switch (level) {
            case "off", "error" -> new Deaf();
            default -> new StateLog(hub);
        };
    }

    private static void setUnlessSet(final String property, final String value) {
        if (System.getProperty(PROVIDER + property) == null) {
            System.setProperty(PROVIDER + property, value);
        }
    }

    private static final class Deaf implements HubListener {
        @Override
        public void onState(final HubState state, final long timeNs, final String reason) {
            // Not wanted.
        }

        @Override
        public void onAsset(final String asset, final AssetState state, final long timeNs, final long pid,
            final String detail) {
            // Not wanted.
        }
    }
}
