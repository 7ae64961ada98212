package io.takt.federation.gateway;

import io.takt.federation.local.CutScenario;
import io.takt.federation.place.PlaceTerms;
import io.takt.federation.remote.ParentAddress;
import io.takt.federation.remote.RemoteLink;
import io.takt.hub.daemon.ParentLink;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Ties hubs of this JVM by links over loopback, each parent behind a network that may be bad. */
final class NetworkTies implements CutScenario.Ties, AutoCloseable {
    private static final byte[] KEY = new byte[32];

    private final Map<String, Gateway> gateways = new ConcurrentHashMap<>();
    private final Map<String, Relay> relays = new ConcurrentHashMap<>();
    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private final Consumer<Relay.Weather> weather;

    NetworkTies(final Consumer<Relay.Weather> weather) {
        this.weather = weather;
    }

    @Override
    public ParentLink tie(final String parent, final PlaceTerms terms) throws IOException {
        if (!gateways.containsKey(parent)) {
            gateways.put(parent, Gateway.listen(HubDirectory.of(parent),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), (child, isLoopback) -> KEY,
                child -> Long.MAX_VALUE, new SecureRandom(), warnings::add));
            final Relay relay = new Relay(gateways.get(parent).port());
            weather.accept(relay.weather());
            relays.put(parent, relay);
        }
        return new RemoteLink(new ParentAddress("127.0.0.1", relays.get(parent).port()), terms, () -> KEY,
            new SecureRandom());
    }

    List<String> warnings() {
        return warnings;
    }

    void breakConnections() {
        for (final Relay each : relays.values()) {
            try {
                each.breakConnections();
            } catch (final IOException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (final Gateway each : gateways.values()) {
            each.close();
        }
        for (final Relay each : relays.values()) {
            each.close();
        }
    }
}
