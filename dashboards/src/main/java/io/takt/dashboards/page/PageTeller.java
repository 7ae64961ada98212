package io.takt.dashboards.page;

import io.takt.dashboards.page.Feed.Moment;
import io.takt.dashboards.page.Happenings.Happening;
import io.takt.hub.command.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * Events for the page: {@code history} once, {@code cast} when the assets are others, {@code frame} each time,
 * {@code second} and {@code happened} once a second, and at the end of the hub's run {@code ended}.
 */
final class PageTeller implements EventStream.Teller {
    private final Feed feed;
    private final Neighbours neighbours;
    private final boolean mayControl;
    private final Frames frames = new Frames();
    private long toldHappenings;
    private boolean isFirst = true;
    private boolean hasToldEnd;

    PageTeller(final Feed feed, final Neighbours neighbours, final boolean mayControl) {
        this.feed = feed;
        this.neighbours = neighbours;
        this.mayControl = mayControl;
    }

    @Override
    public void tell(final Moment moment, final OutputStream out) throws IOException {
        if (isFirst) {
            send(out, "history", Map.of("seconds", feed.history().all(), "mayControl", mayControl));
        }
        if (moment.view() == null) {
            send(out, "trouble", Map.of("why", moment.trouble()));
        } else {
            if (frames.isOtherCast(moment.view())) {
                send(out, "cast", frames.cast(moment.view()));
            }
            send(out, "frame", frames.frame(moment.view()));
            if (isFirst || moment.isWholeSecond()) {
                send(out, "second", frames.second(moment.view(), moment.wallMs(), neighbours.addresses()));
                final List<Happening> more = feed.happenings().after(toldHappenings);
                if (!more.isEmpty()) {
                    toldHappenings = more.get(more.size() - 1).number();
                    send(out, "happened", more);
                }
            }
            if (moment.view().status().state().isEnd() && !hasToldEnd) {
                hasToldEnd = true;
                send(out, "ended", Map.of("wallMs", moment.wallMs()));
            }
        }
        isFirst = false;
    }

    /** JSON has no line break in it, so each is one line of data. */
    private static void send(final OutputStream out, final String event, final Object data) throws IOException {
        out.write(("event: " + event + "\ndata: " + Json.line(data) + "\n\n").getBytes(StandardCharsets.UTF_8));
    }
}
