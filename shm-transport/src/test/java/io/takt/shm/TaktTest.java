package io.takt.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.asset.HubLostException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both entrances, with the runtime that is here. */
class TaktTest {
    @Test
    void theEntranceOfTheApiFindsThisRuntime() {
        assertThatThrownBy(() -> io.takt.asset.Takt.connect("not-there")).isInstanceOf(HubLostException.class)
            .hasMessageContaining("not-there");
        assertThatThrownBy(() -> io.takt.asset.Takt.connect("not-there", Duration.ZERO))
            .isInstanceOf(HubLostException.class);
    }

    @Test
    void theFormerEntranceLeadsToTheSame() {
        assertThatThrownBy(() -> Takt.connect("not-there")).isInstanceOf(HubLostException.class)
            .hasMessageContaining("not-there");
        assertThat(Takt.assetName("plant")).isEqualTo("plant");
        assertThat(methods(Takt.class)).isEqualTo(methods(io.takt.asset.Takt.class)).hasSize(5);
    }

    private static List<String> methods(final Class<?> of) {
        return Stream.of(of.getDeclaredMethods())
            .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
            .map(TaktTest::signature).sorted().toList();
    }

    private static String signature(final Method method) {
        return method.getReturnType() + " " + method.getName() + Arrays.toString(method.getParameterTypes());
    }

    @Test
    void olderProgramsCompileWithoutAWarning(@TempDir final Path folder) throws IOException {
        final Path program = Files.writeString(folder.resolve("Old.java"), """
            import io.takt.asset.AssetSpec;
            import io.takt.asset.HubConnection;
            import io.takt.shm.Takt;

            class Old {
                public static void main(String[] args) throws Exception {
                    try (HubConnection hub = Takt.connect(Takt.defaultHub())) {
                        hub.join(AssetSpec.named(Takt.assetName("old")));
                    }
                }
            }
            """);
        final StringWriter said = new StringWriter();
        final PrintWriter out = new PrintWriter(said);
        final int code = ToolProvider.findFirst("javac").orElseThrow().run(out, out, "-Xlint:all,-processing,-path",
            "-Werror", "-cp", System.getProperty("java.class.path"), "-d", folder.toString(), program.toString());
        assertThat(code).as(said.toString()).isZero();
    }
}
