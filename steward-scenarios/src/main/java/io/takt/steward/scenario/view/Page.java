package io.takt.steward.scenario.view;

import io.takt.hub.command.Json;
import io.takt.steward.EventRecord;
import io.takt.steward.scenario.Input;
import io.takt.steward.scenario.World;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A run as one HTML file that needs nothing else: an animation with a slider, and the events that were redone. */
public final class Page {
    /** More events than this make a page slow: then the first ones are shown, and the page says so. */
    static final int MOST_EVENTS = 20_000;

    private static final String PLACE = "/*DATA*/null";
    private static final int MOST_NAMED = 4;
    private static final int LONGEST = 60;
    private static final double FINE = 1e6;

    private Page() {
    }

    /**
     * Writes the page.
     *
     * @param showing a run, perhaps changed.
     * @param title   for its head.
     * @param about   a line below it.
     * @param file    is overwritten.
     * @throws IOException if it cannot be written.
     */
    public static void write(final Showing showing, final String title, final String about, final Path file)
        throws IOException {
        final Map<String, Object> data = new LinkedHashMap<>();
        data.put("title", title);
        data.put("about", about);
        data.put("scale", Film.SCALE);
        data.put("periodic", showing.world().arena().periodic());
        data.put("until", seconds(showing, showing.until()));
        data.put("radii", showing.radii());
        data.put("results", showing.results());
        data.put("changes", changes(showing));
        final List<Object> runs = new ArrayList<>();
        runs.add(run(showing, showing.before()));
        if (showing.after() != null) {
            runs.add(run(showing, showing.after()));
        }
        data.put("runs", runs);
        // A text that ends the script element would end it within a string as well.
        Files.writeString(file, template().replace(PLACE, Json.line(data).replace("</", "<\\/")));
    }

    private static List<Object> changes(final Showing showing) {
        final List<Object> changes = new ArrayList<>();
        for (final Input input : showing.changes()) {
            changes.add(List.of(seconds(showing, input.time()), text(input.event())));
        }
        return changes;
    }

    private static Map<String, Object> run(final Showing showing, final Film film) {
        final Map<String, Object> run = new LinkedHashMap<>();
        run.put("frames", film.frames());
        final List<Object> events = new ArrayList<>();
        int all = 0;
        for (final EventRecord event : film.events()) {
            final List<Integer> written = written(event, showing.world());
            if (!written.isEmpty()) {
                all++;
                if (events.size() < MOST_EVENTS) {
                    final int kind = showing.difference() == null ? Difference.SAME
                        : showing.difference().at(event.at());
                    events.add(List.of(seconds(showing, event.at().base()), kind,
                        written.size() > MOST_NAMED ? List.of() : written, text(event.event())));
                }
            }
        }
        run.put("events", events);
        run.put("all", all);
        return run;
    }

    private static List<Integer> written(final EventRecord event, final World world) {
        final List<Integer> written = new ArrayList<>();
        for (final EventRecord.Access access : event.writes()) {
            final int body = world.bodyOf(access.cell());
            if (body >= 0 && !written.contains(body)) {
                written.add(body);
            }
            if (written.size() > MOST_NAMED) {
                break;
            }
        }
        return written;
    }

    private static double seconds(final Showing showing, final long ticks) {
        return Math.rint((double) ticks / showing.world().second() * FINE) / FINE;
    }

    private static String text(final Object event) {
        final String text = event.toString();
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }

    private static String template() throws IOException {
        try (InputStream in = Page.class.getResourceAsStream("page.html")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
