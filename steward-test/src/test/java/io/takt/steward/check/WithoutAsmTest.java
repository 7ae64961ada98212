package io.takt.steward.check;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.steward.Steward;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.api.Test;

/** The check where only the steward and its checks are on the class path, as for a user who has not added ASM. */
class WithoutAsmTest {
    @Test
    void theMissingDependencyIsNamed() throws Exception {
        final URL[] without = {origin(Steward.class), origin(DeterminismCheck.class)};
        try (URLClassLoader loader = new URLClassLoader(without, ClassLoader.getPlatformClassLoader())) {
            final Class<?> type = loader.loadClass(DeterminismCheck.class.getName());
            final Object check = type.getMethod("of", Class.class).invoke(null, type);
            final Method verify = type.getMethod("verify");
            assertThatThrownBy(() -> verify.invoke(check)).isInstanceOf(InvocationTargetException.class).cause()
                .isInstanceOf(IllegalStateException.class).hasMessage("DeterminismCheck reads class files by ASM, which"
                    + " is not on the class path: add the dependency org.ow2.asm:asm-analysis to the tests");
        }
    }

    private static URL origin(final Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }
}
