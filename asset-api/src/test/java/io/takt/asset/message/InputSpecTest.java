package io.takt.asset.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class InputSpecTest {
    private static final InputSpec POSE = InputSpec.gated("pose", "drone");
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    @Test
    void aTimeThatIsTooLongIsRefusedWithWhereAndWhatWouldDo() {
        final Duration tooLong = LONGEST.plusNanos(1);
        assertThatIllegalArgumentException().isThrownBy(() -> POSE.delay(tooLong))
            .withMessage("channel 'pose' of asset 'drone': the delay of PT2562047H47M16.854775808S is too long;"
                + " 9223372036854775807ns, 292 years, is the longest time");
        assertThatIllegalArgumentException().isThrownBy(() -> POSE.jitter(tooLong))
            .withMessageContaining("the jitter of PT2562047H47M16.854775808S is too long");
        assertThat(POSE.delay(LONGEST).delayNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void delayAndJitterTogetherAreATime() {
        assertThatIllegalArgumentException().isThrownBy(() -> POSE.delay(LONGEST).jitter(Duration.ofNanos(1)))
            .withMessage("channel 'pose': delay and jitter are 0 or more, and both together fit into a long; they are"
                + " 9223372036854775807ns and 1ns");
    }
}
