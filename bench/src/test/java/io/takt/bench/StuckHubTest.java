package io.takt.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StuckHubTest {
    @Test
    void everyCountUpIsRetainedHoweverManyAssetsThereAre() {
        assertThat(new StuckHub(1).retain(100)).isNotNegative();
        assertThat(new StuckHub(300).retain(100)).isNotNegative();
    }
}
