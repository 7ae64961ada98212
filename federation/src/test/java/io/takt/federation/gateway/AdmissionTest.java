package io.takt.federation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AdmissionTest {
    private static final int TURNS = 1_000;

    private int interest = SelectionKey.OP_ACCEPT;
    private int asked;
    private final Admission admission = new Admission(wanted -> interest = wanted, 0);

    /** As a gateway does when its selector says that there are connections. */
    private int taken(final Admission.Accepts from) {
        int taken = 0;
        for (int turn = 0; turn < TURNS && interest != 0; turn++) {
            try {
                while (admission.next(from) != null) {
                    taken++;
                }
            } catch (final IOException e) {
                asked++;
            }
        }
        return taken;
    }

    @Test
    void someASecondAreTakenAndTheOthersWait() throws Exception {
        try (SocketChannel any = SocketChannel.open()) {
            assertThat(taken(() -> any)).isEqualTo(Admission.MOST_A_SECOND);
            assertThat(interest).isZero();
            admission.tick(TimeUnit.SECONDS.toNanos(1) - 1);
            assertThat(interest).isZero();
            admission.tick(TimeUnit.SECONDS.toNanos(1));
            assertThat(taken(() -> any)).isEqualTo(Admission.MOST_A_SECOND);
        }
    }

    @Test
    void whereThereAreNoneTheNextOneIsWaitedFor() {
        assertThat(taken(() -> null)).isZero();
        assertThat(interest).isEqualTo(SelectionKey.OP_ACCEPT);
    }

    /** The system has no descriptor left, and offers the same connection for ever. */
    @Test
    void thoseThatCannotBeTakenDoNotKeepTheThreadAwake() {
        assertThat(taken(() -> {
            throw new IOException("Too many open files");
        })).isZero();
        assertThat(asked).isEqualTo(Admission.MOST_A_SECOND);
        assertThat(interest).isZero();
        admission.tick(TimeUnit.SECONDS.toNanos(1));
        assertThat(interest).isEqualTo(SelectionKey.OP_ACCEPT);
    }
}
