package io.takt.hub.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.core.event.EndReason;
import io.takt.hub.core.event.Loss;
import io.takt.hub.core.event.Loss.Cause;
import io.takt.hub.launch.AssetProcesses.Ended;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LossTextTest {
    private static final String LOST = "asset 'a' was lost at 60ms: ";
    private static final String SAID = "a.B: no power, in x.Y.step(Y.java:7)";
    private static final String WHY = ": " + SAID;
    private static final String FAILED = LOST + "its simulator failed";
    private static final String ENDED = "; its program ended with exit status 1";
    private static final String TRACE =
        "Exception in thread \"main\" io.takt.asset.AssetFailedException: asset 'a' failed at 60ms";
    private static final String ABOVE = "; see what it printed above";
    private static final String MORE = "; standard error says more";
    private static final Loss FAILURE = loss(Cause.SIMULATOR_FAILED, SAID);
    private static final Loss CLOSED = loss(Cause.CONNECTION_CLOSED, null);
    private static final Loss AT_START = loss(Cause.PROGRAM_ENDED_AT_START, "ended with exit status 1");

    private static Loss loss(final Cause cause, final String detail) {
        return new Loss("a", 17, 60_000_000, cause, detail, List.of(), 0, false);
    }

    private static LossText of(final Loss loss, final String... printed) {
        return LossText.of(loss, new Ended("a", "ended with exit status 1", List.of(printed), null));
    }

    private static LossText thrown(final Loss loss, final String thrown, final String... more) {
        final List<String> lines = new ArrayList<>(List.of(thrown));
        lines.addAll(List.of(more));
        return LossText.of(loss, new Ended("a", "ended with exit status 1", lines, thrown));
    }

    @Test
    void aFailureInAStackTraceAboveIsNotToldAgain() {
        final LossText text = thrown(FAILURE, TRACE, "Caused by: a.B: no power");
        assertThat(text.whole()).isEqualTo(FAILED + WHY + ENDED);
        assertThat(text.atOnce()).isEqualTo(FAILED + ENDED + ABOVE);
        assertThat(text.inEnd()).isEqualTo(FAILED + ENDED + MORE);
    }

    @Test
    void aTraceThatSaysMoreIsInTheWholeText() {
        final LossText text = thrown(FAILURE, TRACE, "Caused by: c.D: no fuel");
        assertThat(text.whole()).isEqualTo(FAILED + WHY + ENDED + "; it last printed: Caused by: c.D: no fuel");
        assertThat(text.atOnce()).isEqualTo(FAILED + ENDED + ABOVE);
    }

    /** The failure of a polled asset, or one in Python: the hub knows nothing of what was thrown. */
    @Test
    void aTraceOfWhichTheHubKnowsNothingIsReferredTo() {
        final String closed = FAILED + ": its connection was closed in the middle of a step";
        final LossText text = thrown(loss(Cause.SIMULATOR_FAILED, "its connection was closed in the middle of a step"),
            "ValueError: no fuel");
        assertThat(text.whole()).isEqualTo(closed + ENDED + "; it last printed: ValueError: no fuel");
        assertThat(text.atOnce()).isEqualTo(closed + ENDED + ABOVE);
        assertThat(text.inEnd()).isEqualTo(FAILED + ENDED + MORE);
    }

    @Test
    void aFailureThatTheProgramPrintsInALineIsNotToldAgain() {
        final LossText text = of(FAILURE, "asset 'a' failed at 60ms: a.B: no power");
        assertThat(text.whole()).isEqualTo(FAILED + WHY + ENDED);
        assertThat(text.atOnce()).isEqualTo(FAILED + ENDED + ABOVE);
    }

    @Test
    void aFailureThatTheProgramDidNotPrintIsToldOnce() {
        final LossText text = of(FAILURE);
        assertThat(text.atOnce()).isEqualTo(text.whole()).isEqualTo(FAILED + WHY + ENDED + "; it printed nothing");
        assertThat(text.inEnd()).isEqualTo(FAILED + ENDED + "; it printed nothing" + MORE);
    }

    @Test
    void theEndOfAProgramWithoutAnExceptionIsToldWithWhatItLastPrinted() {
        final String line = LOST + "its connection closed without a leave";
        final LossText text = of(CLOSED, "no licence");
        assertThat(text.atOnce()).isEqualTo(text.whole()).isEqualTo(line + ENDED + "; it last printed: no licence");
        assertThat(text.inEnd()).isEqualTo(line + ENDED + MORE);
        assertThat(of(CLOSED)).isEqualTo(LossText.of(line + ENDED + "; it printed nothing"));
        assertThat(of(CLOSED, "x".repeat(5_000), "y".repeat(5_000)).whole()).hasSizeLessThan(600);
    }

    @Test
    void anEndThatTheLineSaysAlreadyIsNotSaidAgain() {
        final String line = "asset 'a': its program ended with exit status 1 before the run started";
        assertThat(of(AT_START, "no licence").whole()).isEqualTo(line + "; it last printed: no licence");
        assertThat(thrown(AT_START, "ValueError: no fuel").atOnce()).isEqualTo(line + ABOVE);
    }

    @Test
    void theRestOfTheHubsWordsStays() {
        final Loss missing = new Loss("a", 17, 60_000_000, Cause.SIMULATOR_FAILED, SAID, List.of("2 of 'b'"), 0,
            false);
        assertStays(missing, ", and another process would miss 2 of 'b'");
        final Loss again = new Loss("a", 17, 60_000_000, Cause.SIMULATOR_FAILED, SAID, List.of(), 2, false);
        assertStays(again, ", after it was started again 2 times");
    }

    @Test
    void programsThatFailBehindTheEndAreTold() {
        final Ended a = new Ended("a", "ended with exit status 1", List.of("no fuel"), null);
        final Ended b = new Ended("b", "was ended by signal 6", List.of(), null);
        assertThat(LossText.of("reached 2s").andThenFailed(List.of(a)).whole())
            .isEqualTo("reached 2s, and after that asset 'a' failed" + ENDED + "; it last printed: no fuel");
        final String both = LossText.of("reached 2s").andThenFailed(List.of(b, a)).whole();
        assertThat(both).isEqualTo("reached 2s, and after that"
            + " a failed, and asset 'b' failed; its program was ended by signal 6; it printed nothing");
    }

    private static void assertStays(final Loss loss, final String more) {
        assertThat(loss.text()).isEqualTo(FAILED + WHY + more);
        assertThat(thrown(loss, "Caused by: a.B: no power").atOnce()).isEqualTo(FAILED + more + ENDED + ABOVE);
        assertThat(LossText.of(EndReason.of(loss), null).inEnd()).isEqualTo(FAILED + more + MORE);
    }

    @Test
    void anAssetThatIsNotBackAtTheEndIsToldWithoutWhatItsSimulatorSaid() {
        final LossText text = LossText.of(EndReason.of(EndReason.of("reached 1s"), FAILURE, List.of("b")), null);
        final String rest = ", and has not come back; nor have others that were lost: b";
        assertThat(text.whole()).isEqualTo("reached 1s, but " + FAILED + WHY + rest);
        assertThat(text.inEnd()).isEqualTo("reached 1s, but " + FAILED + rest + MORE);
    }

    @Test
    void withoutAnEndThereIsNothingToAdd() {
        final LossText text = LossText.of(CLOSED, null);
        assertThat(text).isEqualTo(LossText.of(text.whole()));
    }

    @Test
    void ofAnEndWithoutALossTheProgramsEndIsTold() {
        final LossText text = LossText.of(EndReason.of("no room for another clock of asset 'a'"),
            new Ended("a", "ended with exit status 1", List.of(), null));
        assertThat(text.whole()).isEqualTo("no room for another clock of asset 'a'" + ENDED + "; it printed nothing");
    }
}
