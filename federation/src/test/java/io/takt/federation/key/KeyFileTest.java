package io.takt.federation.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyFileTest {
    private static final SecureRandom RANDOM = new SecureRandom();

    @TempDir
    private Path folder;

    @Test
    void aKeyThatWasMadeIsRead() throws Exception {
        final Path file = folder.resolve("site-a.key");
        KeyFile.make(file, "site-a", false, RANDOM);
        final KeyFile.SharedKey read = KeyFile.read(file);
        assertThat(read.child()).isEqualTo("site-a");
        assertThat(read.key()).hasSize(KeyFile.KEY_LENGTH).isNotEqualTo(new byte[KeyFile.KEY_LENGTH]);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
    }

    @Test
    void aFileThatIsThereIsKeptUnlessItIsToBeReplaced() throws Exception {
        final Path file = folder.resolve("site-a.key");
        KeyFile.make(file, "site-a", false, RANDOM);
        final byte[] first = KeyFile.read(file).key();
        assertThatThrownBy(() -> KeyFile.make(file, "site-a", false, RANDOM)).isInstanceOf(IOException.class)
            .hasMessage(file + " is there already; --replace makes a new key in its place");
        assertThat(KeyFile.read(file).key()).isEqualTo(first);
        KeyFile.make(file, "site-a", true, RANDOM);
        assertThat(KeyFile.read(file).key()).isNotEqualTo(first);
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).containsExactly(file);
        }
    }

    @Test
    void aFileThatOthersMayReadIsRefused() throws Exception {
        final Path file = folder.resolve("site-a.key");
        KeyFile.make(file, "site-a", false, RANDOM);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThatThrownBy(() -> KeyFile.read(file)).isInstanceOf(IOException.class)
            .hasMessage("others than its owner may read or write " + file + "; chmod 600 " + file);
    }

    @Test
    void aFileThatIsNoneIsOneClearLine() throws Exception {
        final Path file = folder.resolve("x.key");
        assertThatThrownBy(() -> KeyFile.read(file)).hasMessage("there is no key file " + file
            + "; 'takt key' makes one");
        for (final String text : new String[] {"", "takt-key-1 site-a", "takt-key-1 site-a ???",
            "takt-key-1 site-a AAAA", "takt-key-2 site-a " + "A".repeat(43) + "=", "x".repeat(5_000)}) {
            Files.deleteIfExists(file);
            Files.writeString(file, text);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            assertThatThrownBy(() -> KeyFile.read(file)).hasMessage(file + " is no key file; 'takt key' makes one");
        }
    }

    @Test
    void aNameThatIsNoneAndAFolderThatIsNotThereAreRefused() {
        assertThatThrownBy(() -> KeyFile.make(folder.resolve("a.key"), "a/b", false, RANDOM))
            .isInstanceOf(IOException.class).hasMessageStartingWith("'a/b' is no name of a hub; ");
        final Path lost = folder.resolve("no").resolve("a.key");
        assertThatThrownBy(() -> KeyFile.make(lost, "a", false, RANDOM)).isInstanceOf(IOException.class)
            .hasMessage("cannot write " + lost + ": there is no such folder");
    }
}
