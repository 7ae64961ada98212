package io.takt.dashboards.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Times and counts are those of the test: patience is 10. */
class ViewerTest {
    private static final long PATIENCE_NS = 10;
    private static final InetSocketAddress END = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);

    private final Viewer viewer = new Viewer(END, END, 0);

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    private void wrote(final long nowNs, final long bytes) {
        viewer.begin(nowNs);
        viewer.end(bytes);
    }

    private boolean isDropped(final long nowNs, final long unread) {
        viewer.mark();
        return isDroppedAfterMark(nowNs, unread);
    }

    private boolean isDroppedAfterMark(final long nowNs, final long unread) {
        final boolean dropped = viewer.drop(nowNs, PATIENCE_NS, unread);
        assertThat(Thread.currentThread().isInterrupted()).isEqualTo(dropped);
        return dropped;
    }

    @Test
    void onesThatReadNothingAreDroppedThoughAllCanBeWritten() {
        for (int now = 0; now <= PATIENCE_NS; now++) {
            wrote(now, 100);
            assertThat(isDropped(now, (now + 1) * 100)).isFalse();
        }
        assertThat(isDropped(PATIENCE_NS + 1, 1_200)).isTrue();
    }

    @Test
    void slowOnesThatReadOnAreKept() {
        for (int now = 0; now < 10 * PATIENCE_NS; now++) {
            wrote(now, 100);
            assertThat(isDropped(now, (now + 1) * 99)).as("reads 1 of 100").isFalse();
        }
    }

    @Test
    void theTimeIsCountedAnewAfterAllWasRead() {
        wrote(0, 100);
        assertThat(isDropped(9, 100)).isFalse();
        assertThat(isDropped(10, 0)).isFalse();
        wrote(11, 100);
        assertThat(isDropped(21, 100)).isFalse();
        assertThat(isDropped(22, 100)).isTrue();
    }

    /** That it is not among what was unread then does not mean that it was read. */
    @Test
    void bytesThatAreWrittenDuringALookAreNotTakenForRead() {
        wrote(0, 100);
        viewer.mark();
        wrote(9, 50);
        assertThat(isDroppedAfterMark(9, 100)).isFalse();
        assertThat(isDropped(PATIENCE_NS + 1, 150)).isTrue();
    }

    /** A look at all pages may have begun before one of them left. */
    @Test
    void theThreadOfAPageThatHasLeftIsNotInterrupted() {
        wrote(0, 100);
        viewer.leave();
        assertThat(isDropped(PATIENCE_NS + 1, 100)).isFalse();
    }

    @Test
    void whereTheSystemShowsNothingOneWriteMayTakeNoLonger() {
        for (int now = 0; now < 3 * PATIENCE_NS; now++) {
            wrote(now, 100);
            assertThat(isDropped(now, 0)).isFalse();
        }
        viewer.begin(30);
        assertThat(isDropped(40, 0)).isFalse();
        assertThat(isDropped(41, 0)).isTrue();
    }
}
