package io.takt.federation.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.federation.key.Authority.Wish;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are replaced, well or badly, while a hub runs. */
class CertificateFilesTest {
    private final Authority authority = new Authority("ca");
    private final Certificates first = authority.hub(Wish.of("site-a"));
    private final Certificates second = authority.hub(Wish.of("site-a"));
    private final List<String> warnings = new ArrayList<>();

    @TempDir
    private Path folder;
    private Path own;
    private Path key;
    private Path trusted;
    private CertificateFiles files;
    private long nowNs;

    @BeforeEach
    void write() throws Exception {
        own = folder.resolve("own.pem");
        key = folder.resolve("key.pem");
        trusted = folder.resolve("ca.pem");
        Authority.write(first, own, key, trusted);
        files = new CertificateFiles(own, key, trusted, () -> nowNs, warnings::add);
    }

    private void replace(final Path file, final String text) throws IOException {
        final Path made = Files.writeString(folder.resolve("made"), text);
        Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-------"));
        Files.move(made, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    @Test
    void theyAreReadOnceUntilAFileIsAnother() throws Exception {
        final Certificates read = files.newest();
        assertThat(read).isEqualTo(first);
        nowNs += TimeUnit.HOURS.toNanos(1);
        assertThat(files.newest()).isSameAs(read);
        final Path more = folder.resolve("more");
        Authority.write(second, more, folder.resolve("key"), trusted);
        replace(key, Files.readString(folder.resolve("key")));
        replace(own, Files.readString(more));
        assertThat(files.newest()).isEqualTo(second);
        assertThat(warnings).isEmpty();
    }

    @Test
    void inTheMiddleOfAReplacementTheEarlierOnesStillCountWhichIsSaidOnce() throws Exception {
        files.newest();
        final Path newKey = folder.resolve("key");
        final Path newOwn = folder.resolve("own");
        Authority.write(second, newOwn, newKey, trusted);
        replace(key, Files.readString(newKey));
        for (int i = 0; i < 3; i++) {
            assertThat(files.newest()).isEqualTo(first);
            nowNs += TimeUnit.HOURS.toNanos(1);
        }
        assertThat(warnings).containsExactly(key + " is not the private key of the certificate in " + own
            + "; the certificates that were read before still count");
        replace(own, Files.readString(newOwn));
        assertThat(files.newest()).isEqualTo(second);
        Files.delete(trusted);
        assertThat(files.newest()).isEqualTo(second);
        assertThat(warnings).hasSize(2).last().asString().startsWith("there is no file " + trusted);
    }

    @Test
    void permissionsThatAreMendedCountAtOnce() throws Exception {
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(files::newest).isInstanceOf(IOException.class)
            .hasMessageStartingWith("others than its owner may read or write " + key);
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        assertThat(files.newest()).isEqualTo(first);
        assertThat(warnings).as("none that count were there before").isEmpty();
    }

    /** A fault that leaves no trace in the files, such as too many that are open, passes by itself. */
    @Test
    void filesThatCannotBeUsedAreTriedAgainEachSecond() throws Exception {
        Files.delete(trusted);
        Files.createSymbolicLink(trusted, folder.resolve("made-later"));
        assertThatThrownBy(files::newest).hasMessage("there is no file " + trusted);
        Authority.write(first, own, key, folder.resolve("made-later"));
        assertThat(files.newest()).isEqualTo(first);
    }
}
