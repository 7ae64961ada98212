package io.takt.shm.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.shm.message.EndpointLab.Party;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** The order in which a reader looks at a log that its sender goes on to write. */
class LogReaderTest {
    private static final long STEP_NS = 10;

    /** Memory in which something happens between two volatile reads. */
    private static final class Interrupted extends UnsafeBuffer {
        private final Runnable event;
        private int readsBefore = Integer.MAX_VALUE;

        Interrupted(final DirectBuffer memory, final Runnable event) {
            super(memory);
            this.event = event;
        }

        void happensAfterReads(final int reads) {
            readsBefore = reads;
        }

        @Override
        public long getLongVolatile(final int index) {
            if (readsBefore-- == 0) {
                event.run();
            }
            return super.getLongVolatile(index);
        }

        boolean hasHappened() {
            return readsBefore < 0;
        }
    }

    @Test
    void allThatWasSentInAStepIsFoundWhenTheStepCountsAsFound() {
        int reads = 0;
        boolean interrupted = true;
        int foundLate = 0;
        while (interrupted) {
            final EndpointLab lab = new EndpointLab();
            final Party drone = lab.sender("drone", STEP_NS, "pose");
            final MessageLog log = lab.log("drone");
            final int slot = log.slots().takeFromDawn("radar");
            drone.endpoint.endDawn();
            final Interrupted memory = new Interrupted(log.buffer(), () -> step(drone));
            final LogReader reader =
                new LogReader(MessageLog.open(memory, (buffer, index, length) -> true), slot, counterId -> { });
            memory.happensAfterReads(reads);

            reader.look();

            interrupted = memory.hasHappened();
            if (interrupted) {
                assertThat(reader.isFound(STEP_NS)).as("found, though the message of that step is not, when the sender"
                    + " ends its step before the reader's read %d", reads).isIn(false, reader.ring().hasNext());
                foundLate += reader.isFound(STEP_NS) ? 0 : 1;
                reader.look();
                assertThat(reader.ring().hasNext()).isTrue();
                assertThat(reader.isFound(STEP_NS)).isTrue();
            }
            reads++;
        }
        assertThat(foundLate).as("moments at which the step was not found yet").isPositive();
    }

    /** Its sender may be in the next reset already, of which the receiver has not heard. */
    @Test
    void aReaderGoesOnBehindTheResetThatIsOver() {
        final EndpointLab lab = new EndpointLab();
        final Party drone = lab.sender("drone", STEP_NS, "pose");
        final MessageLog log = lab.log("drone");
        final int slot = log.slots().takeFromDawn("radar");
        drone.endpoint.endDawn();
        step(drone);
        final LogReader reader = new LogReader(log, slot, counterId -> { });
        assertThat(reader.look()).isTrue();
        reader.discard();
        assertThat(reader.ring().hasNext()).as("of before").isFalse();
        log.reset();
        step(drone);
        assertThat(reader.look()).as("of the next run").isTrue();
        log.allAreReset();
        log.reset();
        reader.resume();
        assertThat(reader.look()).as("still").isTrue();
    }

    /** It hears of the first reset only when its sender is in the second: that is still to come for it. */
    @Test
    void aReaderThatIsOneResetBehindLosesNothingOfTheRunAfterTheNext() {
        final EndpointLab lab = new EndpointLab();
        final Party drone = lab.sender("drone", STEP_NS, "pose");
        final MessageLog log = lab.log("drone");
        final int slot = log.slots().takeFromDawn("radar");
        drone.endpoint.endDawn();
        final LogReader reader = new LogReader(log, slot, counterId -> { });
        log.reset();
        log.allAreReset();
        log.reset();
        reader.discard();
        assertThat(reader.look()).as("between both").isFalse();
        reader.resume();
        reader.discard();
        step(drone);
        assertThat(reader.look()).as("of the run after the second").isTrue();
        log.allAreReset();
        reader.resume();
        assertThat(reader.look()).as("still").isTrue();
    }

    /** The same, when the first reset ends and the second begins while the receiver looks. */
    @Test
    void aReaderThatLooksBetweenTwoResetsLosesNothingOfTheRunAfterTheNext() {
        boolean interrupted = true;
        for (int reads = 0; interrupted; reads++) {
            final EndpointLab lab = new EndpointLab();
            final Party drone = lab.sender("drone", STEP_NS, "pose");
            final MessageLog log = lab.log("drone");
            final int slot = log.slots().takeFromDawn("radar");
            drone.endpoint.endDawn();
            final Interrupted memory = new Interrupted(log.buffer(), () -> {
                log.allAreReset();
                log.reset();
            });
            final LogReader reader =
                new LogReader(MessageLog.open(memory, (buffer, index, length) -> true), slot, counterId -> { });
            log.reset();
            reader.discard();
            memory.happensAfterReads(reads);
            reader.look();
            interrupted = memory.hasHappened();
            if (interrupted) {
                reader.resume();
                reader.discard();
                step(drone);
                reader.look();
                log.allAreReset();
                reader.resume();
                assertThat(reader.look()).as("of the run after the second, that began before read %d", reads).isTrue();
            }
        }
    }

    /** Its sender may wait for room, and until there is some nothing new is there to be found. */
    @Test
    void aReaderThatDiscardsGivesBackAllThatItHasRead() {
        final EndpointLab lab = new EndpointLab();
        final Party drone = lab.sender("drone", STEP_NS, "pose");
        final int slot = lab.log("drone").slots().takeFromDawn("radar");
        drone.endpoint.endDawn();
        step(drone);
        final LogReader reader = new LogReader(lab.log("drone"), slot, counterId -> { });
        reader.look();
        reader.pass(reader.next().length());
        assertThat(reader.ring().hasNext()).isFalse();
        assertThat(reader.ring().head()).isZero();
        reader.discard();
        reader.look();
        assertThat(reader.ring().head()).isEqualTo(reader.ring().cursor()).isPositive();
    }

    private static void step(final Party drone) {
        try {
            drone.begin();
        } catch (final Exception e) {
            throw new AssertionError(e);
        }
        drone.send("pose", "north");
        drone.commit();
    }
}
