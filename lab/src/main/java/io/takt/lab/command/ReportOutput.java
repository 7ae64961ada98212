package io.takt.lab.command;

import io.takt.hub.command.ExitCode;
import io.takt.hub.command.FileTrouble;
import io.takt.hub.command.StatusLine;
import io.takt.hub.command.Terminal;
import io.takt.lab.report.Report;
import io.takt.lab.report.ReportFolder;
import java.io.IOException;
import java.nio.file.Path;

/** Writes a command's report, and says in words what is in the way. */
public final class ReportOutput {
    private final ReportFolder folder;
    private final Terminal terminal;

    /**
     * For a folder that may not be there yet.
     *
     * @param folder   where to write.
     * @param terminal for messages.
     */
    public ReportOutput(final Path folder, final Terminal terminal) {
        this.folder = new ReportFolder(folder);
        this.terminal = terminal;
    }

    /**
     * Before anything that takes long: whether there is any use in it.
     *
     * @throws IOException with what is wrong, when a report cannot be written there.
     */
    public void check() throws IOException {
        try {
            folder.check();
        } catch (final IOException e) {
            throw inWords(e);
        }
    }

    /**
     * Writes it.
     *
     * @param report what to write.
     * @param line   shows which file is made now.
     * @return what was written.
     * @throws IOException with what is wrong, when it cannot be written.
     */
    public ReportFolder.Written write(final Report report, final StatusLine line) throws IOException {
        try {
            return folder.write(report, file -> line.show("writing " + file));
        } catch (final IOException e) {
            throw inWords(e);
        }
    }

    private static IOException inWords(final IOException e) {
        return new IOException("the report cannot be written: " + FileTrouble.inWords(e), e);
    }

    /**
     * The exit code of the command; says so if there are no plots.
     *
     * @param written what was written.
     * @return an exit code.
     */
    public int exitCode(final ReportFolder.Written written) {
        if (written.withPlots()) {
            return ExitCode.DONE;
        }
        terminal.tell("no plots were drawn: Java finds no fonts here; install fontconfig and a font");
        return ExitCode.FAILED;
    }
}
