package io.takt.dist;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * Has the launcher make its archives of classes before the first test, instead of in the background of its first start:
 * with them a run takes two thirds of the processor time, and on a busy machine the background takes minutes.
 */
public final class ArchivesFirst implements TestExecutionListener {
    @Override
    public void testPlanExecutionStarted(final TestPlan plan) {
        try {
            OneAtATime.make(TaktProcess.HOME.resolve("dist/target/archives"), () -> {
                if (!Files.exists(TaktProcess.HOME.resolve("dist/target/lib/.archive"))) {
                    make();
                }
                return null;
            });
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void make() throws IOException {
        final ProcessBuilder builder = new ProcessBuilder(TaktProcess.HOME.resolve("takt").toString())
            .redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD);
        builder.environment().put("TAKT_NO_BUILD", "1");
        builder.environment().put("TAKT_MAKES_ARCHIVE", "yes");
        builder.start().onExit().join();
    }
}
