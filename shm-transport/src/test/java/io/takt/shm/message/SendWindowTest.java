package io.takt.shm.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The states of a sender's window, and its stamps in each. */
class SendWindowTest {
    private final SendWindow window = new SendWindow("drone");

    @Test
    void anAssetThatStartsAtZeroHasADawnAndThenSteps() {
        assertThat(window.state()).isEqualTo(SendWindow.State.CLOSED);
        window.openBeforeFirstStep(0, 10);
        assertThat(window.state()).isEqualTo(SendWindow.State.DAWN);
        assertThat(window.usualStampNs()).isZero();
        assertThat(window.latestStampNs()).as("0 is later").isEqualTo(-1);
        window.close();
        assertThat(window.state()).isEqualTo(SendWindow.State.CLOSED);
        window.open(0, 10);
        assertThat(window.state()).isEqualTo(SendWindow.State.STEP);
        assertThat(window.usualStampNs()).isEqualTo(10);
        window.close();
        window.openBeforeFirstStep(0, 10);
        assertThat(window.state()).as("after a reset").isEqualTo(SendWindow.State.DAWN);
    }

    @Test
    void messagesOfALaterAssetBelongToItsFirstStep() {
        window.openBeforeFirstStep(30, 10);
        assertThat(window.state()).isEqualTo(SendWindow.State.STEP);
        assertThat(window.usualStampNs()).isEqualTo(40);
        final long before = window.steps();
        window.open(30, 50);
        assertThat(window.steps()).isEqualTo(before + 1);
    }

    @Test
    void aStepGoesFartherOrLessFarUnlessNoneIsUnderWay() {
        window.open(0, 10);
        window.extend(20);
        assertThat(window.usualStampNs()).as("as it was").isEqualTo(10);
        window.noteSent(15);
        assertThatThrownBy(() -> window.requireNothingSentAfter(12, window.latestStampNs()))
            .hasMessage("asset 'drone' has sent a message with the stamp 15ns in this step, so the step cannot end at"
                + " 12ns");
        window.shorten(15);
        window.close();
        window.shorten(5);
        assertThat(window.state()).isEqualTo(SendWindow.State.CLOSED);
    }
}
