package io.takt.shm.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FutexTest {
    @Test
    void knowsTheNumberOfTheCallBySystemAndMachine() {
        assertThat(Futex.number("Linux", "amd64")).isEqualTo(202);
        assertThat(Futex.number("Linux", "aarch64")).isEqualTo(98);
        assertThat(Futex.number("Linux", "riscv64")).isEqualTo(98);
        assertThat(Futex.number("Linux", "ppc64le")).isEqualTo(221);
        assertThat(Futex.number("Linux", "s390x")).isZero();
        assertThat(Futex.number("Mac OS X", "aarch64")).isZero();
        assertThat(Futex.number("", "")).isZero();
    }
}
