package io.takt.bench;

import io.takt.asset.TaktException;
import io.takt.shm.clock.Clock;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.clock.ClockLayout;
import io.takt.shm.control.ControlClient;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.agrona.IoUtil;
import org.agrona.concurrent.status.CountersReader;

/**
 * A running hub with its assets. Its work is to count up, once for each step of the core.
 */
final class LiveHub extends Running {
    /** Sends output to nowhere: it would fill the disk, and it is not read. */
    private static final List<String> UNREAD = List.of("sh", "-c", "exec \"$@\" > /dev/null", "sh");

    /**
     * The program that runs beside the hub and its assets; with PAGE the hub serves a page, which the benchmark opens.
     */
    enum Company { NOTHING, TAP, RECORDER, PAGE }

    private final Setup setup;
    private final Company company;
    private final HubDirectory directory;
    private ClockFile file;
    private Clock core;

    private LiveHub(final Bench bench, final Setup setup, final Company company) {
        super(bench);
        this.setup = setup;
        this.company = company;
        this.directory = bench.workplace().hub(bench.workplace().newHubName());
    }

    /** Starts all processes and waits until the core has moved. */
    static LiveHub start(final Bench bench, final Setup setup) throws IOException, InterruptedException {
        return start(bench, setup, Company.NOTHING);
    }

    /** The same with a tap of all messages, or with a recorder. */
    static LiveHub start(final Bench bench, final Setup setup, final Company company)
        throws IOException, InterruptedException {
        return started(new LiveHub(bench, setup, company));
    }

    @Override
    void launch() throws IOException, InterruptedException {
        final Path config = bench().workplace().file(directory.hub() + ".json");
        setup.write(config, directory.hub(), bench().waiting());
        add(takt(switch (company) {
            case RECORDER -> List.of("record", "-c", config.toString(), "--out", recording().toString());
            case PAGE -> List.of("hub", "-c", config.toString(), "--metrics", "0");
            case NOTHING, TAP -> List.of("hub", "-c", config.toString());
        }));
        await("the hub to open", () -> Files.exists(directory.socket()));
        for (final List<String> each : setup.programs()) {
            add(takt(each));
        }
        file = ClockFile.forReading(directory.path().resolve("cnc.dat"));
        core = coreClock(file, directory.hub());
        await("the hub to run", () -> core.read() > 0);
        if (company == Company.TAP) {
            add(bench().workplace().takt(UNREAD, directory.hub(), List.of("tap", "--json")));
        }
    }

    /** The address of its page, with {@link Company#PAGE}. */
    String page() throws IOException, InterruptedException {
        return line(0, "takt: the live page is at ");
    }

    private Path recording() {
        return bench().workplace().file(directory.hub() + "-recording");
    }

    private Program takt(final List<String> args) throws IOException {
        return args.get(0).startsWith("/") ? bench().workplace().asset(setup.prefix(), directory.hub(), args)
            : bench().workplace().takt(setup.prefix(), directory.hub(), args);
    }

    /** T_c of a hub. */
    static Clock coreClock(final ClockFile file, final String hub) {
        return clock(file, ClockLayout.CORE_TIME_TYPE_ID, ClockLayout.coreTimeLabel(hub));
    }

    private static Clock clock(final ClockFile file, final int type, final String name) {
        final int[] found = {CountersReader.NULL_COUNTER_ID};
        file.counters().forEach((counterId, typeId, key, label) -> {
            if (typeId == type && label.equals(name)) {
                found[0] = counterId;
            }
        });
        if (found[0] == CountersReader.NULL_COUNTER_ID) {
            throw new TaktException("there is no clock '" + name + "'");
        }
        return file.clock(found[0]);
    }

    /** T_i of an asset that has joined. */
    Clock assetClock(final String asset) {
        return clock(file, ClockLayout.ASSET_TIME_TYPE_ID, ClockLayout.assetTimeLabel(directory.hub(), asset));
    }

    /** A connection to it. */
    ControlClient connect() {
        return ControlClient.connect(directory);
    }

    /** T_c. */
    Clock core() {
        return core;
    }

    /** The hub's process. */
    long pid() {
        return program(0).pid();
    }

    /** The first process with assets. */
    long assetPid() {
        return program(1).pid();
    }

    /** Pauses the hub and lets a program count up T_c in its place. */
    void putCore(final CProgram program) throws IOException {
        pause();
        add(bench().workplace().start("core.c", List.of(program.path(),
            directory.path().resolve("cnc.dat").toString(), Long.toString(setup.stepNs())), Map.of()));
    }

    /** Lets the core stand. */
    void pause() {
        try (ControlClient client = connect()) {
            final Reply reply = client.ask(Request.Pause::new, Duration.ofSeconds(5));
            if (!reply.ok()) {
                throw new TaktException("cannot pause: " + reply.error());
            }
        }
    }

    @Override
    double done() {
        return (double) core.read() / setup.stepNs();
    }

    /** Count-ups per second, once the JVMs have compiled what is hot. */
    double warmCountUpsPerSecond() throws IOException, InterruptedException {
        return warmCost().perSecond();
    }

    @Override
    public void close() {
        super.close();
        if (file != null) {
            file.close();
        }
        // It has gigabytes, and others may follow.
        IoUtil.delete(recording().toFile(), true);
    }
}
