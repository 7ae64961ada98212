package io.takt.hub.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HostNamesTest {
    @Test
    void aServerForThisHostAloneHasNoNameButLocalhost() {
        final HostNames names = new HostNames(null, "sim-7", List.of());
        assertThat(List.of("127.0.0.1:9464", "[::1]:9464", "localhost", "a.localhost:80")).allMatch(names::mayBe);
        assertThat(List.of("sim-7:9464", "evil.example", "")).noneMatch(names::mayBe);
        assertThat(names.mayBe(null)).as("HTTP 1.0").isTrue();
    }

    @Test
    void otherHostsCallItByItsOwnNameAndByThoseThatAreGiven() {
        final HostNames names = new HostNames("0.0.0.0", "Sim-7", List.of("sim-7.lab.example"));
        assertThat(List.of("sim-7:9464", "SIM-7", "sim-7.Lab.example:1", "10.0.0.7:9464")).allMatch(names::mayBe);
        assertThat(List.of("evil.example", "sim-7.evil.example:9464", "sim-8")).noneMatch(names::mayBe);
        assertThat(new HostNames("::", null, List.of()).mayBe("sim-7")).isFalse();
    }
}
