package io.takt.shm.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.message.InputSpec;
import io.takt.shm.message.EndpointLab.Party;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedRecordsTest {
    private static final int STEPS = 400;
    private static final int MOST_A_STEP = 5;
    private static final String[] NAMES = {"ahead", "near", "far"};

    /** Three receivers: of one thread, or of a thread each. */
    private static final class Scene {
        private final EndpointLab lab = new EndpointLab();
        private final MessageLog log = lab.log("drone");
        private final Party drone;
        private final SharedRecords records = new SharedRecords();
        private final List<Party> receivers = new ArrayList<>();
        private final List<String> got = new ArrayList<>();

        Scene(final InputSpec input, final boolean isOneThread) {
            log.askForChecks(true);
            drone = lab.sender("drone", 1, "pose");
            for (final String name : NAMES) {
                receivers.add(lab.receiver(name, 1, input));
            }
            drone.endpoint.endDawn();
            if (isOneThread) {
                receivers.forEach(receiver -> receiver.endpoint.share(records));
            }
        }

        /** The first one is ahead, and the last one lags by more records than are kept, and then comes near. */
        Scene play() throws Exception {
            final Random random = new Random(1);
            for (int step = 0; step < STEPS; step++) {
                drone.begin();
                for (int i = random.nextInt(MOST_A_STEP); i >= 0; i--) {
                    drone.send("pose", "x".repeat(random.nextInt(100)) + i);
                }
                drone.commit();
                step(0);
                if (step % 3 == 0) {
                    step(1);
                }
                if (step >= STEPS - STEPS / 4) {
                    step(2);
                }
            }
            for (int receiver = 0; receiver < NAMES.length; receiver++) {
                for (int steps = 0; receivers.get(receiver).canStep(); steps++) {
                    assertThat(steps).as("of " + NAMES[receiver] + " after the last message").isLessThan(2 * STEPS);
                    step(receiver);
                }
                got.add(NAMES[receiver] + " " + receivers.get(receiver).digest());
            }
            return this;
        }

        private void step(final int receiver) throws Exception {
            receivers.get(receiver).step().forEach(message -> got.add(NAMES[receiver] + " " + message));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 9})
    void receiversOfOneThreadGetWhatReceiversOfSeveralGet(final int jitterNs) throws Exception {
        final InputSpec input = InputSpec.gated("pose", "drone").jitter(Duration.ofNanos(jitterNs));
        final List<String> got = new Scene(input, true).play().got;
        assertThat(got).hasSizeGreaterThan(2 * LogRecords.KEPT).isEqualTo(new Scene(input, false).play().got);
    }

    @Test
    void aReceiverThatIsAloneAgainKeepsNothingAlive() {
        final Scene scene = new Scene(InputSpec.gated("pose", "drone"), true);
        assertThat(scene.records.isEmpty()).isFalse();
        scene.receivers.forEach(receiver -> receiver.endpoint.unshare(scene.records));
        assertThat(scene.records.isEmpty()).isTrue();
    }
}
