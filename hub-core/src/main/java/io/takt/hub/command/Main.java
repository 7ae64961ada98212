package io.takt.hub.command;

import io.takt.asset.TaktException;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;

/** The {@code takt} command. */
@Command(name = "takt", description = "One simulation time for simulators that know nothing of each other.",
    mixinStandardHelpOptions = true, versionProvider = Main.Version.class, synopsisSubcommandLabel = "COMMAND",
    footer = {"", "Two more are the launcher's: 'takt example [NAME]' lists the examples, or runs one, and",
        "'takt java ARGS...' is java with Takt's jars, for assets.", "",
        "Exit codes: 0 done, 2 bad configuration or command line, 3 an asset was lost, 1 anything else."})
public final class Main {
    private Main() {
    }

    /** The version that the build has written into the jar. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"takt " + ofTakt()};
        }

        static String ofTakt() {
            final String version = Main.class.getPackage().getImplementationVersion();
            return version == null ? "(not packaged)" : version;
        }
    }

    /**
     * Runs a command and ends the process with its exit code.
     *
     * @param args the command line.
     */
    @SuppressWarnings("checkstyle:Regexp")
    public static void main(final String[] args) {
        final Terminal terminal = Terminal.ofProcess();
        // Log lines go the same way as messages, so that a logging thread does not wait for a reader that does not
        // read.
        System.setErr(terminal.err());
        final int code = run(args);
        terminal.drain();
        if (!isEnding()) {
            System.exit(code);
        }
    }

    /**
     * Whether a signal ends the process already, with the exit code of that signal. Java lets another exit overtake it
     * when the work for the end of the process is done; returning from main does not.
     */
    private static boolean isEnding() {
        try {
            Runtime.getRuntime().removeShutdownHook(new Thread("takt-no-hook"));
            return false;
        } catch (final IllegalStateException e) {
            return true;
        }
    }

    /** Reports a failure of the environment, and gives its exit code. */
    static int tellFailure(final Exception e) {
        Terminal.ofProcess().tell(FileTrouble.inWords(e)
            + (FileTrouble.isMute(e) ? "; " + HubDirectory.BASE_VARIABLE + " says where hubs live" : ""));
        return ExitCode.FAILED;
    }

    /** The one that is named at once, or else all: each takes its time to be set up, and most starts need one. */
    private static List<ServiceLoader.Provider<TaktCommand>> commandsFor(final String name,
        final List<ServiceLoader.Provider<TaktCommand>> all) {
        return all.stream().filter(each -> nameOf(each).equals(name)).findFirst().map(List::of).orElse(all);
    }

    /** {@code takt help check} is {@code takt check --help}; the launcher does so for the commands that are its own. */
    static String[] helpBehind(final String... args) {
        if (args.length == 0 || !"help".equals(args[0])) {
            return args;
        }
        final String[] words = Arrays.copyOfRange(args, 1, args.length + 1);
        words[args.length - 1] = "--help";
        return words;
    }

    /** A name of two words, such as "import hakoniwa", is one argument then. */
    private static String[] withWholeName(final String[] args,
        final List<ServiceLoader.Provider<TaktCommand>> all) {
        if (args.length < 2 || all.stream().noneMatch(each -> nameOf(each).equals(args[0] + " " + args[1]))) {
            return args;
        }
        final String[] whole = Arrays.copyOfRange(args, 1, args.length);
        whole[0] = args[0] + " " + args[1];
        return whole;
    }

    /** The command of a name; null where there is none. */
    static TaktCommand command(final String name) {
        return ServiceLoader.load(TaktCommand.class).stream().filter(each -> nameOf(each).equals(name)).findFirst()
            .map(ServiceLoader.Provider::get).orElse(null);
    }

    private static String nameOf(final ServiceLoader.Provider<TaktCommand> command) {
        final Command annotation = command.type().getAnnotation(Command.class);
        return annotation == null ? "" : annotation.name();
    }

    static int run(final String... args) {
        final Terminal terminal = Terminal.ofProcess();
        final CommandLine takt = new CommandLine(new Main());
        final List<ServiceLoader.Provider<TaktCommand>> all =
            ServiceLoader.load(TaktCommand.class).stream().toList();
        final String[] words = withWholeName(helpBehind(args), all);
        commandsFor(words.length == 0 ? "" : words[0], all).forEach(each -> takt.addSubcommand(each.get()));
        takt.setColorScheme(CommandLine.Help.defaultColorScheme(terminal.outIsTerminal() ? Ansi.ON : Ansi.OFF));
        takt.setUsageHelpAutoWidth(false);
        takt.setOut(new PrintWriter(terminal.out(), true));
        takt.setErr(new PrintWriter(terminal.err(), true));
        if (args.length == 0) {
            takt.usage(terminal.out());
            return ExitCode.BAD_CONFIGURATION;
        }
        takt.setParameterExceptionHandler((e, wrong) -> {
            terminal.tell(WordTrouble.inWords(e) + "; see '" + e.getCommandLine().getCommandSpec().qualifiedName()
                + " --help'");
            return ExitCode.BAD_CONFIGURATION;
        });
        takt.setExecutionExceptionHandler((e, command, parsed) -> {
            // A bug in Takt is better told with its stack; a failure of the environment is told in one line.
            if (!(e instanceof TaktException || e instanceof IOException || e instanceof IllegalStateException
                || e instanceof IllegalArgumentException || e instanceof InterruptedException)) {
                throw e;
            }
            return tellFailure(e);
        });
        return takt.execute(words);
    }
}
