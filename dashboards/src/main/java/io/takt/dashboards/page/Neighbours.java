package io.takt.dashboards.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Where the hubs of this host have their pages, as they tell Prometheus. */
final class Neighbours {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MOST = 1_000;

    private final HubDirectory hub;

    Neighbours(final HubDirectory hub) {
        this.hub = hub;
    }

    /** {@return host and port by hub; none where that cannot be read} */
    Map<String, String> addresses() {
        final Map<String, String> found = new TreeMap<>();
        try (Stream<Path> files = Files.list(hub.targets())) {
            for (final Path file : files.filter(each -> each.toString().endsWith(".json")).limit(MOST).toList()) {
                final JsonNode target = JSON.readTree(file.toFile()).path(0);
                final String name = target.path("labels").path("hub").asText();
                final String address = target.path("targets").path(0).asText();
                if (!name.isEmpty() && !address.isEmpty()) {
                    found.put(name, address);
                }
            }
        } catch (final IOException e) {
            // A file that goes just now is that of a hub that ends.
            return found;
        }
        return found;
    }
}
