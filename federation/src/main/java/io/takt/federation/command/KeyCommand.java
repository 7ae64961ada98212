package io.takt.federation.command;

import io.takt.federation.key.KeyFile;
import io.takt.hub.command.ExitCode;
import io.takt.hub.command.FileTrouble;
import io.takt.hub.command.TaktCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code takt key}: makes the key of a link. */
@Command(name = "key", mixinStandardHelpOptions = true,
    description = "Makes the key by which a parent and a child hub on another host know each other.",
    footer = {"", "Both need a copy of the file, which only its owner may read. A key that is replaced while hubs run",
        "counts from the first connection for which both have it."})
public final class KeyCommand implements TaktCommand {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "CHILD", description = "Name of the child hub in its parent.")
    private String child;

    @Parameters(index = "1", paramLabel = "FILE", description = "The file to make.")
    private Path file;

    @Option(names = "--replace", description = "Make a new key in the place of the one that is there.")
    private boolean replace;

    @Override
    public Integer call() {
        try {
            KeyFile.make(file.toAbsolutePath(), child, replace, new SecureRandom());
        } catch (final IOException e) {
            spec.commandLine().getErr().println("takt key: " + FileTrouble.inWords(e));
            return ExitCode.FAILED;
        }
        spec.commandLine().getOut().println(file + " is made; copy it to the parent and to child '" + child
            + "', and name it as keyFile in both configurations");
        return ExitCode.DONE;
    }
}
