package io.takt.federation;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.federation.key.Authority;
import io.takt.federation.key.Certificates;
import io.takt.federation.key.KeyFile;
import io.takt.hub.config.ConfigReader;
import io.takt.hub.config.Problem;
import io.takt.hub.config.ProgramFinder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The check of a configuration finds every fault of a key for which a run would refuse it. */
class LinkKeyFilesTest {
    @TempDir
    private Path folder;
    private Path key;

    @BeforeEach
    void make() throws IOException {
        key = folder.resolve("a.key");
        KeyFile.make(key, "site-a", false, new SecureRandom());
    }

    private List<String> lines(final String child) throws IOException {
        final Path file = Files.writeString(folder.resolve("root.json"), """
            {"hub": "root", "coreStep": "10ms", "maxDelay": "20ms", "listen": "127.0.0.1:7400",
             "federates": [{"name": "%s", "step": "10ms", "keyFile": "a.key"}]}""".formatted(child));
        return ConfigReader.read(file, new ProgramFinder(null, "/usr/bin:/bin")).problems().stream()
            .map(Problem::line).toList();
    }

    @Test
    void aKeyOfThatChildIsRight() throws IOException {
        assertThat(lines("site-a")).isEmpty();
    }

    @Test
    void aKeyOfAnotherChildIsFound() throws IOException {
        assertThat(lines("site-b")).singleElement().asString().startsWith("federates[0].keyFile = \"a.key\": ")
            .contains("is the key of child 'site-a', not of 'site-b'");
    }

    @Test
    void aKeyThatOthersMayReadIsFound() throws IOException {
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(lines("site-a")).singleElement().asString().contains("others than its owner may read or write");
    }

    @Test
    void aFileThatIsNoKeyIsFound() throws IOException {
        Files.writeString(key, "nothing");
        assertThat(lines("site-a")).singleElement().asString().contains("is no key file; 'takt key' makes one");
    }

    @Test
    void certificatesThatDoNotGoTogetherAreFound() throws Exception {
        final Authority authority = new Authority("ca");
        final Certificates hub = authority.hub(Authority.Wish.of("root", "127.0.0.1"));
        Authority.write(hub, folder.resolve("root.pem"), folder.resolve("root-key.pem"), folder.resolve("ca.pem"));
        assertThat(linesWithCertificates()).isEmpty();
        final Path own = folder.resolve("root.pem");
        Authority.write(authority.hub(Authority.Wish.of("root")), own, folder.resolve("other.pem"),
            folder.resolve("ca.pem"));
        assertThat(linesWithCertificates()).singleElement().asString().startsWith("certificates = ")
            .endsWith("root-key.pem is not the private key of the certificate in " + own);
    }

    private List<String> linesWithCertificates() throws IOException {
        final Path file = Files.writeString(folder.resolve("root.json"), """
            {"hub": "root", "coreStep": "10ms", "maxDelay": "20ms", "listen": "0.0.0.0:7400",
             "certificates": {"own": "root.pem", "privateKey": "root-key.pem", "trusted": "ca.pem"},
             "federates": [{"name": "site-a", "step": "10ms"}]}""");
        return ConfigReader.read(file, new ProgramFinder(null, "/usr/bin:/bin")).problems().stream()
            .map(Problem::line).toList();
    }
}
