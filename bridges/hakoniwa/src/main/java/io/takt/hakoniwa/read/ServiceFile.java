package io.takt.hakoniwa.read;

import com.fasterxml.jackson.databind.JsonNode;
import io.takt.asset.message.OutputSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The file with the services that a program of Hakoniwa initialises. */
public final class ServiceFile {
    /** Metadata and the header of a packet. */
    private static final int LEAST_BYTES = 24 + 272;
    private static final int MOST_CLIENTS = 65_536;
    private static final int MOST_META = 4096;

    private ServiceFile() {
    }

    /**
     * Reads it.
     *
     * @param path of the file.
     * @return its services, in its order.
     * @throws IllegalArgumentException when it cannot be used, in one line.
     */
    public static List<Service> read(final Path path) {
        final JsonFile file = JsonFile.read(path);
        final int metaBytes = file.number(file.root(), "pduMetaDataSize", "the file", 24, MOST_META);
        final List<Service> services = new ArrayList<>();
        for (final JsonNode each : file.list(file.root(), "services", "the file")) {
            final String name = file.text(each, "name", "a service");
            final String where = "service '" + name + "'";
            file.number(each, "maxClients", where, 1, MOST_CLIENTS);
            final Service service = new Service(name, metaBytes + bytes(file, each, "server", where),
                metaBytes + bytes(file, each, "client", where), channel(file, name, "requests", where),
                channel(file, name, "answers", where));
            if (Math.min(service.requestBytes(), service.answerBytes()) < LEAST_BYTES) {
                throw file.wrong(where, "has packets that are too small for a header of " + LEAST_BYTES + " bytes");
            }
            if (services.stream().anyMatch(other -> other.requests().equals(service.requests()))) {
                throw file.wrong(where, "has the name of another service, or one that differs from it in signs alone");
            }
            services.add(service);
        }
        return services;
    }

    private static int bytes(final JsonFile file, final JsonNode service, final String side, final String where) {
        final JsonNode size = service.path("pduSize").path(side);
        final String which = where + ", pduSize of the " + side + ",";
        return file.number(size, "baseSize", which, 0, OutputSpec.MOST_BYTES / 4)
            + file.number(size, "heapSize", which, 0, OutputSpec.MOST_BYTES / 4);
    }

    private static String channel(final JsonFile file, final String name, final String part, final String where) {
        try {
            return ChannelName.of(name, part);
        } catch (final IllegalArgumentException e) {
            throw file.wrong(where, e.getMessage());
        }
    }
}
