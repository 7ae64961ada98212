package io.takt.lab.study;

import io.takt.lab.report.Legends;
import io.takt.lab.report.Report;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The plots of all studies, of runs that are shorter than those of the commands. */
class LegendsTest {
    static List<Supplier<Report>> reports() {
        return List.of(() -> Delay.report(7, 20, Tracker.NONE), () -> Jitter.report(7, 15, Tracker.NONE),
            () -> Quota.report(7, 1, Tracker.NONE), () -> Grid.report(Tracker.NONE),
            () -> PublishedSettings.report(7, Tracker.NONE), () -> TradeoffReport.run(Tracker.NONE, 5),
            () -> new Experiment(16, 20, 100, 0.5, 700, 7).report(Tracker.NONE),
            () -> new TreeStudy(100, 4, 3, 7, 100).report(Tracker.NONE, () -> 0));
    }

    @ParameterizedTest
    @MethodSource("reports")
    void allThatIsDrawnIsInTheLegendAndCanBeToldApart(final Supplier<Report> report) {
        Legends.areComplete(report.get());
    }
}
