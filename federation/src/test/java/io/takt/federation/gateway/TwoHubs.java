package io.takt.federation.gateway;

import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.RunEnd;
import io.takt.asset.Takt;
import io.takt.federation.OwnHub;
import io.takt.federation.key.Certificates;
import io.takt.federation.link.LinkHost;
import io.takt.federation.link.LinkTimes;
import io.takt.federation.place.PlaceTerms;
import io.takt.federation.remote.KeySource;
import io.takt.federation.remote.ParentAddress;
import io.takt.federation.remote.RemoteLink;
import io.takt.hub.config.ConfigReader;
import io.takt.hub.config.HubConfig;
import io.takt.hub.config.ProgramFinder;
import io.takt.hub.daemon.HubDaemon;
import io.takt.hub.daemon.ParentLink;
import io.takt.rule.Report;
import io.takt.shm.control.ControlClient;
import io.takt.shm.control.Request;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A parent that listens and a child that connects, in this JVM, each with an asset. */
final class TwoHubs implements AutoCloseable {
    static final byte[] KEY = new byte[32];

    /** Another child that the parent knows, and that the run does not wait for. */
    static final String OTHER = "other";

    static final long HOUR_NS = 3_600_000_000_000L;

    /** Neither end gives up the other, however slow this machine is. */
    static final LinkTimes PATIENT = new LinkTimes(ms(10), HOUR_NS, HOUR_NS, HOUR_NS, HOUR_NS, HOUR_NS, ms(20),
        ms(200));

    /** A child that soon tries again; only for tests in which it may do so at any time. */
    static final LinkTimes HASTY = new LinkTimes(ms(10), ms(100), ms(300), HOUR_NS, HOUR_NS, ms(450), ms(20),
        ms(200));

    /** Certificates of the parent, which may not be readable. */
    interface OfRoot {
        Certificates get() throws IOException;
    }

    private final String rootName = OwnHub.named("root");
    private final String siteName = OwnHub.named("site");
    private final Path folder;
    private final LinkTimes times;
    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private final List<String> siteWarnings = new CopyOnWriteArrayList<>();
    private final HubDaemon root;
    private final Gateway gateway;
    private volatile byte[] key = KEY;
    private long lostAfterNs = Long.MAX_VALUE;
    private HubDaemon site;

    TwoHubs(final Path folder, final long untilNs) throws Exception {
        this(folder, untilNs, PATIENT);
    }

    TwoHubs(final Path folder, final long untilNs, final LinkTimes times) throws Exception {
        this(folder, untilNs, false, times, null);
    }

    /** The child shows a certificate. */
    static TwoHubs withCertificates(final Path folder, final long untilNs, final OfRoot ofRoot)
        throws Exception {
        return new TwoHubs(folder, untilNs, false, PATIENT, ofRoot);
    }

    /** With channels in both directions between the two assets. A child whose connection is closed is soon lost. */
    static TwoHubs withChannels(final Path folder, final long untilNs) throws Exception {
        return new TwoHubs(folder, untilNs, true, new LinkTimes(ms(10), HOUR_NS, HOUR_NS, ms(1), HOUR_NS, HOUR_NS,
            ms(20), ms(200)), null);
    }

    private TwoHubs(final Path folder, final long untilNs, final boolean hasChannels, final LinkTimes times,
        final OfRoot certificates) throws Exception {
        this.folder = folder;
        this.times = times;
        Arrays.fill(KEY, (byte) 7);
        final String site = "{\"name\": \"" + siteName + "\", \"step\": \"4ms\"";
        root = start("{\"hub\": \"" + rootName + "\", \"coreStep\": \"10ms\", \"maxDelay\": \"40ms\","
            + " \"assets\": [{\"name\": \"x\", \"step\": \"10ms\"}" + (hasChannels ? "], \"federates\": [" + site
            + ", \"onLost\": \"drop\"}], \"channels\": [{\"name\": \"up\", \"from\": \"" + siteName
            + "/y\", \"to\": [\"x\"]}, {\"name\": \"down\", \"from\": \"x\", \"to\": [\"" + siteName + "/y\"]}]}"
            : ", " + site + "}]}"), untilNs, null);
        gateway = Gateway.listen(LinkHost.of(HubDirectory.of(rootName), new SecureRandom(), "0.0.0.0:9464"),
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            keys(certificates), child -> Long.MAX_VALUE, times, warnings::add);
        root.attach(gateway);
    }

    private ChildKeys keys(final OfRoot certificates) {
        return certificates == null ? (child, isLoopback) -> child.equals(siteName) ? key()
            : child.equals(OTHER) ? KEY.clone() : null : new ChildKeys() {
                @Override
                public byte[] key(final String child, final boolean isLoopback) {
                    return null;
                }

                @Override
                public Certificates certificates() throws IOException {
                    return certificates.get();
                }

                @Override
                public boolean mayShowCertificate(final String child) {
                    return child.equals(siteName);
                }
            };
    }

    private static long ms(final long ms) {
        return TimeUnit.MILLISECONDS.toNanos(ms);
    }

    String rootName() {
        return rootName;
    }

    Gateway gateway() {
        return gateway;
    }

    HubDaemon root() {
        return root;
    }

    HubDaemon site() {
        return site;
    }

    String siteName() {
        return siteName;
    }

    private byte[] key() throws IOException {
        final byte[] now = key;
        if (now == null) {
            throw new IOException("keyFile: there is no file");
        }
        return now.clone();
    }

    /** From now on the parent has this key for the child; null for one that cannot be read. */
    void key(final byte[] newKey) {
        key = newKey;
    }

    /** Of the parent. */
    List<String> warnings() {
        return warnings;
    }

    /** Of the child. */
    List<String> siteWarnings() {
        return siteWarnings;
    }

    /** After so long without its parent the child that is started next gives up. */
    void lostAfter(final long newLostAfterNs) {
        lostAfterNs = newLostAfterNs;
    }

    /** The child, whose parent is at a port of this host. */
    void startSite(final Report report, final int port, final byte[] siteKey) throws Exception {
        startSite(report, port, siteKey::clone);
    }

    void startSite(final Report report, final int port, final KeySource siteKey) throws Exception {
        startSite(report, new ParentAddress("127.0.0.1", port), siteKey);
    }

    void startSite(final Report report, final ParentAddress parent, final KeySource siteKey) throws Exception {
        site = start("{\"hub\": \"" + siteName + "\", \"coreStep\": \"4ms\", \"maxDelay\": \"20ms\","
            + " \"assets\": [{\"name\": \"y\", \"step\": \"3ms\"}]}", Long.MAX_VALUE,
            new RemoteLink(parent, new PlaceTerms(siteName, siteName, 4_000_000, 20_000_000,
                report, null, lostAfterNs), siteKey, times,
                LinkHost.of(HubDirectory.of(siteName), new SecureRandom(), "127.0.0.1:9465"), siteWarnings::add));
    }

    /** By a request to the root, which tells the child. */
    void pause() {
        try (ControlClient client = ControlClient.connect(HubDirectory.of(rootName))) {
            client.ask(Request.Pause::new, Duration.ofMinutes(1));
        }
    }

    /** Runs both assets to the end. */
    CompletableFuture<RunEnd> runAssets() {
        final HubConnection below = Takt.connect(siteName);
        final HubConnection above = Takt.connect(rootName);
        below.join(AssetSpec.named("y"), new Idle());
        above.join(AssetSpec.named("x"), new Idle());
        return runs(below).thenCombine(runs(above), (one, other) -> other);
    }

    /** On a thread of its own: a pool may have one alone, and neither asset ends without the other. */
    private static CompletableFuture<RunEnd> runs(final HubConnection hub) {
        return CompletableFuture.supplyAsync(() -> run(hub), task -> new Thread(task, "asset").start());
    }

    private static RunEnd run(final HubConnection hub) {
        try (hub) {
            return hub.run();
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    HubDaemon start(final String text, final long untilNs, final ParentLink parent) throws Exception {
        final Path file = Files.writeString(folder.resolve("c.json"), text);
        final ConfigReader.Result read = ConfigReader.read(file, new ProgramFinder(null, ""));
        if (!read.problems().isEmpty()) {
            throw new AssertionError(read.problems());
        }
        final HubConfig config = read.config();
        return HubDaemon.start(config,
            new HubDaemon.Options(untilNs, false, false, true, Set.of(), false, null, parent), event -> { },
            () -> false);
    }

    @Override
    public void close() throws IOException {
        try (root; gateway) {
            if (site != null) {
                site.close();
            }
        }
    }

    private static final class Idle implements Asset {
        @Override
        public void step(final long fromNs, final long toNs) {
            // Nothing to simulate.
        }
    }
}
