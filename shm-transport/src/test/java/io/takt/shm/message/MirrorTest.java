package io.takt.shm.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** A receiver behind a mirror gets what one beside the sender gets, whatever dies, and whenever. */
class MirrorTest {
    private static final int RUNS = 100;
    private static final int ACTIONS = 600;

    @Test
    void receiversBehindAMirrorGetWhatOthersGet() throws Exception {
        play(false);
    }

    @Test
    void theSameHoldsWhenItGoesAsBytes() throws Exception {
        play(true);
    }

    private static void play(final boolean isFar) throws Exception {
        for (int seed = 0; seed < RUNS; seed++) {
            final Random random = new Random(seed);
            final MirrorLab lab = new MirrorLab(random, seed % 3 == 0 ? 1 << 20 : 0, isFar);
            lab.dawn();
            for (int round = 0; round < 3; round++) {
                for (int i = 0; i < ACTIONS; i++) {
                    lab.act();
                }
                if (random.nextInt(3) == 0) {
                    lab.settle();
                    compare(lab, seed);
                    lab.leave();
                    lab.settle();
                    compare(lab, seed);
                    lab.comeBack();
                } else {
                    lab.settle();
                    compare(lab, seed);
                }
                if (random.nextInt(3) == 0) {
                    lab.reset();
                }
            }
        }
    }

    private static void compare(final MirrorLab lab, final int seed) {
        assertThat(lab.there.got).as("seed %d", seed).isEqualTo(lab.here.got);
        assertThat(lab.there.party.timeNs).as("seed %d", seed).isEqualTo(lab.here.party.timeNs);
        assertThat(lab.there.party.digest()).as("seed %d", seed).isEqualTo(lab.here.party.digest());
    }
}
