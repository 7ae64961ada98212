package io.takt.dist;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** Prints why tests were left out, since Maven shows no reason: one line for each program that is missing. */
public final class LeftOutLines implements TestExecutionListener {
    private static final Pattern REASON = Pattern.compile("left out: [^\\]\\n]*");
    private static final Path TOLD = Path.of("target", "left-out");

    @Override
    public void executionFinished(final TestIdentifier test, final TestExecutionResult result) {
        if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
            result.getThrowable().map(Throwable::getMessage).map(REASON::matcher).filter(Matcher::find)
                .map(Matcher::group).ifPresent(LeftOutLines::tell);
        }
    }

    /** Once in a build, whichever of its JVMs is the first. */
    private static void tell(final String reason) {
        try {
            Files.createDirectories(TOLD);
            Files.createFile(TOLD.resolve(Integer.toHexString((reason + System.getProperty("takt.build")).hashCode())));
            System.out.println(reason);
        } catch (final FileAlreadyExistsException e) {
            return;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
