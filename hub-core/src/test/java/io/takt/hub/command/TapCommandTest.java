package io.takt.hub.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class TapCommandTest {
    @ParameterizedTest
    @CsvSource({"--channel, ''", "--channel, ' '", "--channel, 'pose,,wind'", "--asset, ''"})
    void anEmptyNameIsAMistake(final String option, final String names) {
        final StringWriter err = new StringWriter();
        final int exitCode = new CommandLine(new TapCommand()).setErr(new PrintWriter(err)).execute(option, names);
        assertThat(exitCode).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).startsWith(option + " has an empty name; leave it out to see all");
    }
}
