package io.takt.steward.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorkersTest {
    private final Workers workers = new Workers(2);

    @AfterEach
    void endThreads() {
        workers.close();
    }

    @Test
    void aThreadWhoseJobFailsDoesTheNextOne() {
        for (int round = 0; round < 3; round++) {
            final CountDownLatch helped = new CountDownLatch(1);
            workers.run(number -> {
                if (number == 1) {
                    helped.countDown();
                    throw new OutOfMemoryError("of a helper");
                }
                await(helped);
            });
        }
    }

    @Test
    void aFailureOfTheCallingThreadIsTold() {
        final List<Integer> done = Collections.synchronizedList(new ArrayList<>());
        assertThatThrownBy(() -> workers.run(number -> {
            if (number == 0) {
                throw new OutOfMemoryError("of the steward's thread");
            }
        })).isInstanceOf(OutOfMemoryError.class);
        workers.run(done::add);
        assertThat(done).contains(0);
    }

    /** Even by way of other Workers, so that two never wait for each other. */
    @Test
    void aRoundInARoundIsRunByItsCallerAlone() {
        final List<Integer> inner = Collections.synchronizedList(new ArrayList<>());
        final CountDownLatch helped = new CountDownLatch(1);
        try (Workers others = new Workers(2)) {
            workers.run(number -> {
                if (number == 1) {
                    others.run(its -> workers.run(inner::add));
                    helped.countDown();
                }
                await(helped);
            });
        }
        assertThat(inner).isNotEmpty().containsOnly(0);
    }

    private static void await(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
