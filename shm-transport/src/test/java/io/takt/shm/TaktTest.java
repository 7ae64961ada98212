package io.takt.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.asset.HubLostException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Both entrances, with the runtime that is here. That this class compiles shows that the former one causes no warning.
 */
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
}
