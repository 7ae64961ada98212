package io.takt.dis.command;

import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import io.takt.dis.capture.CaptureReader;
import io.takt.dis.capture.CaptureWire;
import io.takt.dis.capture.CaptureWriter;
import io.takt.dis.gateway.Counters;
import io.takt.dis.gateway.DisAsset;
import io.takt.dis.gateway.GatewayOptions;
import io.takt.dis.gateway.Lifecycle;
import io.takt.dis.gateway.Orders;
import io.takt.dis.net.Endpoint;
import io.takt.dis.net.UdpWire;
import io.takt.dis.pdu.Header;
import io.takt.hub.command.ExitCode;
import io.takt.hub.command.LaunchedAsset;
import io.takt.hub.command.SimTimeConverter;
import io.takt.hub.command.TaktCommand;
import io.takt.hub.command.Terminal;
import io.takt.wrapper.kit.WrapperException;
import io.takt.wrapper.kit.command.AssetOptions;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code takt dis}: a DIS exercise as an asset. */
@Command(name = "dis", mixinStandardHelpOptions = true,
    description = {"Joins a hub as an asset that is a DIS exercise (IEEE 1278.1, versions 6 and 7).",
        "Its channels are entity, fire, detonation, start, stop, acknowledge, pdu, and"
            + " counters, which it only sends. docs/how-to/dis.md has more."},
    footer = {"",
        "Exit codes: 0 the run has ended, 1 it has not, or the exercise cannot be reached, 2 bad command line."})
public final class DisCommand implements TaktCommand {
    /** The clocks that stamps may show. */
    enum Stamps { relative, absolute }

    /** Ways with PDUs that come later than their step. */
    enum Late { next, drop }

    @Spec
    private CommandSpec spec;

    @Mixin
    private AssetOptions asset;

    @Option(names = "--to", paramLabel = "ADDRESS:PORT",
        description = "Where the exercise is: a multicast group, a broadcast address, or one machine (if left out:"
            + " ${DEFAULT-VALUE}).")
    private String to = "239.1.2.3:3000";

    @Option(names = "--listen", paramLabel = "ADDRESS:PORT",
        description = "With one machine: where PDUs come in (if left out: at the interface's address, at the same"
            + " port).")
    private String listen;

    @Option(names = "--interface", paramLabel = "NAME",
        description = "The network interface. If left out: loopback, so that no PDU leaves this host.")
    private String interfaceName;

    @Option(names = "--exercise", paramLabel = "N", description = "Of the PDUs; others are dropped (${DEFAULT-VALUE}).")
    private int exercise = 1;

    @Option(names = "--site", paramLabel = "N", description = "Of the hub's entities (${DEFAULT-VALUE}).")
    private int site = 1;

    @Option(names = "--application", paramLabel = "N", description = "Of the hub's entities (${DEFAULT-VALUE}).")
    private int application = 1;

    @Option(names = "--pdu-version", paramLabel = "N",
        description = "Of PDUs that are sent: 6 or 7 (${DEFAULT-VALUE}). Both are received.")
    private int version = 7;

    @Option(names = "--stamps", paramLabel = "WORD",
        description = "Of PDUs that are sent: relative, with simulation time; or absolute, with the time of day, where"
            + " the clock of this machine is synchronized (${DEFAULT-VALUE}).")
    private Stamps stamps = Stamps.relative;

    @Option(names = "--start", paramLabel = "INSTANT",
        description = "Wall time of simulation time 0, as 2026-01-31T12:00:00Z. If left out: when the first step"
            + " begins; and later by each time for which the simulation stands.")
    private String start;

    @Option(names = "--lag", paramLabel = "TIME", converter = SimTimeConverter.class,
        description = "So much later than its time a step ends, to let PDUs arrive (20ms).")
    private long lagNs = 20_000_000;

    @Option(names = "--late", paramLabel = "WORD",
        description = "PDUs that come later than their step: next, with the next step; or drop (${DEFAULT-VALUE}).")
    private Late late = Late.next;

    @Option(names = "--believe", paramLabel = "TIME", converter = SimTimeConverter.class,
        description = "By how much an absolute stamp may differ from this machine's clock; beyond it, that of the"
            + " sender is taken as relative (1s).")
    private long believedNs = 1_000_000_000;

    @Option(names = "--reckon",
        description = "Send the states of all entities of the exercise at the end of each step, by dead reckoning; if"
            + " left out: as they come.")
    private boolean isReckoned;

    @Option(names = "--metres", paramLabel = "N",
        description = "A state is sent when others reckon its location wrongly by more (${DEFAULT-VALUE}).")
    private double metres = 1;

    @Option(names = "--degrees", paramLabel = "N",
        description = "Likewise its orientation (${DEFAULT-VALUE}).")
    private double degrees = 3;

    @Option(names = "--heartbeat", paramLabel = "TIME", converter = SimTimeConverter.class,
        description = "A state is sent again after so long in any case (5s).")
    private long heartbeatNs = 5_000_000_000L;

    @Option(names = "--allow-control",
        description = "Let the exercise pause and resume the hub, by Stop/Freeze and Start/Resume.")
    private boolean isControlled;

    @Option(names = "--play", paramLabel = "FILE.pcap",
        description = "Play a capture instead of listening to a network.")
    private Path played;

    @Option(names = "--capture", paramLabel = "FILE.pcap",
        description = "Write all that comes and goes into a new capture.")
    private Path captured;

    @Option(names = "--force", description = "Write over a capture that is there.")
    private boolean isForced;

    /** Picocli fills in what the command line says. */
    public DisCommand() {
        // Nothing else to set up.
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        final GatewayOptions options = options();
        final String name = asset.name();
        final Terminal terminal = Terminal.ofProcess();
        final Counters counters = new Counters();
        try (DisAsset gateway = played == null ? live(options, counters, terminal)
            : played(options, counters, terminal);
            HubConnection connection = Takt.connect(asset.hub())) {
            connection.join(AssetSpec.named(name), gateway);
            connection.run();
            return ExitCode.DONE;
        } catch (final WrapperException e) {
            terminal.tell(e.getMessage());
            return ExitCode.FAILED;
        }
    }

    /** An interface is looked for where the run is. */
    @Override
    public String problemOf(final LaunchedAsset launched) throws IOException {
        options();
        try {
            DisAsset.requireKinds(launched.name(), launched.outputs(launched.name()),
                launched.inputs(launched.name()));
            if (played != null) {
                final Path play = launched.folder().resolve(played);
                requireOther(play, captured == null ? null : launched.folder().resolve(captured));
                new CaptureReader(play).close();
            } else if (interfaceName == null) {
                Endpoint.of(to, listen, null);
            }
            return null;
        } catch (final WrapperException e) {
            return e.getMessage();
        }
    }

    private GatewayOptions options() {
        if (!asset.types().isEmpty()) {
            throw new ParameterException(spec.commandLine(), "--as: the channels of a DIS exercise have their types:"
                + " bytes for pdu, and json for all others");
        }
        require("--exercise", exercise, 0, 255);
        require("--site", site, 0, 65534);
        require("--application", application, 0, 65534);
        require("--pdu-version", version, 6, 7);
        if (!(metres >= 0) || !(degrees >= 0 && degrees <= 180) || heartbeatNs == 0) {
            throw new ParameterException(spec.commandLine(), "--metres is 0 or more, --degrees 0 to 180, --heartbeat"
                + " more than 0");
        }
        return new GatewayOptions(exercise, version, site << 16 | application, stamps == Stamps.absolute, startNs(),
            lagNs, late == Late.drop, believedNs, isReckoned, metres, degrees, heartbeatNs);
    }

    private void require(final String option, final int value, final int least, final int most) {
        if (value < least || value > most) {
            throw new ParameterException(spec.commandLine(), option + ": " + value + " is not within " + least + " to "
                + most);
        }
    }

    private long startNs() {
        if (start == null) {
            return -1;
        }
        try {
            return Math.multiplyExact(Instant.parse(start).toEpochMilli(), 1_000_000L);
        } catch (final DateTimeParseException | ArithmeticException e) {
            throw new ParameterException(spec.commandLine(), "--start: '" + start
                + "' is no instant, such as 2026-01-31T12:00:00Z", e);
        }
    }

    /** Refuses a capture that would be written over while it is played; null is none. */
    static void requireOther(final Path play, final Path capture) throws IOException {
        if (capture != null && Files.exists(play) && Files.exists(capture) && Files.isSameFile(play, capture)) {
            throw new WrapperException("--capture " + capture + " is the file that --play reads; name another one");
        }
    }

    private CaptureWriter capture(final Terminal terminal) throws IOException {
        if (captured == null) {
            return null;
        }
        try {
            return isForced ? new CaptureWriter(captured, terminal::tell)
                : new CaptureWriter(captured, terminal::tell, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (final FileAlreadyExistsException e) {
            throw new WrapperException(captured + " is there already; --force writes over it", e);
        } catch (final IOException e) {
            throw new WrapperException(captured + " cannot be written: " + e.getMessage(), e);
        }
    }

    private DisAsset played(final GatewayOptions options, final Counters counters, final Terminal terminal)
        throws IOException {
        requireOther(played, captured);
        return new DisAsset(options,
            new CaptureWire(new CaptureReader(played), lagNs, exercise, counters, () -> capture(terminal)), counters,
            terminal::tell);
    }

    private DisAsset live(final GatewayOptions options, final Counters counters, final Terminal terminal)
        throws IOException {
        final Endpoint endpoint = Endpoint.of(to, listen, interfaceName);
        final UdpWire wire = new UdpWire(endpoint, exercise, counters, () -> capture(terminal), terminal::tell);
        final DisAsset gateway = new DisAsset(options, wire, counters, terminal::tell);
        final Lifecycle lifecycle = new Lifecycle(isControlled ? new ControlledHub(asset.hub(), terminal::tell)
            : Lifecycle.NOT_ALLOWED, version, options.sender());
        final Orders orders = new Orders(lifecycle, counters, answer -> {
            Header.stamp(answer, exercise, gateway.stampNow());
            wire.send(answer);
        });
        wire.start((from, index) -> orders.offer(from, index, wire.nowNs()));
        return gateway;
    }
}
