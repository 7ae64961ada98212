package io.takt.hub.control;

import io.takt.asset.WaitStrategy;
import io.takt.hub.core.HubMachine;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.world.Processes;
import io.takt.shm.clock.HubClocks;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.driver.EmbeddedDriver;
import io.takt.shm.host.HubDirectory;
import io.takt.shm.message.MessageFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.agrona.concurrent.SystemNanoClock;

/** A hub with a real driver and a real socket, whose core counts up only when the test says so. */
final class LiveHub implements AutoCloseable {
    final HubDirectory directory;
    private final Path folder;
    private final EmbeddedDriver driver;
    private final HubMachine machine;
    private final ControlServer server;
    private volatile ControlServer outgoing;

    LiveHub(final long coreStepNs, final long maxDelayNs) throws IOException {
        folder = Files.createTempDirectory(Path.of("/tmp"), "tk");
        directory = new HubDirectory(folder, "h");
        driver = EmbeddedDriver.launch(directory);
        final long[] epoch = {1};
        machine = new HubMachine(new HubPlan("h", directory.path().resolve("cnc.dat").toString(), coreStepNs, 0,
            maxDelayNs, Double.POSITIVE_INFINITY, WaitStrategy.ADAPTIVE, Long.MAX_VALUE, false, false, List.of(),
            MessagePlan.NONE),
            new HubClocks(driver.counters(), "h"), new MessageFolder(directory), SystemNanoClock.INSTANCE,
            () -> epoch[0]++, event -> {
                if (event instanceof HubEvent.Send send) {
                    outgoing.send(send.connection(), send.message());
                } else if (event instanceof HubEvent.HangUp hangUp) {
                    outgoing.hangUp(hangUp.connection());
                }
            }, Processes.UNKNOWN, null);
        server = ControlServer.start(directory, new ControlServer.Handler() {
            @Override
            public void onRequest(final int connection, final Request request) {
                synchronized (machine) {
                    machine.on(new HubCommand.Ask(connection, request, 0));
                }
            }

            @Override
            public void onMalformed(final int connection, final long id, final String error) {
                outgoing.send(connection, Reply.refused(id, error));
            }

            @Override
            public void onFailed(final Throwable cause) {
                throw new IllegalStateException(cause);
            }

            @Override
            public void onClosed(final int connection) {
                synchronized (machine) {
                    machine.on(new HubCommand.ConnectionClosed(connection));
                }
            }
        });
        outgoing = server;
    }

    HubStatus status() {
        synchronized (machine) {
            return machine.status();
        }
    }

    /** Counts up, as far as it is allowed, until the hub stands as wanted. */
    HubStatus runUntil(final Predicate<HubStatus> wanted) {
        while (true) {
            synchronized (machine) {
                if (wanted.test(machine.status())) {
                    return machine.status();
                }
                machine.doWork();
            }
            rest();
        }
    }

    /** Lets the others go on until the hub stands as wanted; the core stands still. */
    HubStatus waitUntil(final Predicate<HubStatus> wanted) {
        while (true) {
            final HubStatus status = status();
            if (wanted.test(status)) {
                return status;
            }
            rest();
        }
    }

    private static void rest() {
        LockSupport.parkNanos(1_000);
        if (Thread.currentThread().isInterrupted()) {
            throw new IllegalStateException("interrupted while waiting for the hub");
        }
    }

    void stop() {
        synchronized (machine) {
            machine.on(new HubCommand.Stop("enough"));
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        driver.close();
        try (var paths = Files.walk(folder)) {
            paths.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
        }
    }
}
