package io.takt.steward;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.log.LogSteward;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A snapshot says the same to another thread, again and again, while the simulation goes on and its past changes. */
class SnapshotThreadTest {
    private static final int CHANGES = 1_500;

    @Test
    void snapshotsStayWhileThePastChanges() throws InterruptedException {
        final Random random = new Random(5);
        final Steward steward = LogSteward.withHistory(Toy.PHYSICS);
        steward.advanceTo(100);
        final ConcurrentLinkedQueue<Snapshot> snapshots = new ConcurrentLinkedQueue<>();
        final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
        final AtomicBoolean done = new AtomicBoolean();
        final Thread reader = reader(snapshots, wrong, done);
        for (int i = 0; i < CHANGES; i++) {
            final long time = Math.max(0, steward.now() - 90 + random.nextInt(95));
            if (time >= Math.max(0, steward.frozenBefore())) {
                steward.insert(time, Id.of(1, i), new Toy.Drop(random.nextInt(Toy.SITES), random.nextInt(6)));
            }
            if (i % 3 == 0) {
                steward.advanceTo(steward.now() + 1);
            }
            if (i % 20 == 0) {
                final long first = Math.max(0, steward.forgottenBefore());
                snapshots.add(steward.snapshot(first + random.nextInt((int) (steward.now() - first) + 1)));
            }
            if (i % 100 == 99) {
                steward.forgetBefore(steward.now() - 80);
            }
        }
        done.set(true);
        reader.join();
        assertThat(wrong).isEmpty();
    }

    @Test
    void snapshotsOfThePresentStayWithoutAHistory() throws InterruptedException {
        final Random random = new Random(6);
        final Steward steward = LogSteward.withoutHistory(Toy.PHYSICS);
        steward.advanceTo(0);
        final ConcurrentLinkedQueue<Snapshot> snapshots = new ConcurrentLinkedQueue<>();
        final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
        final AtomicBoolean done = new AtomicBoolean();
        final Thread reader = reader(snapshots, wrong, done);
        for (int i = 0; i < CHANGES; i++) {
            final long time = steward.now() + 1 + random.nextInt(20);
            steward.insert(time, Id.of(1, i), new Toy.Drop(random.nextInt(Toy.SITES), random.nextInt(6)));
            steward.advanceTo(steward.now() + 1);
            if (i % 20 == 0) {
                snapshots.add(steward.snapshot(steward.now()));
            }
        }
        done.set(true);
        reader.join();
        assertThat(wrong).isEmpty();
    }

    /** Takes the digest of every snapshot when it comes, and of all of them over and over; closes them in the end. */
    private static Thread reader(
        final ConcurrentLinkedQueue<Snapshot> snapshots, final ConcurrentLinkedQueue<String> wrong,
        final AtomicBoolean done) {
        final Thread thread = new Thread(() -> {
            final List<Snapshot> held = new ArrayList<>();
            final List<Id> digests = new ArrayList<>();
            while (!done.get() || !snapshots.isEmpty()) {
                final Snapshot next = snapshots.poll();
                if (next != null) {
                    held.add(next);
                    digests.add(next.digest());
                }
                for (int i = 0; i < held.size(); i++) {
                    if (!held.get(i).digest().equals(digests.get(i))) {
                        wrong.add("the snapshot of " + held.get(i).time() + " has changed");
                    }
                }
                if (held.size() > 8) {
                    held.remove(0).close();
                    digests.remove(0);
                }
            }
            held.forEach(Snapshot::close);
        });
        thread.setUncaughtExceptionHandler((any, e) -> wrong.add(e.toString()));
        thread.start();
        return thread;
    }
}
