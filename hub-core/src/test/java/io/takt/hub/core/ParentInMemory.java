package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.core.world.ParentClock;
import java.util.ArrayList;
import java.util.List;

/** The parent as a child's hub sees it; the test sets its time. */
final class ParentInMemory implements ParentClock {
    final List<Long> reports = new ArrayList<>();
    long timeNs;
    /** A parent that goes on is further with each look. */
    long goesOnByNs;
    long awaitedNs;
    int begins;

    @Override
    public void begin() {
        begins++;
    }

    @Override
    public long timeNs() {
        timeNs += goesOnByNs;
        return timeNs;
    }

    @Override
    public void report(final long newTimeNs) {
        assertThat(newTimeNs).as("rule (a), and reports that never go back").isLessThanOrEqualTo(timeNs)
            .isGreaterThan(reports.isEmpty() ? -1 : reports.get(reports.size() - 1));
        reports.add(newTimeNs);
    }

    @Override
    public void await(final long newTimeNs) {
        awaitedNs = newTimeNs;
    }

    long reportedNs() {
        return reports.get(reports.size() - 1);
    }
}
