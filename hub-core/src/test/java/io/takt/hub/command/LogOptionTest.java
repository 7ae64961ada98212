package io.takt.hub.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class LogOptionTest {
    @Test
    void aWordThatIsNoLevelIsToldWithThoseThatThereAre() {
        assertThatIllegalArgumentException().isThrownBy(() -> LogOption.level("verbose", "off"))
            .withMessage("TAKT_LOG is 'verbose', which is no level; there are off, error, warn, info, debug, trace");
    }

    @Test
    void levelsMayBeWrittenInCapitalsAndNoWordAsksForNone() {
        assertThat(LogOption.level("DEBUG", "off")).isEqualTo("debug");
        assertThat(LogOption.level("", "info")).isEqualTo("info");
        assertThat(LogOption.level(null, "off")).isEqualTo("off");
    }
}
