package io.takt.proofs.agents;

import io.takt.proofs.agents.Scenario.Kind;
import org.junit.jupiter.api.Test;

class OneSeedTest {
    @Test
    void one() throws Exception {
        try (MessagePlay play = new MessagePlay(Choices.of(322), Scenario.of(322, Kind.FULL))) {
            play.play();
        }
    }
    @Test
    void other() throws Exception {
        try (MessagePlay play = new MessagePlay(Choices.of(169), Scenario.of(1, Kind.FULL))) {
            play.play();
        }
    }
}
