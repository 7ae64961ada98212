package io.takt.federation.gateway;

import io.takt.federation.link.LinkTimes;
import io.takt.federation.local.CutScenario;
import io.takt.federation.place.PlaceTerms;
import io.takt.federation.remote.ParentAddress;
import io.takt.federation.remote.RemoteLink;
import io.takt.hub.core.event.ParentNews;
import io.takt.hub.core.event.ToParent;
import io.takt.hub.core.world.ParentClock;
import io.takt.hub.daemon.HubDaemon;
import io.takt.hub.daemon.ParentLink;
import io.takt.rule.Report;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** Ties hubs of this JVM by links over loopback, each parent behind a network that may be bad. */
final class NetworkTies implements CutScenario.Ties, AutoCloseable {
    private static final byte[] KEY = new byte[32];
    private static final int IN_A_RECORD = 9;

    /** A child may be away for a minute; the default of one second loses it when the host stands. */
    private static final LinkTimes PATIENT = new LinkTimes(100_000_000L, 1_000_000_000L, 3_000_000_000L,
        60_000_000_000L, 5_000_000_000L, 4_500_000_000L, 200_000_000L, 2_000_000_000L);

    private final Map<String, Gateway> gateways = new ConcurrentHashMap<>();
    private final Map<String, Relay> relays = new ConcurrentHashMap<>();
    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private final Consumer<Relay.Weather> weather;
    private final LinkTimes times;
    private final CountDownLatch isAway = new CountDownLatch(1);

    NetworkTies(final Consumer<Relay.Weather> weather) {
        this(weather, PATIENT);
    }

    NetworkTies(final Consumer<Relay.Weather> weather, final LinkTimes times) {
        this.weather = weather;
        this.times = times;
    }

    @Override
    public ParentLink tie(final HubDaemon hub, final String parent, final PlaceTerms terms)
        throws IOException {
        if (!gateways.containsKey(parent)) {
            gateways.put(parent, Gateway.listen(HubDirectory.of(parent),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), (child, isLoopback) -> KEY.clone(),
                child -> Long.MAX_VALUE, times, new SecureRandom(), warnings::add));
            final Relay relay = new Relay(gateways.get(parent).port());
            weather.accept(relay.weather());
            hub.attach(gateways.get(parent));
            relays.put(parent, relay);
        }
        return new Noting(new RemoteLink(new ParentAddress("127.0.0.1", relays.get(parent).port()), terms,
            KEY::clone, times, new SecureRandom(), line -> { }));
    }

    /** Notes, on the way to the hub, that its parent is away. */
    private final class Noting implements ParentLink {
        private final ParentLink link;

        Noting(final ParentLink link) {
            this.link = link;
        }

        @Override
        public ParentClock clock() {
            return link.clock();
        }

        @Override
        public Report report() {
            return link.report();
        }

        @Override
        public void open(final Consumer<ParentNews> hears, final Runnable wakes) {
            link.open(news -> {
                hears.accept(news);
                if (news instanceof ParentNews.Away) {
                    isAway.countDown();
                }
            }, wakes);
        }

        @Override
        public void tell(final ToParent message) {
            link.tell(message);
        }

        @Override
        public int ownConnections() {
            return link.ownConnections();
        }

        @Override
        public void close() {
            link.close();
        }
    }

    /** Nothing comes through until a hub has been told that its parent is away. */
    void cutUntilTried() {
        relays.values().forEach(Relay::cut);
        final Thread mends = new Thread(() -> {
            try {
                isAway.await();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            relays.values().forEach(Relay::mend);
        }, "mends");
        mends.setDaemon(true);
        mends.start();
    }

    /** Connections end, and no other comes about. */
    void cutOff() {
        relays.values().forEach(Relay::cut);
        breakConnections();
    }

    void mend() {
        relays.values().forEach(Relay::mend);
    }

    /** How often the networks have done this. */
    long count(final Relay.Deed deed) {
        return relays.values().stream().mapToLong(each -> each.count(deed)).sum();
    }

    /** A byte of what goes over each connection next, in both directions, is another one. */
    void changeTcp() {
        relays.values().forEach(each -> {
            each.changeTcp(true, IN_A_RECORD);
            each.changeTcp(false, IN_A_RECORD);
        });
    }

    boolean hasBeenAway() {
        return isAway.getCount() == 0;
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
