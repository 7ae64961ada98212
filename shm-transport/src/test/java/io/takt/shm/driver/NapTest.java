package io.takt.shm.driver;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class NapTest {
    /** To close the driver would take a tenth of a second otherwise. */
    @Test
    @Timeout(30)
    void noThreadSleepsAnyMoreOnceItIsOver() throws InterruptedException {
        final InterruptibleSleep nap = new InterruptibleSleep();
        final CountDownLatch begun = new CountDownLatch(1);
        final Thread thread = new Thread(() -> {
            for (int i = 0; i < 10_000; i++) {
                nap.idle(0);
                begun.countDown();
            }
        });
        thread.start();
        begun.await();
        nap.end();
        thread.join();
    }
}
