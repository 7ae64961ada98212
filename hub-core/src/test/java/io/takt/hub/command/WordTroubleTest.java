package io.takt.hub.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

class WordTroubleTest {
    @Command(name = "takt")
    private static final class Top {
    }

    @Command(name = "lab")
    private static final class Lab {
    }

    @Command(name = "status")
    private static final class Status {
        @Option(names = "--until")
        private String until;
        @Option(names = "--metrics")
        private int port;
        @Option(names = "--count")
        private long count;
        @Option(names = "--metres")
        private double metres;
        @Option(names = "--exactly")
        private BigDecimal exactly;
        @Parameters
        private String file;
    }

    private static String said(final String... words) {
        final CommandLine takt = new CommandLine(new Top()).addSubcommand(new Status())
            .addSubcommand(new CommandLine(new Lab()).addSubcommand(new Status()));
        return WordTrouble.inWords(catchThrowableOfType(ParameterException.class, () -> takt.parseArgs(words)));
    }

    @Test
    void aCommandThatThereIsNotIsSaidToBeSoAndTheNearestIsNamed() {
        assertThat(said("xyzzy", "more")).isEqualTo("there is no command 'takt xyzzy'");
        assertThat(said("statsu")).isEqualTo("there is no command 'takt statsu'; the nearest is 'status'");
        assertThat(said("lab", "statsu")).isEqualTo("there is no command 'takt lab statsu'; the nearest is 'status'");
    }

    @Test
    void soIsAnOptionButNotTheWordBehindIt() {
        assertThat(said("status", "--untill", "5s", "a"))
            .isEqualTo("Unknown option: '--untill'; the nearest is '--until'");
        assertThat(said("-x")).isEqualTo("Unknown option: '-x'");
    }

    @Test
    void aWordTooManyIsNamed() {
        assertThat(said("status", "a", "b", "c")).isEqualTo("'b' is one word too many");
    }

    @Test
    void helpMayStandInFront() {
        assertThat(Main.helpBehind("help")).containsExactly("--help");
        assertThat(Main.helpBehind("help", "import", "hakoniwa")).containsExactly("import", "hakoniwa", "--help");
        assertThat(Main.helpBehind("wrap", "help")).containsExactly("wrap", "help");
        assertThat(Main.helpBehind()).isEmpty();
    }

    @Test
    void numbersAreNotCalledByTheirTypes() {
        assertThat(said("status", "--metrics", "x", "a"))
            .isEqualTo("Invalid value for option '--metrics': 'x' is not a whole number of at most 32 bits");
        assertThat(said("status", "--count", "2.5", "a"))
            .isEqualTo("Invalid value for option '--count': '2.5' is not a whole number of at most 64 bits");
        assertThat(said("status", "--metres", "far", "a"))
            .isEqualTo("Invalid value for option '--metres': 'far' is not a number");
        assertThat(said("status", "--exactly", "NaN", "a"))
            .isEqualTo("Invalid value for option '--exactly': 'NaN' is not a number");
        assertThat(said("status")).startsWith("Missing required parameter");
    }
}
