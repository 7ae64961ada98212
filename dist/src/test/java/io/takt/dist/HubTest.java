package io.takt.dist;

import java.io.IOException;
import java.nio.file.Path;
import org.agrona.IoUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test with a folder for its files, and another for the hubs that it starts. */
abstract class HubTest {
    /** For configurations and output. */
    @TempDir
    Path folder;

    /** In which the hubs live; its path is short enough for sockets. */
    Path base;

    @BeforeEach
    final void makeBase() throws IOException {
        base = TaktProcess.newBase();
    }

    @AfterEach
    final void removeBase() {
        IoUtil.delete(base.toFile(), true);
    }
}
