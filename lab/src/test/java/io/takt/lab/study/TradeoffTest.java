package io.takt.lab.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.takt.lab.study.Tradeoff.Point;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TradeoffTest {
    @Test
    void theSlowestPartySetsTheSpeedWhereMaxDelayIsNotFelt() {
        assertThat(Tradeoff.run(40, 20, 100, 10, 0).speed()).isCloseTo(20 / 16.0, offset(0.01));
        assertThat(Tradeoff.run(5, 40, 100, 10, 0).speed()).isCloseTo(5 / 10.0, offset(0.01));
    }

    /** 100 under way each way, a D_max of 100 in each round trip of 200 and half of both intervals. */
    @Test
    void maxDelayIsAWindowOverARoundTrip() {
        final Point point = Tradeoff.run(10, 10, 100, 10, 100);
        assertThat(point.estimate()).isCloseTo(100 / 213.0, offset(0.001));
        assertThat(point.speed()).isCloseTo(point.estimate(), offset(0.03));
        assertThat(Tradeoff.run(10, 10, 50, 10, 100).speed()).isCloseTo(point.speed() / 2, offset(0.03));
    }

    @Test
    void aSystemThatWouldStopIsNotRun() {
        assertThat(Tradeoff.run(95, 90, 100, 10, 0)).isNull();
    }

    /** Found in the sweeps, not proven: with so much room there is nothing that the formula leaves out. */
    @Test
    void theFormulaHoldsWhereThereIsRoom() {
        assertThat(Tradeoff.overSteps(180, 60, 20)).isNotEmpty()
            .allSatisfy(point -> {
                assertThat(point.prompt()).isCloseTo(point.bound(), offset(0.01 * point.bound()));
                assertThat(point.speed()).isCloseTo(point.estimate(), offset(0.01 * point.estimate()));
            });
    }

    /** Attempts at fixed intervals meet or miss each other: a core with a long step may come too late for its turn. */
    @Test
    void atSomeIntervalsSoMuchRoomIsTooLittle() {
        final Point point = Tradeoff.run(80, 10, 100, 31, List.of(7L, 7L), 0);
        assertThat(point.alone()).isCloseTo(10 / 7.0, offset(1e-9));
        assertThat(point.speed()).isCloseTo(1.29, offset(0.001));
        assertThat(point.fallsShort()).isTrue();
        assertThat(point.fallsShortPromptly()).isFalse();
        assertThat(Tradeoff.run(80, 10, 180, 31, List.of(7L, 7L), 0).fallsShort()).isFalse();
    }

    @Test
    void drawnIntervalsNeedMoreRoomOnlyWhereTheCoreStepsFurther() {
        final List<Point> points = Tradeoff.drawn(400, 1, new SplittableRandom(4));
        assertThat(points).isEqualTo(Tradeoff.drawn(400, 1, new SplittableRandom(4))).hasSize(400)
            .noneMatch(Point::fallsShortPromptly).allMatch(point -> point.partOfAlone() < 1.02);
        assertThat(points).filteredOn(Point::fallsShort).isNotEmpty()
            .allMatch(point -> point.coreStep() > point.assetStep());
        assertThat(Tradeoff.drawn(400, 2, new SplittableRandom(4))).noneMatch(Point::fallsShort);
    }

    @Test
    void noFederateBeatsTheFront() {
        final List<Point> points = Tradeoff.overSteps(60, 40, 10);
        final List<Point> front = Tradeoff.front(points);
        assertThat(front).isNotEmpty().allSatisfy(best -> assertThat(points)
            .noneMatch(each -> each.spread() <= best.spread() && each.speed() > best.speed()));
        assertThat(points).allSatisfy(each -> assertThat(front)
            .anyMatch(best -> best.spread() <= each.spread() && best.speed() >= each.speed()));
    }
}
