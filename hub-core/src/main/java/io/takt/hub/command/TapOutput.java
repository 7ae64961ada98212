package io.takt.hub.command;

import io.takt.hub.tap.TapEvent;
import io.takt.hub.tap.TapJson;
import io.takt.hub.tap.TapText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Writes the events of taps as lines: of one hub, or of several, whose lines then name their hubs. For any thread. */
final class TapOutput {
    static final long TELL_EVERY_MS = 1_000;

    private final OutputStream out;
    private final boolean json;
    private final int hubWidth;
    private final Consumer<String> notices;
    private final TapText text = new TapText();
    private final Map<Deaf, Long> missed = new LinkedHashMap<>();
    private long left;
    private long toldAtNs = System.nanoTime();

    /** A tap that has missed messages; of all assets together, where the asset is null. */
    private record Deaf(String hub, String asset) {
    }

    /**
     * Nothing is printed yet.
     *
     * @param out      takes whole lines only, so that a sudden end of the process leaves no half one.
     * @param json     one object a line.
     * @param most     so many messages.
     * @param hubWidth the longest name of a hub; 0 where lines do not name it.
     * @param notices  is told of messages that were missed.
     */
    TapOutput(final OutputStream out, final boolean json, final long most, final int hubWidth,
        final Consumer<String> notices) {
        this.out = out;
        this.json = json;
        this.left = most;
        this.hubWidth = hubWidth;
        this.notices = notices;
    }

    synchronized void header() throws IOException {
        write(before("hub") + text.header() + "\n");
    }

    /** Whether as many were printed as were asked for. */
    synchronized boolean isFull() {
        return left == 0;
    }

    synchronized void print(final String hub, final List<TapEvent> events) throws IOException {
        final StringBuilder lines = new StringBuilder();
        for (int i = 0; i < events.size() && left > 0; i++) {
            final TapEvent event = events.get(i);
            if (!json && event instanceof TapEvent.Missed some) {
                missed.merge(new Deaf(hub, some.asset()), some.messages(), Long::sum);
            } else {
                lines.append(json ? object(hub, event) : before(hub) + text.line(event)).append('\n');
                left -= event.isMessage() ? 1 : 0;
            }
        }
        if (!lines.isEmpty()) {
            write(lines.toString());
        }
        if (System.nanoTime() - toldAtNs > TimeUnit.MILLISECONDS.toNanos(TELL_EVERY_MS)) {
            tellMissed();
        }
    }

    private String object(final String hub, final TapEvent event) {
        if (hubWidth == 0) {
            return Json.line(TapJson.of(event));
        }
        final Map<String, Object> object = new LinkedHashMap<>(Map.of("hub", hub));
        object.putAll(TapJson.of(event));
        return Json.line(object);
    }

    private String before(final String hub) {
        return hubWidth == 0 ? "" : hub + " ".repeat(2 + Math.max(0, hubWidth - hub.length()));
    }

    private void write(final String lines) throws IOException {
        out.write(lines.getBytes(StandardCharsets.UTF_8));
    }

    /** Not each time: an overload would be told about more often than can be read. */
    synchronized void tellMissed() {
        toldAtNs = System.nanoTime();
        missed.forEach((of, messages) -> notices.accept((hubWidth == 0 ? "" : of.hub + ": ") + "missed "
            + TapText.missed(of.asset, messages)));
        missed.clear();
    }
}
