package io.takt.hub.command;

import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.daemon.CommandLog;
import io.takt.hub.daemon.StateLog;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** Which changes of state are logged. Nothing of the logger is loaded before the first line is written. */
final class LogOption {
    /** Says from which level on lines are logged. */
    private static final String LEVEL_VARIABLE = "TAKT_LOG";

    private static final List<String> LEVELS = List.of("off", "error", "warn", "info", "debug", "trace");

    /** The property that the command's logger reads, once, when it is loaded. */
    private static final String PROVIDER = "org.slf4j.simpleLogger.";

    @Option(names = "--log", description = "Log every change of state, one line each, on standard error.")
    private boolean log;

    /** A listener that logs what it hears, if asked for, or by habit; others tell of it by themselves, and once. */
    Consumer<HubEvent> listener(final String hub, final boolean byHabit) {
        final String level = level(byHabit);
        setUnlessSet("defaultLogLevel", level);
        setUnlessSet("showDateTime", "true");
        setUnlessSet("dateTimeFormat", "yyyy-MM-dd'T'HH:mm:ss.SSSXXX");
        setUnlessSet("showThreadName", "false");
        setUnlessSet("showLogName", "false");
        return switch (level) {
            case "off", "error" -> event -> { };
            default -> new StateLog(hub);
        };
    }

    /** A log of the commands that the hub carries out; null where it is not wanted, which is so below debug. */
    Consumer<HubCommand> commands(final String hub) {
        return switch (level(false)) {
            case "debug", "trace" -> new CommandLog(hub);
            default -> null;
        };
    }

    private String level(final boolean byHabit) {
        return level(System.getenv(LEVEL_VARIABLE), log || byHabit ? "info" : "off");
    }

    /** The level that the variable asks for; the logger would take any other word for info. */
    static String level(final String asked, final String otherwise) {
        if (asked == null || asked.isEmpty()) {
            return otherwise;
        }
        final String level = asked.toLowerCase(Locale.ROOT);
        if (!LEVELS.contains(level)) {
            throw new IllegalArgumentException(LEVEL_VARIABLE + " is '" + asked + "', which is no level; there are "
                + String.join(", ", LEVELS));
        }
        return level;
    }

    private static void setUnlessSet(final String property, final String value) {
        if (System.getProperty(PROVIDER + property) == null) {
            System.setProperty(PROVIDER + property, value);
        }
    }
}
