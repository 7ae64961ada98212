package io.takt.rule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReportTest {
    @Test
    void isTheCoreTimeWhateverTheMembersReport() {
        assertThat(Report.CORE.timeNs(20, 12)).isEqualTo(20);
        assertThat(Report.CORE.timeNs(20, Report.NO_MEMBERS)).isEqualTo(20);
    }

    @Test
    void isTheTimeOfTheSlowestMember() {
        assertThat(Report.SLOWEST.timeNs(20, 12)).isEqualTo(12);
        assertThat(Report.SLOWEST.timeNs(20, 20)).isEqualTo(20);
    }

    @Test
    void ofAFederateWithoutMembersIsItsCoreTime() {
        assertThat(Report.SLOWEST.timeNs(20, Report.NO_MEMBERS)).isEqualTo(20);
        assertThat(Report.SLOWEST.timeNs(Long.MAX_VALUE, Report.NO_MEMBERS)).isEqualTo(Long.MAX_VALUE);
    }
}
