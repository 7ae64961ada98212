package io.takt.dashboards.page;

import io.takt.dashboards.page.Feed.Moment;
import io.takt.hub.command.Json;
import io.takt.hub.view.HubView;
import io.takt.hub.view.HubView.Row;
import io.takt.hub.view.ViewJson;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Events for programs, {@code /api/events}: an object each, which stands for itself. */
final class ApiTeller implements EventStream.Teller {
    @Override
    public void tell(final Moment moment, final OutputStream out) throws IOException {
        final Object object = moment.view() == null ? Map.of("trouble", moment.trouble()) : of(moment.view());
        out.write(("data: " + Json.line(object) + "\n\n").getBytes(StandardCharsets.UTF_8));
    }

    private static Map<String, Object> of(final HubView view) {
        final Map<String, Object> object = ViewJson.head(view);
        object.put("assets", view.rows().stream().map(ApiTeller::of).toList());
        return object;
    }

    private static Map<String, Object> of(final Row row) {
        final Map<String, Object> object = ViewJson.head(row);
        object.put("shareOfBlame", row.share());
        return object;
    }
}
