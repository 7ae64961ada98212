package io.takt.hub.command;

import java.util.concurrent.Callable;

/**
 * A subcommand of {@code takt}, annotated for picocli; {@code call} returns an {@link ExitCode}. Implementations stand
 * in {@code META-INF/services}.
 */
public interface TaktCommand extends Callable<Integer> {
}
