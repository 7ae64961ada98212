package io.takt.recording.tap;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.recording.format.RecordLog;
import io.takt.recording.format.Records;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How long the tap of a hub's own process pauses, and how it fails. */
class HubTapTest {
    private static final long US = 1_000;
    private static final long MS = 1_000_000;

    @Test
    void pausesUntilTheFullestLogIsAQuarterFull() {
        assertThat(HubTap.pauseNs(MS, MS, 0.125)).isEqualTo(2 * MS);
        assertThat(HubTap.pauseNs(MS, MS, 0.25)).isEqualTo(MS);
        assertThat(HubTap.pauseNs(MS, MS, 0.5)).isEqualTo(MS / 2);
        assertThat(HubTap.pauseNs(100 * US, 400 * US, 0.5)).as("by the time that it took").isEqualTo(200 * US);
    }

    @Test
    void pausesLongerLittleByLittle() {
        assertThat(HubTap.pauseNs(MS, 100 * MS, 0.001)).isEqualTo(2 * MS);
        assertThat(HubTap.pauseNs(MS, MS, 0)).isEqualTo(2 * MS);
        assertThat(HubTap.pauseNs(4 * MS, 4 * MS, 0)).isEqualTo(5 * MS);
        assertThat(HubTap.pauseNs(0, 0, 0)).as("after none, in no time").isEqualTo(50 * US);
        assertThat(HubTap.pauseNs(0, MS, 0)).isEqualTo(50 * US);
    }

    @Test
    void ifItCannotGoOnItSaysWhy() throws Exception {
        final CompletableFuture<Throwable> why = new CompletableFuture<>();
        final HubTap tap = new HubTap(Path.of("/nowhere"), new HubTap.Hearer() {
            @Override
            public Records begin() {
                return new RecordLog();
            }

            @Override
            public void onPause() {
                throw new StackOverflowError("of a test");
            }

            @Override
            public void onEnd() {
                why.complete(null);
            }

            @Override
            public void onFailure(final Throwable cause) {
                why.complete(cause);
            }
        }, "tap");
        try {
            tap.start();
            assertThat(why.get(20, TimeUnit.SECONDS)).isInstanceOf(StackOverflowError.class);
        } finally {
            tap.end();
        }
    }

    @Test
    void doesNotPauseWhereAnAssetMayWait() {
        assertThat(HubTap.pauseNs(5 * MS, 5 * MS, 0.51)).isZero();
        assertThat(HubTap.pauseNs(5 * MS, 5 * MS, 1)).isZero();
        assertThat(HubTap.pauseNs(50 * US, 60 * US, 0.4)).as("too short a pause").isZero();
    }
}
