package io.takt.shm.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.takt.asset.name.Names;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HubDirectoryTest {
    @TempDir
    private Path folder;

    @Test
    void liesWhereTheContractSays() {
        final HubDirectory directory = new HubDirectory(Path.of("/x/takt-me"), "lab");
        assertThat(directory.path()).isEqualTo(Path.of("/x/takt-me/lab"));
        assertThat(directory.socket()).isEqualTo(Path.of("/x/takt-me/lab/control.sock"));
        assertThat(directory.lockFile()).isEqualTo(Path.of("/x/takt-me/.lock-lab"));
    }

    @Test
    void theBaseIsTaktDirOrTheUsersFolderInSharedMemory() {
        assertThat(HubDirectory.base(Map.of("TAKT_DIR", "/a/../b"))).isEqualTo(Path.of("/b"));
        assertThat(HubDirectory.base(Map.of("TAKT_DIR", "here"))).isEqualTo(Path.of("here").toAbsolutePath());
        final Path shm = Files.isDirectory(Path.of("/dev/shm")) ? Path.of("/dev/shm")
            : Path.of(System.getProperty("java.io.tmpdir"));
        final Path expected = shm.resolve("takt-" + System.getProperty("user.name"));
        assertThat(HubDirectory.base(Map.of())).isEqualTo(expected);
        assertThat(HubDirectory.base(Map.of("TAKT_DIR", ""))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "../x", "a/b", ".lock-a"})
    void aHubsNameCannotLeadElsewhere(final String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> new HubDirectory(folder, name))
            .withMessageContaining(Names.rule());
    }

    @Test
    void refusesPathsThatNoSocketTakes() {
        final Path base = Path.of("/" + "b".repeat(50));
        final int rest = 103 - (base + "/" + "/control.sock").length();
        assertThat(new HubDirectory(base, "h".repeat(rest)).socket().toString()).hasSize(103);
        assertThatIllegalArgumentException().isThrownBy(() -> new HubDirectory(base, "h".repeat(rest + 1)))
            .withMessageContaining("104 bytes").withMessageContaining("TAKT_DIR").withMessageNotContaining("\n");
        // Bytes count, not characters.
        assertThatIllegalArgumentException().isThrownBy(
            () -> new HubDirectory(Path.of("/" + "\u20ac".repeat(30)), "lab"));
    }

    @Test
    void makesTheBaseForItsOwnerOnlyAndTakesItAgain() throws IOException {
        final HubDirectory directory = new HubDirectory(folder.resolve("deep/er/takt"), "lab");
        directory.prepareBase();
        assertThat(permissions(directory.base())).isEqualTo("rwx------");
        directory.prepareBase();
        Files.setPosixFilePermissions(directory.base(), PosixFilePermissions.fromString("rwxr-xr-x"));
        directory.prepareBase();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwx-w----", "rwx----w-", "rwxrwxrwx"})
    void refusesABaseThatOthersCanWrite(final String permissions) throws IOException {
        final Path base = Files.createDirectory(folder.resolve("takt"));
        Files.setPosixFilePermissions(base, PosixFilePermissions.fromString(permissions));
        assertThatExceptionOfType(IOException.class)
            .isThrownBy(new HubDirectory(base, "lab")::prepareBase)
            .withMessage(base + " can be written by others; set TAKT_DIR to a directory of your own, or, if this is"
                + " one, run 'chmod 700 " + base + "'");
    }

    @Test
    void refusesABaseOfAnotherUser() throws IOException {
        final Path base = Files.createDirectory(folder.resolve("takt"));
        assumeTrue("root".equals(System.getProperty("user.name")), "only root can give a directory away");
        Files.setOwner(base, base.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
        assertThatExceptionOfType(IOException.class)
            .isThrownBy(new HubDirectory(base, "lab")::prepareBase)
            .withMessageStartingWith(base + " belongs to nobody").withMessageContaining("TAKT_DIR");
    }

    @Test
    void refusesABaseThatIsNoDirectory() throws IOException {
        final Path base = Files.createFile(folder.resolve("takt"));
        assertThatExceptionOfType(IOException.class)
            .isThrownBy(new HubDirectory(base, "lab")::prepareBase)
            .withMessage(base + " is not a directory; set TAKT_DIR to one, or to a path where nothing is yet");
        final Path dangling = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("nowhere"));
        assertThatExceptionOfType(IOException.class)
            .isThrownBy(new HubDirectory(dangling, "lab")::prepareBase);
        assertThat(folder.resolve("nowhere")).doesNotExist();
    }

    @Test
    void listsTheHubsThatHaveASocket() throws IOException {
        assertThat(HubDirectory.hubsIn(folder.resolve("nowhere"))).isEmpty();
        for (final String name : new String[] {"zeta", "alpha", ".hidden", "a b"}) {
            Files.createFile(Files.createDirectory(folder.resolve(name)).resolve("control.sock"));
        }
        Files.createDirectory(folder.resolve("noSocket"));
        Files.createFile(folder.resolve("file"));
        assertThat(HubDirectory.hubsIn(folder)).containsExactly("alpha", "zeta");
    }

    @Test
    void aDirectoryWhoseRemovalWasCutShortMayBeMadeAnew() throws IOException {
        final HubDirectory directory = new HubDirectory(folder, "lab");
        directory.requireReplaceable();
        Files.createDirectories(directory.path().resolve("publications"));
        directory.requireReplaceable();
        Files.createDirectories(directory.path().resolve("images"));
        Files.createFile(directory.path().resolve("images").resolve("1.logbuffer"));
        Files.createFile(directory.path().resolve("control.sock"));
        directory.requireReplaceable();
        Files.createFile(directory.cncFile());
        directory.requireReplaceable();
    }

    @Test
    void aFolderThatHoldsAnythingElseIsLeftAlone() throws IOException {
        final Path precious = Files.createDirectory(folder.resolve("precious"));
        for (final String what : new String[] {"thesis.txt", "publications/thesis.txt", "images/deep/1.logbuffer",
            "-> publications", "-> cnc.dat"}) {
            final HubDirectory directory = new HubDirectory(folder, "lab" + what.length());
            Files.createDirectories(directory.path());
            if (what.startsWith("-> ")) {
                Files.createSymbolicLink(directory.path().resolve(what.substring(3)), precious);
            } else {
                Files.createDirectories(directory.path().resolve(what).getParent());
                Files.createFile(directory.path().resolve(what));
            }
            assertThatExceptionOfType(IOException.class).as(what).isThrownBy(directory::requireReplaceable)
                .withMessageContaining("is no hub's directory");
        }
    }

    private static String permissions(final Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
