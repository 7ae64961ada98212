package io.takt.dashboards.command;

import io.takt.asset.SimTime;
import io.takt.hub.command.ExitCode;
import io.takt.hub.command.FileTrouble;
import io.takt.hub.command.TaktCommand;
import io.takt.hub.command.Terminal;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code takt dashboards}: all that Prometheus and Grafana need to show the hubs of this host. */
@Command(name = "dashboards", mixinStandardHelpOptions = true,
    description = "Writes Grafana dashboards, Prometheus rules and alerts, and the configuration of both, for the hubs"
        + " of this host. Hubs that serve metrics are found by themselves.")
public final class DashboardsCommand implements TaktCommand {
    private static final long MS = 1_000_000L;
    private static final long SHORTEST_MS = 100;
    private static final long LONGEST_MS = 5_000;
    private static final int NOBODY = 65_534;

    @Spec
    private CommandSpec spec;

    @Option(names = "--out", paramLabel = "DIR", required = true, description = "The folder to write; made if missing.")
    private Path out;

    @Option(names = "--force", description = "Write over files of an earlier time.")
    private boolean force;

    @Option(names = "--prometheus", paramLabel = "HOST:PORT", defaultValue = "127.0.0.1:9090",
        converter = HostAndPortConverter.class, description = "Where Prometheus is to listen (${DEFAULT-VALUE}).")
    private HostAndPort prometheus;

    @Option(names = "--grafana", paramLabel = "HOST:PORT", defaultValue = "127.0.0.1:3000",
        converter = HostAndPortConverter.class, description = "Where Grafana is to listen (${DEFAULT-VALUE}).")
    private HostAndPort grafana;

    @Option(names = "--hub", paramLabel = "HOST:PORT", converter = HostAndPortConverter.class,
        description = "Another hub to scrape, which is not found by itself; may be given several times.")
    private List<HostAndPort> hubs = List.of();

    @Option(names = "--every", paramLabel = "TIME", defaultValue = "2s",
        description = "Wall time between two scrapes, 100ms to 5s (${DEFAULT-VALUE}).")
    private String every;

    private final Path base;

    /** Picocli fills in what the command line says. */
    public DashboardsCommand() {
        this(HubDirectory.base(System.getenv()));
    }

    /** For hubs elsewhere. */
    DashboardsCommand(final Path base) {
        this.base = base;
    }

    /** For options. */
    static final class HostAndPortConverter implements ITypeConverter<HostAndPort> {
        @Override
        public HostAndPort convert(final String text) {
            try {
                return HostAndPort.of(text);
            } catch (final IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    @Override
    public Integer call() {
        final Terminal terminal = Terminal.ofProcess();
        final Path folder = out.toAbsolutePath().normalize();
        final Map<String, String> files = DashboardFiles.of(new DashboardFiles.Place(folder, base, prometheus, grafana,
            hubs, everyMs() + "ms", uid()));
        try {
            prepareBase();
        } catch (final IOException e) {
            terminal.tell("hubs of this user cannot be found: " + FileTrouble.inWords(e));
            return ExitCode.FAILED;
        }
        for (final String name : files.keySet()) {
            if (!force && Files.exists(folder.resolve(name))) {
                terminal.tell(folder.resolve(name) + " is there already; give another --out, or --force to write over"
                    + " it");
                return ExitCode.FAILED;
            }
        }
        try {
            for (final Map.Entry<String, String> file : files.entrySet()) {
                final Path path = folder.resolve(file.getKey());
                Files.createDirectories(path.getParent());
                Files.writeString(path, file.getValue());
            }
        } catch (final IOException e) {
            terminal.tell("nothing can be written to " + folder + ": " + FileTrouble.inWords(e));
            return ExitCode.FAILED;
        }
        final PrintWriter answer = spec.commandLine().getOut();
        answer.println(files.size() + " files are in " + folder);
        answer.println("with containers: docker compose -f " + folder.resolve("compose.yml") + " up, then http://"
            + grafana);
        answer.println("without: prometheus --config.file=" + folder.resolve("prometheus/prometheus.yml")
            + " --storage.tsdb.path=" + folder.resolve("data") + " --web.listen-address=" + prometheus);
        answer.println("and: grafana server --homepath /usr/share/grafana --config "
            + folder.resolve("grafana/grafana.ini") + ", then http://" + grafana);
        answer.flush();
        return ExitCode.DONE;
    }

    /** Containers are to see the folder of hubs before the first hub has made it. */
    private void prepareBase() throws IOException {
        final HubDirectory any = new HubDirectory(base, "any");
        any.prepareBase();
        Files.createDirectories(any.targets());
    }

    private long everyMs() {
        final long ns;
        try {
            ns = SimTime.parse(every);
        } catch (final IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--every " + every + ": " + e.getMessage());
        }
        if (ns < SHORTEST_MS * MS || ns > LONGEST_MS * MS) {
            throw new ParameterException(spec.commandLine(), "--every " + every + " is not between 100ms and 5s, which"
                + " is the longest for which the alerts see a hub that stands");
        }
        return ns / MS;
    }

    private static int uid() {
        try {
            return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        } catch (final IOException | UnsupportedOperationException e) {
            return NOBODY;
        }
    }
}
