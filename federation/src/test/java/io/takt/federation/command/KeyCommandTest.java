package io.takt.federation.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.federation.key.KeyFile;
import io.takt.hub.command.TaktCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class KeyCommandTest {
    @TempDir
    private Path folder;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int takt(final String... args) {
        return new CommandLine(new KeyCommand()).setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true)).execute(args);
    }

    @Test
    void itIsFound() {
        assertThat(ServiceLoader.load(TaktCommand.class).stream().map(ServiceLoader.Provider::type)
            .filter(KeyCommand.class::equals)).hasSize(1);
    }

    @Test
    void aKeyIsMadeOnceAndReplacedOnlyWhenThatIsSaid() throws Exception {
        final Path file = folder.resolve("site-a.key");
        assertThat(takt("site-a", file.toString())).isZero();
        final byte[] first = KeyFile.read(file).key();
        assertThat(takt("site-a", file.toString())).isEqualTo(1);
        assertThat(err.toString()).contains("is there already; --replace makes a new key in its place");
        assertThat(KeyFile.read(file).key()).isEqualTo(first);
        assertThat(takt("site-a", file.toString(), "--replace")).isZero();
        assertThat(KeyFile.read(file).key()).isNotEqualTo(first);
        assertThat(KeyFile.read(file).child()).isEqualTo("site-a");
    }

    @Test
    void aBadNameAndAMissingFolderAreSaidInOneLine() {
        assertThat(takt("site a", folder.resolve("k").toString())).isEqualTo(1);
        assertThat(takt("site-a", folder.resolve("none/k").toString())).isEqualTo(1);
        assertThat(err.toString().lines()).hasSize(2).allMatch(line -> line.startsWith("takt key: "));
        assertThat(Files.exists(folder.resolve("k"))).isFalse();
    }
}
