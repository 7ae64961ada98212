package io.takt.hub.command;

import io.takt.asset.TaktException;
import io.takt.hub.tap.Tap;
import io.takt.hub.tap.TapEvent;
import io.takt.hub.tap.TapFilter;
import io.takt.hub.tap.TapJson;
import io.takt.hub.tap.TapText;
import io.takt.shm.host.HubDirectory;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code takt tap}: every message, as it is sent and as it is delivered. */
@Command(name = "tap", mixinStandardHelpOptions = true,
    description = "Prints every message as it is sent and as it is delivered. Delays no asset: if there are more"
        + " than it can print, it misses some, and says so. Ends with the hub.",
    footer = {"", "Exit code 0 when the hub has ended in order, 1 when it was killed."})
public final class TapCommand implements TaktCommand {
    private static final int AT_ONCE = 1_000;
    private static final long TELL_EVERY_MS = 1_000;
    private static final String NO_ASSET = "";

    @Spec
    private CommandSpec spec;

    @Mixin
    private HubOption hub;

    @Option(names = "--channel", paramLabel = "NAME", split = ",",
        description = "Only messages of this channel, or of these; with the sender's name appended (pose.drone) only"
            + " that sender's.")
    private Set<String> channels = Set.of();

    @Option(names = "--asset", paramLabel = "NAME", split = ",",
        description = "Only messages that this asset, or these, have sent or got.")
    private Set<String> assets = Set.of();

    @Option(names = "--sent", description = "Only messages as they are sent.")
    private boolean sent;

    @Option(names = "--delivered", description = "Only messages as they are delivered.")
    private boolean delivered;

    @Option(names = "--count", paramLabel = "N", description = "End after so many messages.")
    private Long count;

    @Option(names = "--json", description = "One JSON object a line, with all bytes.")
    private boolean json;

    private final OutputStream out = new FileOutputStream(FileDescriptor.out);
    private final TapText text = new TapText();
    private final Map<String, Long> missed = new LinkedHashMap<>();
    private Terminal terminal;
    private long toldAtNs;

    @Override
    public Integer call() throws InterruptedException {
        if (count != null && count <= 0) {
            throw new ParameterException(spec.commandLine(), "--count is less than 1");
        }
        requireNames("--channel", channels);
        requireNames("--asset", assets);
        terminal = Terminal.ofProcess();
        final TapFilter filter = new TapFilter(channels, assets, sent || !delivered, delivered || !sent);
        try (Tap tap = Tap.open(HubDirectory.of(hub.name()), filter, json ? Integer.MAX_VALUE : TapText.MOST_BYTES,
            terminal::tell)) {
            if (terminal.outIsTerminal() && !json) {
                write(text.header() + "\n");
            }
            final boolean isCounted = print(tap);
            tellMissed();
            if (isCounted) {
                return ExitCode.DONE;
            }
            terminal.tell(tap.ending());
            return tap.isHubKilled() ? ExitCode.FAILED : ExitCode.DONE;
        } catch (final IOException e) {
            return onWriteFailed(e);
        }
    }

    private void requireNames(final String option, final Set<String> names) {
        if (names.stream().anyMatch(String::isBlank)) {
            throw new ParameterException(spec.commandLine(), option + " has an empty name; leave it out to see all");
        }
    }

    /** Whether as many were printed as were asked for. */
    private boolean print(final Tap tap) throws IOException, InterruptedException {
        final List<TapEvent> events = new ArrayList<>();
        final StringBuilder lines = new StringBuilder();
        long left = count == null ? Long.MAX_VALUE : count;
        toldAtNs = System.nanoTime();
        while (left > 0 && tap.take(events, AT_ONCE, TELL_EVERY_MS)) {
            for (int i = 0; i < events.size() && left > 0; i++) {
                final TapEvent event = events.get(i);
                if (!json && event instanceof TapEvent.Missed some) {
                    missed.merge(some.asset() == null ? NO_ASSET : some.asset(), some.messages(), Long::sum);
                } else {
                    lines.append(json ? Json.line(TapJson.of(event)) : text.line(event)).append('\n');
                    left -= event.isMessage() ? 1 : 0;
                }
            }
            events.clear();
            write(lines.toString());
            lines.setLength(0);
            if (System.nanoTime() - toldAtNs > TimeUnit.MILLISECONDS.toNanos(TELL_EVERY_MS)) {
                tellMissed();
            }
        }
        return left == 0;
    }

    /** Whole lines only, so that a sudden end of the process leaves no half one. */
    private void write(final String lines) throws IOException {
        if (!lines.isEmpty()) {
            out.write(lines.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Not each time: an overload would be told about more often than can be read. */
    private void tellMissed() {
        toldAtNs = System.nanoTime();
        missed.forEach((asset, messages) ->
            terminal.tell("missed " + TapText.missed(asset.equals(NO_ASSET) ? null : asset, messages)));
        missed.clear();
    }

    /** The reader, {@code head} for instance, may have seen enough; that is no failure. */
    private int onWriteFailed(final IOException e) {
        if (String.valueOf(e.getMessage()).contains("pipe")) {
            return ExitCode.DONE;
        }
        throw new TaktException("the messages could not be written to standard output: " + e.getMessage(), e);
    }
}
