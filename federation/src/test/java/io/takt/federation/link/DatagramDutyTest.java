package io.takt.federation.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DatagramDutyTest {
    private static final long LATER_NS = DatagramDuty.MOMENT_NS;

    private final DatagramDuty duty = new DatagramDuty();

    @Test
    void theNetworksThreadTakesThemWhileTheHubsSleeps() {
        assertThat(duty.leave(0)).as("before the hub's thread has looked").isFalse();
        duty.look();
        duty.rest();
        assertThat(duty.leave(0)).isFalse();
        assertThat(duty.isOfHub(0)).isFalse();
    }

    @Test
    void theHubsThreadTakesThemWhileItIsAwake() {
        duty.look();
        assertThat(duty.leave(0)).isTrue();
        assertThat(duty.isOfHub(1)).isTrue();
        duty.look();
        assertThat(duty.isOfHub(LATER_NS)).as("it has looked in that moment").isTrue();
    }

    @Test
    void aHubsThreadThatIsBusyWithOtherThingsHasThemForAMomentOnly() {
        duty.look();
        assertThat(duty.leave(0)).isTrue();
        assertThat(duty.isOfHub(LATER_NS - 1)).isTrue();
        assertThat(duty.isOfHub(LATER_NS)).isFalse();
    }

    @Test
    void onlyAThreadThatHasLeftThemIsWokenToTakeThem() {
        duty.look();
        assertThat(duty.rest()).as("it had not left them").isFalse();
        duty.look();
        duty.leave(0);
        assertThat(duty.rest()).isTrue();
        assertThat(duty.isOfHub(0)).isFalse();
        assertThat(duty.rest()).as("it has them back").isFalse();
    }
}
