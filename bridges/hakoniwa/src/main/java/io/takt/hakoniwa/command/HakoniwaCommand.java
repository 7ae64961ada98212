package io.takt.hakoniwa.command;

import io.takt.asset.SimTime;
import io.takt.asset.name.Names;
import io.takt.hakoniwa.read.Pdu;
import io.takt.hakoniwa.read.PduFile;
import io.takt.hakoniwa.read.Service;
import io.takt.hakoniwa.read.ServiceFile;
import io.takt.hub.command.ExitCode;
import io.takt.hub.command.FileTrouble;
import io.takt.hub.command.SimTimeConverter;
import io.takt.hub.command.TaktCommand;
import io.takt.hub.command.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code takt import hakoniwa}: the configuration of a hub for programs of Hakoniwa. */
@Command(name = "import hakoniwa", mixinStandardHelpOptions = true,
    description = "Writes the configuration of a hub for programs of Hakoniwa, from the file that they name when they "
        + "register. Each PDU becomes a channel of latest values.",
    footer = {"", "Exit codes: 0 written, 1 not written, 2 bad command line, or a file that cannot be used."})
public final class HakoniwaCommand implements TaktCommand {
    @Parameters(paramLabel = "FILE", description = "With the robots and their PDUs; it may name further files.")
    private Path file;

    @Option(names = "--services", paramLabel = "FILE",
        description = "With the services, which become gated channels.")
    private Path services;

    @Option(names = "--asset", required = true, paramLabel = "NAME=STEP",
        description = "A program: the name and the step with which it registers, such as Writer=1ms.")
    private List<String> assets = new ArrayList<>();

    @Option(names = "--launch", paramLabel = "NAME=COMMAND",
        description = "The command by which 'takt run' starts it, split as a shell does; nothing is expanded.")
    private List<String> commands = new ArrayList<>();

    @Option(names = "--writes", paramLabel = "NAME=ROBOT/PDU",
        description = "The asset that writes a PDU (if left out: any may).")
    private List<String> writers = new ArrayList<>();

    @Option(names = "--serves", paramLabel = "NAME=SERVICE",
        description = "The asset that is the server of a service (if left out: any may be).")
    private List<String> servers = new ArrayList<>();

    @Option(names = "--gated",
        description = "PDUs come with the step after the one in which they were written, the same in every run.")
    private boolean isGated;

    @Option(names = "--core-step", paramLabel = "TIME", converter = SimTimeConverter.class,
        description = "By how much the core counts up (if left out: the shortest step).")
    private Long coreStepNs;

    @Option(names = "--max-delay", paramLabel = "TIME", converter = SimTimeConverter.class,
        description = "How far the core may be ahead of any asset (if left out: the least that lets all go on).")
    private Long maxDelayNs;

    @Option(names = "--hub", paramLabel = "NAME",
        description = "The hub's name (if left out: ${DEFAULT-VALUE}, which programs look for that no hub launches).")
    private String hub = "hakoniwa";

    @Option(names = "--out", paramLabel = "FILE.json",
        description = "The file to write (if left out: standard output).")
    private Path out;

    @Option(names = "--force", description = "Write over a file that is there.")
    private boolean isForced;

    /** Picocli fills in what the command line says. */
    public HakoniwaCommand() {
        // Nothing else to set up.
    }

    @Override
    public Integer call() {
        final Terminal terminal = Terminal.ofProcess();
        final String text;
        try {
            text = configuration().text();
        } catch (final IllegalArgumentException e) {
            terminal.tell(e.getMessage());
            return ExitCode.BAD_CONFIGURATION;
        }
        if (out == null) {
            terminal.out().print(text);
            return ExitCode.DONE;
        }
        if (Files.exists(out) && !isForced) {
            terminal.tell(out + " is there already; --force writes over it");
            return ExitCode.FAILED;
        }
        try {
            Files.writeString(out, text);
        } catch (final IOException e) {
            terminal.tell(FileTrouble.inWords(e));
            return ExitCode.FAILED;
        }
        return ExitCode.DONE;
    }

    Configuration configuration() {
        if (!Names.isValid(hub)) {
            throw new IllegalArgumentException("--hub '" + hub + "' is no name");
        }
        final Map<String, Long> stepsNs = new LinkedHashMap<>();
        assets.forEach(each -> {
            final String[] parts = split("--asset", each);
            if (!Names.isValid(parts[0]) || stepsNs.put(parts[0], step(each, parts[1])) != null) {
                throw new IllegalArgumentException("--asset " + each + ": '" + parts[0] + "' is "
                    + (stepsNs.containsKey(parts[0]) ? "named twice" : "no name"));
            }
        });
        final Configuration made = new Configuration(hub, stepsNs, isGated);
        commands.forEach(each -> {
            final String[] parts = split("--launch", each);
            made.launch(require(stepsNs.containsKey(parts[0]), parts[0], "--launch " + each, "an --asset"),
                ShellWords.split(parts[1]));
        });
        final List<Pdu> pdus = PduFile.read(file);
        final Map<String, Set<String>> writersOf = named("--writes", writers, stepsNs.keySet(),
            path -> pdus.stream().anyMatch(pdu -> pdu.path().equals(path)), "a PDU of " + file);
        pdus.forEach(pdu -> made.add(pdu, writersOf.get(pdu.path())));
        final List<Service> all = services == null ? List.of() : ServiceFile.read(services);
        final Map<String, Set<String>> serversOf = named("--serves", servers, stepsNs.keySet(),
            name -> all.stream().anyMatch(service -> service.name().equals(name)), "a service of --services");
        all.forEach(service -> made.add(service, serversOf.get(service.name())));
        made.times(coreStepNs, maxDelayNs);
        return made;
    }

    private static String[] split(final String option, final String words) {
        final int at = words.indexOf('=');
        if (at <= 0 || at == words.length() - 1) {
            throw new IllegalArgumentException(option + " '" + words + "' has no '=' between a name and the rest");
        }
        return new String[] {words.substring(0, at), words.substring(at + 1)};
    }

    private static long step(final String words, final String text) {
        final long stepNs;
        try {
            stepNs = SimTime.parse(text);
        } catch (final IllegalArgumentException e) {
            throw new IllegalArgumentException("--asset " + words + ": '" + text + "' " + e.getMessage(), e);
        }
        if (stepNs == 0 || stepNs % 1_000 != 0) {
            throw new IllegalArgumentException("--asset " + words + ": a step of Hakoniwa is 1us, or a multiple of it");
        }
        return stepNs;
    }

    private static String require(final boolean isThere, final String name, final String where, final String what) {
        if (!isThere) {
            throw new IllegalArgumentException(where + ": '" + name + "' is not " + what);
        }
        return name;
    }

    /** The assets for each thing that is named. */
    private static Map<String, Set<String>> named(final String option, final List<String> words,
        final Set<String> assets, final Predicate<String> isThere, final String what) {
        final Map<String, Set<String>> named = new LinkedHashMap<>();
        words.forEach(each -> {
            final String[] parts = split(option, each);
            require(assets.contains(parts[0]), parts[0], option + " " + each, "an --asset");
            require(isThere.test(parts[1]), parts[1], option + " " + each, what);
            named.computeIfAbsent(parts[1], key -> new LinkedHashSet<>()).add(parts[0]);
        });
        return named;
    }
}
