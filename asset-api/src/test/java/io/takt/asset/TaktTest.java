package io.takt.asset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaktTest {
    private static final String WITHOUT_RUNTIME = "no Takt runtime is on the class path: add the artifact"
        + " io.takt:shm-transport, with what it depends on (Maven: scope 'runtime')";

    private final ClassLoader without = TaktTest.class.getClassLoader();

    /** Here there is none: asset-api is all that is on the class path. */
    @Test
    void withoutARuntimeItSaysWhatToAdd() {
        assertThatThrownBy(Takt::connect).isExactlyInstanceOf(TaktException.class).hasMessage(WITHOUT_RUNTIME);
        assertThatThrownBy(() -> Takt.connect("lab")).hasMessage(WITHOUT_RUNTIME);
        assertThatThrownBy(() -> Takt.connect("lab", Duration.ofDays(1))).hasMessage(WITHOUT_RUNTIME);
        assertThatThrownBy(Takt::defaultHub).hasMessage(WITHOUT_RUNTIME);
    }

    @Test
    void theNameNeedsNoRuntime() {
        assertThat(Takt.assetName("plant")).isEqualTo("plant");
    }

    @Test
    void theFirstLoaderThatHasARuntimeCounts(@TempDir final Path folder) throws IOException {
        try (URLClassLoader first = with(folder.resolve("1"), One.class);
            URLClassLoader second = with(folder.resolve("2"), Two.class)) {
            assertThat(Takt.runtime(without, first, second)).isInstanceOf(One.class);
            assertThat(Takt.runtime(second, first)).isInstanceOf(Two.class);
            assertThatThrownBy(() -> Takt.runtime(without, without)).hasMessage(WITHOUT_RUNTIME);
        }
    }

    /** A host of plug-ins that has loaded the API with a loader that does not see the runtime. */
    @Test
    void aRuntimeOfTheThreadsLoaderIsFound(@TempDir final Path folder) throws IOException {
        final Thread thread = Thread.currentThread();
        final ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = with(folder, One.class)) {
            thread.setContextClassLoader(loader);
            assertThat(Takt.defaultHub()).isEqualTo("one");
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private URLClassLoader with(final Path folder, final Class<?> runtime) throws IOException {
        final Path list = folder.resolve("META-INF/services").resolve(TaktRuntime.class.getName());
        Files.createDirectories(list.getParent());
        Files.writeString(list, runtime.getName() + "\n");
        return new URLClassLoader(new URL[] {folder.toUri().toURL()}, without);
    }

    /** A runtime without hubs. */
    public static class One implements TaktRuntime {
        @Override
        public HubConnection connect(final String hub) {
            throw new HubLostException("no hub " + hub);
        }

        @Override
        public String defaultHub() {
            return "one";
        }
    }

    /** Another one. */
    public static final class Two extends One {
    }
}
