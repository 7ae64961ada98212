package io.takt.hub.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.core.Losses;
import io.takt.hub.launch.AssetProcesses.Ended;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LossTextTest {
    private static final String LOST = "asset 'a' was lost at 60ms: ";
    private static final String WHY = ": a.B: no power, in x.Y.step(Y.java:7)";
    private static final String FAILED = LOST + "its simulator failed";
    private static final String ENDED = "; its program ended with exit status 1";
    private static final String TRACE =
        "Exception in thread \"main\" io.takt.asset.AssetFailedException: asset 'a' failed at 60ms";
    private static final String ABOVE = "; see what it printed above";
    private static final String MORE = "; standard error says more";

    private static LossText of(final String line, final String... printed) {
        return LossText.of(line, new Ended("a", "ended with exit status 1", List.of(printed), null));
    }

    private static LossText thrown(final String line, final String thrown, final String... more) {
        final List<String> lines = new ArrayList<>(List.of(thrown));
        lines.addAll(List.of(more));
        return LossText.of(line, new Ended("a", "ended with exit status 1", lines, thrown));
    }

    @Test
    void whatIsInAStackTraceAboveIsNotToldAgain() {
        final LossText text = thrown(FAILED + WHY, TRACE, "Caused by: a.B: no power");
        assertThat(text.whole()).isEqualTo(FAILED + WHY + ENDED);
        assertThat(text.atOnce()).isEqualTo(FAILED + ENDED + ABOVE);
        assertThat(text.inEnd()).isEqualTo(FAILED + ENDED + MORE);
    }

    @Test
    void aTraceThatSaysMoreIsInTheWholeText() {
        final LossText text = thrown(FAILED + WHY, TRACE, "Caused by: c.D: no fuel");
        assertThat(text.whole()).isEqualTo(FAILED + WHY + ENDED + "; it last printed: Caused by: c.D: no fuel");
        assertThat(text.atOnce()).isEqualTo(FAILED + ENDED + ABOVE);
    }

    /** The failure of a polled asset, or one in Python: the hub knows nothing of what was thrown. */
    @Test
    void aTraceOfWhichTheHubKnowsNothingIsReferredTo() {
        final String closed = FAILED + ": its connection was closed in the middle of a step";
        final LossText text = thrown(closed, "ValueError: no fuel");
        assertThat(text.whole()).isEqualTo(closed + ENDED + "; it last printed: ValueError: no fuel");
        assertThat(text.atOnce()).isEqualTo(closed + ENDED + ABOVE);
        assertThat(text.inEnd()).isEqualTo(FAILED + ENDED + MORE);
    }

    @Test
    void whatTheProgramPrintsInALineIsNotToldAgain() {
        final LossText text = of(FAILED + WHY, "asset 'a' failed at 60ms: a.B: no power");
        assertThat(text.whole()).isEqualTo(FAILED + WHY + ENDED);
        assertThat(text.atOnce()).isEqualTo(FAILED + ENDED + ABOVE);
    }

    @Test
    void whatTheProgramDidNotPrintIsToldOnce() {
        final LossText text = of(FAILED + WHY);
        assertThat(text.atOnce()).isEqualTo(text.whole()).isEqualTo(FAILED + WHY + ENDED + "; it printed nothing");
        assertThat(text.inEnd()).isEqualTo(FAILED + ENDED + "; it printed nothing" + MORE);
    }

    @Test
    void theEndOfAProgramWithoutAnExceptionIsToldWithWhatItLastPrinted() {
        final String line = LOST + "its connection closed without a leave";
        final LossText text = of(line, "no licence");
        assertThat(text.atOnce()).isEqualTo(text.whole()).isEqualTo(line + ENDED + "; it last printed: no licence");
        assertThat(text.inEnd()).isEqualTo(line + ENDED + MORE);
        assertThat(of(line)).isEqualTo(LossText.of(line + ENDED + "; it printed nothing"));
        assertThat(of(line, "x".repeat(5_000), "y".repeat(5_000)).whole()).hasSizeLessThan(600);
    }

    @Test
    void anEndThatTheLineSaysAlreadyIsNotSaidAgain() {
        final String line = "asset 'a': its program ended with exit status 1 before the run started";
        assertThat(of(line, "no licence").whole()).isEqualTo(line + "; it last printed: no licence");
        assertThat(thrown(line, "ValueError: no fuel").atOnce()).isEqualTo(line + ABOVE);
    }

    @ParameterizedTest
    @ValueSource(strings = {Losses.AFTER_TRIES + "2 times", Losses.NOT_BACK, Losses.WOULD_MISS + "2 of 'b'"})
    void whatTheHubSaysBesideStays(final String more) {
        assertThat(thrown(FAILED + WHY + more, "Caused by: a.B: no power").atOnce())
            .isEqualTo(FAILED + more + ENDED + ABOVE);
        assertThat(LossText.of(FAILED + WHY + more, null).inEnd()).isEqualTo(FAILED + more + MORE);
    }

    @Test
    void withoutAnEndThereIsNothingToAdd() {
        final LossText text = LossText.of(LOST + "its connection closed without a leave", null);
        assertThat(text).isEqualTo(LossText.of(text.whole()));
    }
}
