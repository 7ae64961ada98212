package io.takt.shm.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.Steps;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.shm.message.EndpointLab.Party;
import java.time.Duration;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The findings of a process that takes a receiver's place: the digest, and whether any messages are missing. */
class EndpointSuccessorTest {
    private static final int LARGE = 60_000;
    private static final int STEPS = 60;
    private static final InputSpec POSE = InputSpec.gated("pose", "drone").delay(Duration.ofNanos(25));
    private static final InputSpec[] INPUTS = {POSE, InputSpec.retroactive("spot", "drone"),
        InputSpec.gated("tick", "tower").untilStepEnd().delay(Duration.ofNanos(15)).jitter(Duration.ofNanos(30))};

    private final EndpointLab lab = new EndpointLab();
    private final UnsafeBuffer large = new UnsafeBuffer(new byte[LARGE]);

    /** Where in a step the process dies. */
    private enum Death { NEVER, BETWEEN_STEPS, IN_A_STEP, BEFORE_ITS_TIME_IS_PUBLISHED }

    /** Two senders, and a receiver that dies in every third step. */
    private static final class Run {
        private final EndpointLab world = new EndpointLab();
        private final Party drone = world.sender("drone", 10, "pose", "spot");
        private final Party tower = world.sender("tower", 10, "tick");
        private Party radar = world.receiver("radar", 10, INPUTS);

        Run begin() {
            drone.endpoint.endDawn();
            tower.endpoint.endDawn();
            return this;
        }

        Run go(final int steps, final Death death) throws Exception {
            for (int i = 0; i < steps; i++) {
                send(drone, i, "pose", "spot");
                send(tower, i, "tick");
                radar.endpoint.read();
                radar.endpoint.handArrived();
                if (i % 3 == 2) {
                    die(death);
                }
                radar.step();
            }
            return this;
        }

        private static void send(final Party sender, final int step, final String... channels) throws Exception {
            sender.begin();
            for (final String channel : channels) {
                sender.send(channel, channel + step, sender.timeNs + 7);
            }
            sender.commit();
        }

        private void die(final Death death) throws Exception {
            if (death == Death.IN_A_STEP || death == Death.BEFORE_ITS_TIME_IS_PUBLISHED) {
                radar.begin();
            }
            if (death == Death.BEFORE_ITS_TIME_IS_PUBLISHED) {
                radar.endpoint.publish(radar.timeNs, radar.timeNs + radar.stepNs);
            }
            if (death != Death.NEVER) {
                radar = world.join("radar", 10, radar.timeNs, List.of(), INPUTS);
            }
        }

        private static void putBack(final Party party) {
            party.endpoint.beginReset();
            party.endpoint.endDawn();
            party.timeNs = 0;
        }

        Run reset() {
            List.of(drone, tower, radar).forEach(Run::putBack);
            List.of(drone, tower, radar).forEach(party -> party.endpoint.resume());
            return this;
        }
    }

    @ParameterizedTest
    @EnumSource(Death.class)
    void theDigestIsThatOfARunWithoutADeath(final Death death) throws Exception {
        final long calm = new Run().begin().go(STEPS, Death.NEVER).radar.digest();
        assertThat(new Run().begin().go(STEPS, death).radar.digest()).isEqualTo(calm).isNotZero();
    }

    @ParameterizedTest
    @EnumSource(Death.class)
    void theDigestIsOfWhatCameSinceTheLastReset(final Death death) throws Exception {
        final long calm = new Run().begin().go(STEPS, Death.NEVER).radar.digest();
        final Run run = new Run().begin().go(7, death).reset();
        assertThat(run.radar.digest()).isZero();
        assertThat(run.go(STEPS, death).radar.digest()).isEqualTo(calm);
    }

    @Test
    void aSuccessorHasTheDigestBeforeItsFirstStep() throws Exception {
        final Run run = new Run().begin().go(STEPS, Death.NEVER);
        final long digest = run.radar.digest();
        run.die(Death.BEFORE_ITS_TIME_IS_PUBLISHED);
        assertThat(run.radar.digest()).isEqualTo(digest);
    }

    /** By its own log, which ends with the run: so what a predecessor has saved elsewhere is of this run. */
    @Test
    void aSuccessorKnowsThatAProcessBeforeItHasComeSoFar() throws Exception {
        for (final Death death : Death.values()) {
            final Run run = new Run().begin();
            assertThat(run.radar.endpoint.isSuccessor()).isFalse();
            run.die(death);
            assertThat(run.radar.endpoint.isSuccessor()).as("at 0").isFalse();
            run.go(3, death);
            assertThat(run.radar.endpoint.isSuccessor()).as(death.name()).isEqualTo(death != Death.NEVER);
        }
    }

    @Test
    void anAssetThatJoinsLateIsNoSuccessor() throws Exception {
        final Run run = new Run().begin().go(2, Death.NEVER);
        assertThat(run.world.join("late", 10, 20, List.of(), INPUTS).endpoint.isSuccessor()).isFalse();
        assertThat(run.world.join("radar", 10, 30, List.of(), INPUTS).endpoint.isSuccessor()).as("later").isFalse();
        assertThat(run.world.join("radar", 10, 20, List.of(), INPUTS).endpoint.isSuccessor()).isTrue();
        run.reset();
        assertThat(run.world.join("radar", 10, 20, List.of(), INPUTS).endpoint.isSuccessor()).as("reset").isFalse();
    }

    @Test
    void anAssetWithoutAPredecessorBeginsTheDigestAnew() throws Exception {
        final Run run = new Run().begin().go(STEPS, Death.NEVER);
        run.world.log("radar").forgetPredecessor();
        run.die(Death.BETWEEN_STEPS);
        assertThat(run.radar.digest()).isZero();
        assertThat(run.radar.endpoint.isSuccessor()).as("though it begins where the other one was").isFalse();
    }

    @Test
    void anAssetWithoutAPredecessorGoesOnWithTheNumbersOfItsMessages() throws Exception {
        final Run run = new Run().begin().go(2, Death.NEVER);
        run.world.log("drone").forgetPredecessor();
        final Party drone =
            run.world.join("drone", 10, 20, List.of(OutputSpec.named("pose"), OutputSpec.named("spot")));
        drone.begin();
        drone.send("spot", "new", 27);
        drone.commit();
        run.radar.got.clear();
        run.radar.endpoint.read();
        run.radar.endpoint.handArrived();
        assertThat(run.radar.got).containsExactly("spot.drone#4@27>27:new");
    }

    static List<Arguments> stepsAndUse() {
        return List.of(Arguments.of(Steps.fixedNs(10), 60), Arguments.of(new Steps(50, 10, false), 60),
            // It may have begun a step at 40 that goes to 90.
            Arguments.of(new Steps(50, 10, true), 100));
    }

    /** The step from 50 gets what is delivered at 43, unless whole steps go beyond that. */
    @ParameterizedTest
    @MethodSource("stepsAndUse")
    void messagesThatWereTakenOutOfAFullLogAreMissedByASuccessorUntilTheyAreUsed(final Steps steps, final long usedAtNs)
        throws Exception {
        final Party drone = lab.sender("drone", 10, "pose");
        final Party radar = lab.join("radar", steps, 0, List.of(), POSE);
        final MessageLog log = lab.log("drone");
        final int slot = log.slots().of("radar");
        drone.endpoint.endDawn();
        drone.begin();
        drone.send("pose", "x");
        drone.commit();
        radar.endpoint.read();
        assertThat(log.slots().missedBeforeNs(slot)).as("all is in the log").isZero();
        drone.begin();
        for (int sent = 0; sent < log.capacity(); sent += LARGE) {
            drone.channels.output("pose").send(large, 0, LARGE, 18);
        }
        assertThat(log.slots().missedBeforeNs(slot)).as("room was made").isPositive();
        drone.commit();
        while (drone.timeNs < usedAtNs) {
            drone.step();
        }
        while (radar.timeNs < usedAtNs) {
            assertThat(log.slots().missedBeforeNs(slot)).as("from " + radar.timeNs).isGreaterThan(radar.timeNs);
            radar.step();
        }
        assertThat(log.slots().missedBeforeNs(slot)).as("all of it is used").isLessThanOrEqualTo(usedAtNs);
    }

    @Test
    void aResetMakesNothingMissing() throws Exception {
        final Party drone = lab.join("drone", 10, 0, List.of(OutputSpec.named("pose")));
        final Party radar = lab.receiver("radar", 10, POSE);
        final MessageLog log = lab.log("drone");
        drone.endpoint.endDawn();
        drone.begin();
        for (int sent = 0; sent < 2 * log.capacity(); sent += LARGE) {
            drone.channels.output("pose").send(large, 0, LARGE);
        }
        assertThat(log.slots().missedBeforeNs(log.slots().of("radar"))).isPositive();
        final int slot = log.slots().of("radar");
        final long copies = Copies.of(log, slot);
        assertThat(copies).isPositive();
        radar.endpoint.beginReset();
        assertThat(log.slots().missedBeforeNs(slot)).isZero();
        assertThat(Copies.of(log, slot)).isZero();
        radar.endpoint.beginReset();
        assertThat(log.slots().missedBeforeNs(log.slots().of("radar"))).isZero();
    }
}
