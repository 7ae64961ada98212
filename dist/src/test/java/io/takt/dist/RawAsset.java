package io.takt.dist;

import io.takt.asset.TaktException;
import io.takt.rule.AssetRule;
import io.takt.shm.clock.Clock;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.control.ControlClient;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.host.HubDirectory;
import java.nio.file.Path;
import java.time.Duration;

/** An asset that a test plays itself, over the socket and the mapped clocks, so that it survives its hub. */
final class RawAsset implements AutoCloseable {
    private static final Duration WITHIN = Duration.ofSeconds(60);

    final String name;
    private final HubDirectory directory;
    private final long pid;
    private ControlClient client;
    private ClockFile file;
    private Clock core;
    private Clock time;
    private long stepNs;
    private long timeNs;

    RawAsset(final Path base, final String hub, final String name, final long pid) {
        this.directory = new HubDirectory(base, hub);
        this.name = name;
        this.pid = pid;
    }

    /** Joins, and is ready; null when it was let in, or else why not. */
    String join(final Long fromNs) {
        final ControlClient connected = ControlClient.connect(directory);
        final Reply reply =
            connected.ask(id -> Request.Join.of(id, name).process(pid, 0).timeNs(fromNs), WITHIN);
        if (!reply.ok()) {
            connected.close();
            return reply.error();
        }
        client = connected;
        final Reply.Joined joined = reply.joined();
        file = ClockFile.forWriting(Path.of(joined.cncFile()));
        core = file.clock(joined.coreTimeCounter());
        time = file.clock(joined.clocks().timeCounter());
        stepNs = joined.stepNs();
        timeNs = joined.clocks().timeNs();
        client.ask(id -> new Request.Ready(id, name), WITHIN);
        return null;
    }

    /** Attaches again as soon as a hub is there; null when it was let in, or else why not. */
    String attach() {
        while (true) {
            try {
                return join(timeNs);
            } catch (final TaktException e) {
                // Not there yet, or killed just now.
                Thread.onSpinWait();
            }
        }
    }

    /** Steps as often as rule (a) allows, to at most this time. */
    void stepTo(final long mostNs) {
        while (timeNs + stepNs <= mostNs && AssetRule.progresses(timeNs, stepNs, core.read())) {
            timeNs += stepNs;
            time.publish(timeNs);
        }
    }

    long timeNs() {
        return timeNs;
    }

    long coreTimeNs() {
        return core.read();
    }

    @Override
    public void close() {
        if (client != null) {
            client.close();
        }
    }
}
