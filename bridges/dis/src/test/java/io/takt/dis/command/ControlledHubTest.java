package io.takt.dis.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ControlledHubTest {
    /** Of a hub that is not there, in no time. */
    @Test
    void eachOrderIsToldOnceInTenSeconds() {
        final List<String> log = new ArrayList<>();
        final ControlledHub hub = new ControlledHub("no-such-hub-of-dis", log::add);
        for (int i = 0; i < 3; i++) {
            assertThat(hub.pause()).isFalse();
            assertThat(hub.resume()).isFalse();
        }
        assertThat(log).hasSize(2).first().asString().startsWith("the exercise has not paused the hub: ");
        assertThat(log).last().asString().startsWith("the exercise has not resumed the hub: ");
    }
}
