package io.takt.shm.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcStatTest {
    private static final String FIELDS = " S 1 4700 4700 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 98765 11 12";

    @Test
    void aNameMayHoldBlanksAndBrackets() {
        final ProcStat expected = new ProcStat('S', 4700, 1, 98765);
        assertThat(ProcStat.parse("4711 (drone)" + FIELDS)).isEqualTo(expected);
        assertThat(ProcStat.parse("4711 (a) Z 9 (b) 7)" + FIELDS)).isEqualTo(expected);
        assertThat(ProcStat.parse("4711 ()" + FIELDS)).isEqualTo(expected);
    }

    @Test
    void aZombieHasEndedUnlessOtherThreadsGoOn() {
        assertThat(ProcStat.parse("4711 (drone)" + FIELDS).hasEnded()).isFalse();
        assertThat(ProcStat.parse("4711 (drone)" + FIELDS.replace('S', 'Z')).hasEnded()).isTrue();
        assertThat(ProcStat.parse("4711 (drone)" + FIELDS.replace('S', 'Z').replace(" 20 0 1 0 ", " 20 0 2 0 "))
            .hasEnded()).isFalse();
    }

    @Test
    void aTextThatIsNoLineOfTheKernelTellsNothing() {
        assertThat(ProcStat.parse("")).isNull();
        assertThat(ProcStat.parse("4711 (drone) S 1 2")).isNull();
        assertThat(ProcStat.parse("4711 (drone)" + FIELDS.replace("98765", "soon"))).isNull();
        assertThat(ProcStat.of(Integer.MAX_VALUE)).isNull();
    }
}
