package io.takt.steward;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.graph.GraphSteward;
import io.takt.steward.replay.ReplaySteward;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Both stewards, and one without a history, do the same in long runs of all that can be done, in any order. */
@Tag("long")
class RandomRunsTest {
    private static final int RUNS = Boolean.getBoolean("takt.slow") ? 20_000 : 300;
    private static final int OPERATIONS = 120;

    @Test
    void allStewardsDoTheSame() throws IOException {
        for (int seed = 0; seed < RUNS; seed++) {
            new Run(seed).go();
        }
    }

    /** Of one slot, a prediction came up before what had come of another for the same instant was handed over to it. */
    @Test
    void whatCameOfAnInstantIsHandedOverFirst() throws IOException {
        new Run(13_526).go();
    }

    /** One run; all chance comes from its seed. */
    private static final class Run {
        private final int seed;
        private final Random random;
        private final List<String> done = new ArrayList<>();
        private final TreeMap<ExtendedTime, Event> fiats = new TreeMap<>();
        private final List<Snapshot> held = new ArrayList<>();
        private final List<Id> heldDigests = new ArrayList<>();
        private Steward product = GraphSteward.withHistory(Toy.PHYSICS);
        private Steward oracle;
        /** Some forget all the time, and change what is left. */
        private final boolean forgetful;
        private boolean loaded;

        Run(final int seed) {
            this.seed = seed;
            random = new Random(seed);
            forgetful = seed % 3 == 0;
            oracle = new ReplaySteward(Toy.PHYSICS, 1 + random.nextInt(40));
            product.advanceTo(0);
            oracle.advanceTo(0);
        }

        void go() throws IOException {
            try {
                for (int i = 0; i < OPERATIONS; i++) {
                    operate(random.nextInt(100));
                }
                compare(product.now());
                compareWithoutHistory();
            } catch (final RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage() + "\nafter " + done, e);
            }
        }

        private void operate(final int chance) throws IOException {
            if (forgetful && chance % 6 == 0) {
                forget();
            } else if (chance < 35) {
                insert();
            } else if (chance < 50) {
                remove();
            } else if (chance < 65) {
                step();
            } else if (chance < 82) {
                advance();
            } else if (chance < 88) {
                hold();
            } else if (chance < 93) {
                release();
            } else if (chance < 95) {
                freeze();
            } else if (chance < 97) {
                forget();
            } else if (chance < 98) {
                saveAndLoad();
            } else {
                compare(product.now());
            }
        }

        private void insert() {
            final long first = Math.max(0, product.frozenBefore());
            final long time = first + random.nextInt((int) (product.now() - first) + 15);
            final Id id = Id.of(random.nextInt(3) - 1, random.nextInt(5));
            final ExtendedTime at = ExtendedTime.of(time, 0, id);
            if (fiats.containsKey(at)) {
                return;
            }
            final Event event = new Toy.Drop(random.nextInt(Toy.SITES), random.nextInt(6) - 1);
            done.add("insert " + at + " " + event);
            fiats.put(at, event);
            product.insert(time, id, event);
            oracle.insert(time, id, event);
        }

        private void remove() {
            final ExtendedTime from = ExtendedTime.of(Math.max(0, product.frozenBefore()), -1, Id.of(0, 0));
            final List<ExtendedTime> all = new ArrayList<>(fiats.tailMap(from).keySet());
            if (all.isEmpty()) {
                return;
            }
            final ExtendedTime at = all.get(random.nextInt(all.size()));
            done.add("remove " + at);
            final Event event = fiats.remove(at);
            assertThat(product.remove(at.base(), at.id())).isEqualTo(event);
            assertThat(oracle.remove(at.base(), at.id())).isEqualTo(event);
        }

        private void step() {
            final int steps = 1 + random.nextInt(20);
            final long until = product.now() + random.nextInt(10);
            done.add("step " + steps + " until " + until);
            for (int i = 0; i < steps; i++) {
                product.step(until);
            }
            oracle.advanceTo(product.now());
        }

        private void advance() {
            final long time = product.now() + random.nextInt(30) - 5;
            done.add("advance " + time);
            product.advanceTo(time);
            oracle.advanceTo(time);
        }

        private void hold() {
            final long first = Math.max(0, product.forgottenBefore());
            if (held.size() > 4 || first > product.now()) {
                return;
            }
            final long time = first + random.nextInt((int) (product.now() - first) + 1);
            done.add("hold " + time);
            held.add(product.snapshot(time));
            try (Snapshot other = oracle.snapshot(time)) {
                heldDigests.add(other.digest());
            }
        }

        private void release() {
            if (held.isEmpty()) {
                return;
            }
            final int which = random.nextInt(held.size());
            try (Snapshot snapshot = held.remove(which)) {
                done.add("release " + snapshot.time());
                assertThat(snapshot.digest()).as("snapshot of " + snapshot.time()).isEqualTo(heldDigests.remove(which));
            }
        }

        private void freeze() {
            final long time = product.now() - random.nextInt(40);
            done.add("freeze " + time);
            product.freezeBefore(time);
            oracle.freezeBefore(time);
            assertThat(product.frozenBefore()).isEqualTo(oracle.frozenBefore());
        }

        private void forget() {
            final long time = product.now() - random.nextInt(forgetful ? 20 : 50);
            done.add("forget " + time);
            product.forgetBefore(time);
            oracle.forgetBefore(time);
        }

        /** Each goes on from what the other has saved. */
        private void saveAndLoad() throws IOException {
            final long time = product.now();
            done.add("save and load " + time);
            compare(time);
            for (final Snapshot snapshot : held) {
                snapshot.close();
            }
            held.clear();
            heldDigests.clear();
            final byte[] ofProduct = saved(product, time);
            final byte[] ofOracle = saved(oracle, time);
            assertThat(ofProduct).isEqualTo(ofOracle);
            product = GraphSteward.load(new ByteArrayInputStream(ofOracle), Toy.PHYSICS, true);
            oracle = ReplaySteward.load(new ByteArrayInputStream(ofProduct), Toy.PHYSICS, 1 + random.nextInt(40));
            loaded = true;
        }

        private byte[] saved(final Steward steward, final long time) throws IOException {
            final ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (Snapshot snapshot = steward.snapshot(time)) {
                snapshot.save(out, Toy.PHYSICS);
            }
            return out.toByteArray();
        }

        private void compare(final long time) {
            final long from = Math.max(0, product.forgottenBefore());
            final String difference =
                EventRecord.firstDifference(product.history(from, time), oracle.history(from, time));
            assertThat(difference).isNull();
            assertSame(product, oracle, time);
        }

        private static void assertSame(final Steward one, final Steward other, final long time) {
            try (Snapshot here = one.snapshot(time); Snapshot there = other.snapshot(time)) {
                assertThat(text(here)).isEqualTo(text(there));
                assertThat(here.digest()).isEqualTo(there.digest());
            }
        }

        private void compareWithoutHistory() {
            if (loaded) {
                return;
            }
            final Steward plain = GraphSteward.withoutHistory(Toy.PHYSICS);
            fiats.forEach((at, event) -> plain.insert(at.base(), at.id(), event));
            plain.advanceTo(product.now());
            assertSame(plain, product, product.now());
        }

        private static String text(final Snapshot snapshot) {
            final StringBuilder text = new StringBuilder();
            snapshot.cells().forEach(cell -> text.append(cell).append('=').append(snapshot.get(cell)).append('\n'));
            snapshot.predictions().forEach(prediction -> text.append(prediction).append('\n'));
            snapshot.fiatEvents().forEach(fiat -> text.append(fiat).append('\n'));
            return text.toString();
        }
    }
}
