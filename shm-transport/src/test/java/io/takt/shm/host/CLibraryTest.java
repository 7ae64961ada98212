package io.takt.shm.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.jna.Platform;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CLibraryTest {
    /** Linked below. */
    private static final class Known {
        private static native int getpid();
    }

    private static final class Unknown {
        private static native int noSuchCall();
    }

    @Test
    void linksWhatIsThereAndSaysWhereItIsNot() {
        assumeTrue(Platform.isLinux());

        assertThat(CLibrary.link(Known.class)).isTrue();
        assertThat((long) Known.getpid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(CLibrary.link(Unknown.class)).isFalse();
    }

    @Test
    void leavesTheSettingsOfOthersAsTheyWere(@TempDir final Path folder) throws Exception {
        assumeTrue(Platform.isLinux());
        assertThat(CLibrary.isProven()).isFalse();

        assertThat(CLibrary.unpack(folder)).isTrue();
        System.setProperty(CLibrary.PROVEN_PROPERTY, folder.toString());
        try {
            assertThat(CLibrary.isProven()).isTrue();
            assertThat(CLibrary.link(Known.class)).isTrue();
        } finally {
            System.clearProperty(CLibrary.PROVEN_PROPERTY);
        }

        assertThat(Files.size(folder.resolve("libjnidispatch.so"))).isPositive();
        assertThat(System.getProperty("jna.boot.library.path")).isNull();
    }
}
