package io.takt.recording.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BundlesTest {
    private static final int RUNS = 2000;
    private static final long GRANULARITY = 3;
    private static final long END = 60;

    /** Whether all that was sent before any message after the time is not after it either. */
    private static boolean mayEndAt(final long timeNs, final List<Long> stamps) {
        boolean isAfter = false;
        for (final long stampNs : stamps) {
            if (isAfter && stampNs <= timeNs) {
                return false;
            }
            isAfter |= stampNs > timeNs;
        }
        return true;
    }

    private static boolean isWithin(final long timeNs, final List<Bundles.Bundle> bundles) {
        return bundles.stream().anyMatch(bundle -> bundle.afterNs() < timeNs && timeNs < bundle.toNs());
    }

    private static List<Bundles.Bundle> take(final Bundles bundles) {
        final List<Bundles.Bundle> all = new ArrayList<>();
        while (bundles.first() != null) {
            final Bundles.Bundle first = bundles.first();
            all.add(first);
            assertThat(bundles.takeUpTo(first.toNs() - 1)).isZero();
            assertThat(bundles.takeUpTo(first.toNs())).isEqualTo(first.lengthNs());
        }
        return all;
    }

    /** Of each time of the grid a search through all messages says the same. */
    @Test
    void aStepMayEndAnywhereButWithinABundle() {
        final Random random = new Random(5);
        for (int run = 0; run < RUNS; run++) {
            final List<Long> stamps = new ArrayList<>();
            final Bundles bundles = new Bundles(GRANULARITY);
            for (int i = 0; i < 20; i++) {
                stamps.add(Math.max(0, Math.min(END, i * 3 - random.nextInt(1 + random.nextInt(20)))));
            }
            stamps.forEach(bundles::add);
            final List<Bundles.Bundle> all = take(bundles);
            for (long timeNs = 0; timeNs <= END; timeNs += GRANULARITY) {
                assertThat(isWithin(timeNs, all)).as("%d in %s", timeNs, stamps)
                    .isEqualTo(!mayEndAt(timeNs, stamps));
            }
            for (final long stampNs : stamps) {
                assertThat(all).filteredOn(bundle -> bundle.afterNs() < stampNs && stampNs <= bundle.toNs())
                    .hasSize(1);
            }
        }
    }

    @Test
    void aVoidMessageIsNotBundledWithItsReplacement() {
        final Bundles bundles = new Bundles(GRANULARITY);
        bundles.add(2);
        bundles.add(12);
        bundles.removeAfter(3);
        bundles.add(5);
        assertThat(take(bundles)).containsExactly(new Bundles.Bundle(0, 3), new Bundles.Bundle(3, 6));
    }
}
