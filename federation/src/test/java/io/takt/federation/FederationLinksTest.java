package io.takt.federation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.federation.gateway.Gateway;
import io.takt.federation.gateway.LinkStatus;
import io.takt.federation.key.Authority;
import io.takt.federation.key.Authority.Wish;
import io.takt.federation.key.CertificateFiles;
import io.takt.federation.key.Certificates;
import io.takt.federation.key.KeyFile;
import io.takt.hub.config.Address;
import io.takt.hub.config.ConfigReader;
import io.takt.hub.config.FederatePlan;
import io.takt.hub.config.HubConfig;
import io.takt.hub.config.ProgramFinder;
import io.takt.hub.config.TreePlan;
import io.takt.hub.daemon.HubDaemon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two hubs that are tied by their files alone: keys and certificates as the configurations name them. */
@Timeout(60)
class FederationLinksTest {
    private static final String NO_LISTEN = "";
    private static final String LISTEN = ", 'listen': '127.0.0.1:7400'";

    private final String rootName = OwnHub.named("root");
    private final String siteName = OwnHub.named("site");
    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private final Authority authority = new Authority("ca");

    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws Exception {
        put("root", authority.hub(Wish.of("root", "127.0.0.1")));
        put("site", authority.hub(Wish.of(siteName)));
        KeyFile.make(folder.resolve("k.key"), "k", false, new SecureRandom());
    }

    private void put(final String hub, final Certificates certificates) throws Exception {
        Authority.write(certificates, folder.resolve(hub + ".pem"), folder.resolve(hub + "-key.pem"),
            folder.resolve("ca.pem"));
    }

    private HubConfig config(final String text) throws IOException {
        final ConfigReader.Result read = ConfigReader.read(
            Files.writeString(folder.resolve("c.json"), text.replace('\'', '"')), new ProgramFinder(null, ""));
        assertThat(read.problems()).isEmpty();
        return read.config();
    }

    private static String certificates(final String hub) {
        return ", 'certificates': {'own': '" + hub + ".pem', 'privateKey': '" + hub + "-key.pem', 'trusted': 'ca.pem'}";
    }

    private HubConfig root(final String more) throws IOException {
        return config("{'hub': '" + rootName + "', 'coreStep': '10ms', 'maxDelay': '40ms', 'federates': [{'name': '"
            + siteName + "', 'step': '5ms', 'onLost': 'restart'}" + (more.equals(NO_LISTEN) ? ""
            : ", {'name': 'k', 'step': '5ms', 'keyFile': 'k.key', 'required': false}") + "]" + more + "}");
    }

    /** The same, but at any port that is free, which no file can say. */
    private static HubConfig anywhere(final HubConfig listens) {
        final TreePlan tree = listens.tree();
        return new HubConfig(listens.folder(), listens.hub(), listens.coreStepNs(), listens.coreIntervalNs(),
            listens.maxDelayNs(), listens.speed(), listens.waiting(), listens.seed(), listens.assets(),
            listens.messages(), listens.metrics(), new TreePlan(tree.parent(), tree.federates(),
                new Address(tree.listen().host(), 0), tree.certificates()), listens.endWithinNs());
    }

    private HubDaemon start(final HubConfig config) throws Exception {
        return HubDaemon.start(config,
            new HubDaemon.Options(Long.MAX_VALUE, false, false, true, Set.of(), false, null, null), event -> { },
            () -> false);
    }

    private HubDaemon startSite(final int port) throws Exception {
        return start(config("{'hub': '" + siteName + "', 'coreStep': '5ms', 'maxDelay': '20ms', 'parent': {'address':"
            + " '127.0.0.1:" + port + "'}" + certificates("site") + "}"));
    }

    private static void until(final BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("it has not come about in time");
            }
            Thread.yield();
        }
    }

    private static boolean isUp(final Gateway links) {
        return links.links().stream().anyMatch(LinkStatus::isUp);
    }

    @Test
    void hubsThatNameCertificatesKnowEachOtherByThemWhileTheyAreReplacedToo() throws Exception {
        try (HubDaemon root = start(root(NO_LISTEN));
            Gateway links = (Gateway) new FederationLinks().listen(anywhere(root(LISTEN + certificates("root"))),
                warnings::add)) {
            root.attach(links);
            try (HubDaemon first = startSite(links.port())) {
                until(() -> isUp(links) && first.status().parent().attached());
            }
            put("next", authority.hub(Wish.of("root", "127.0.0.1")));
            move("next-key.pem", "root-key.pem");
            until(() -> links.links().isEmpty());
            try (HubDaemon second = startSite(links.port())) {
                until(() -> isUp(links) && second.status().parent().attached());
                assertThat(warnings).as("of the parent").contains("certificates: " + folder.resolve("root-key.pem")
                    + " is not the private key of the certificate in " + folder.resolve("root.pem")
                    + "; the certificates that were read before still count");
            }
        }
    }

    private void move(final String from, final String to) throws IOException {
        Files.move(folder.resolve(from), folder.resolve(to), StandardCopyOption.REPLACE_EXISTING,
            StandardCopyOption.ATOMIC_MOVE);
    }

    @Test
    void filesThatCannotBeUsedAreToldBeforeAHubStarts() throws Exception {
        final HubConfig listens = root(LISTEN + certificates("root"));
        put("other", authority.hub(Wish.of("root", "127.0.0.1")));
        move("other-key.pem", "root-key.pem");
        assertThatThrownBy(() -> new FederationLinks().listen(listens, warnings::add)).isInstanceOf(IOException.class)
            .hasMessage("certificates: " + folder.resolve("root-key.pem")
                + " is not the private key of the certificate in " + folder.resolve("root.pem"));
    }

    private KeysOfChildren keys(final boolean hasCertificates) throws IOException {
        final Map<String, FederatePlan> children = new HashMap<>();
        root(LISTEN).tree().federates().forEach(each -> children.put(each.asset().name(), each));
        return new KeysOfChildren(children, !hasCertificates ? null : new CertificateFiles(folder.resolve("root.pem"),
            folder.resolve("root-key.pem"), folder.resolve("ca.pem"), () -> 0, warnings::add));
    }

    /** A child has one proof: its key, or a certificate; only without both is the host of its parent proof enough. */
    @Test
    void aChildHasOneProof() throws Exception {
        final byte[] key = KeyFile.read(folder.resolve("k.key")).key();
        for (final boolean isLoopback : List.of(true, false)) {
            for (final boolean hasCertificates : List.of(true, false)) {
                final KeysOfChildren keys = keys(hasCertificates);
                assertThat(keys.key("k", isLoopback)).isEqualTo(key);
                assertThat(keys.mayShowCertificate("k")).as("it has a key").isFalse();
                assertThat(keys.key("stranger", isLoopback)).isNull();
                assertThat(keys.mayShowCertificate("stranger")).isFalse();
                assertThat(keys.key(siteName, isLoopback))
                    .isEqualTo(isLoopback && !hasCertificates ? new byte[KeyFile.KEY_LENGTH] : null);
                assertThat(keys.mayShowCertificate(siteName)).isTrue();
            }
        }
        assertThat(keys(false).certificates()).isNull();
        assertThat(keys(true).certificates().own()).hasSize(1);
        Files.delete(folder.resolve("ca.pem"));
        assertThatThrownBy(() -> keys(true).certificates()).isInstanceOf(IOException.class)
            .hasMessage("certificates: there is no file " + folder.resolve("ca.pem"));
    }
}
