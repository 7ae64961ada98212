package io.takt.hub.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.launch.AssetProcesses.Ended;
import java.util.List;
import org.junit.jupiter.api.Test;

class LossReportTest {
    private static final String FAILED = "asset 'a' was lost at 60ms: its simulator failed: a.B: no power";
    private static final String ENDED = "; its program ended with exit status 1";

    private static String of(final String line, final String... printed) {
        return LossReport.withEnd(line, new Ended("a", "ended with exit status 1", List.of(printed)));
    }

    @Test
    void whatAnAssetHasSaidToTheHubIsNotQuotedAgain() {
        assertThat(of(FAILED, "Exception in thread \"main\" x.Y: asset 'a' failed at 60ms: a.B: no power",
            "Caused by: a.B: no power")).isEqualTo(FAILED + ENDED);
        assertThat(of(FAILED, "Exception in thread \"main\" x.Y: a.B: no power", "Caused by: c.D: no fuel"))
            .isEqualTo(FAILED + ENDED + "; it last printed: Caused by: c.D: no fuel");
        final String tried = FAILED + ", after it was started again 2 times";
        assertThat(of(tried, "Caused by: a.B: no power")).isEqualTo(tried + ENDED);
    }

    @Test
    void anythingElseIs() {
        final String line = "asset 'a' was lost at 60ms: its connection closed without a leave";
        assertThat(of(line, "a.B: no power")).isEqualTo(line + ENDED + "; it last printed: a.B: no power");
        assertThat(of(line)).isEqualTo(line + ENDED + "; it printed nothing");
        assertThat(of(FAILED)).isEqualTo(FAILED + ENDED + "; it printed nothing");
        assertThat(of(line, "x".repeat(5_000), "y".repeat(5_000))).hasSizeLessThan(600);
    }
}
