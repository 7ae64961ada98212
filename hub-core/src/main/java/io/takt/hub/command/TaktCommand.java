package io.takt.hub.command;

import java.io.IOException;
import java.util.concurrent.Callable;

/**
 * A subcommand of {@code takt}, annotated for picocli; {@code call} returns an {@link ExitCode}. Implementations stand
 * in {@code META-INF/services}.
 */
public interface TaktCommand extends Callable<Integer> {
    /**
     * Looks into the files that a command line names which a configuration launches, so that what is wrong with them is
     * told before anything starts. Asked in the place of {@code call}; takes a second at most.
     *
     * @param asset that is to be launched.
     * @return what is wrong, in one line; null when nothing is known to be.
     * @throws IOException                            when a file cannot be read, in one line.
     * @throws picocli.CommandLine.ParameterException when the command line is wrong.
     */
    default String problemOf(final LaunchedAsset asset) throws IOException {
        return null;
    }
}
