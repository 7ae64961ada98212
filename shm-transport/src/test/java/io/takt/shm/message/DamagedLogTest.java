package io.takt.shm.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.takt.asset.TaktException;
import io.takt.asset.message.InputSpec;
import io.takt.shm.message.EndpointLab.Party;
import java.time.Duration;
import java.util.List;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A bit that flips in a record of a live log is no lost or other message without a word. */
@Tag("long")
class DamagedLogTest {
    private static final int MESSAGES = 3;
    private static final int BYTES = 50;
    private static final int RECORD = 96;
    private static final int HEADER_BITS = LogLayout.HEADER_LENGTH * Byte.SIZE;
    private static final int BITS = HEADER_BITS + BYTES * Byte.SIZE;

    /** How the messages come: each is read in a way of its own. */
    private enum Kind {
        IN_ORDER(InputSpec.gated("pose", "drone")),
        WITH_JITTER(InputSpec.gated("pose", "drone").jitter(Duration.ofNanos(5))),
        RETROACTIVE(InputSpec.retroactive("pose", "drone"));

        private final InputSpec input;

        Kind(final InputSpec input) {
            this.input = input;
        }
    }

    /** A receiver that has not read yet, the messages to it, and the bit that flips meanwhile. */
    private static final class Scene {
        private final EndpointLab lab = new EndpointLab();
        private final MessageLog log = lab.log("drone");
        private final Party drone;
        private final Party radar;
        private final List<Party> receivers;

        Scene(final Kind kind) throws Exception {
            log.askForChecks(true);
            drone = lab.sender("drone", 10, "pose");
            radar = lab.receiver("radar", 10, kind.input);
            receivers = List.of(radar, lab.receiver("lidar", 10, kind.input));
            drone.endpoint.endDawn();
            drone.begin();
            for (int i = 0; i < MESSAGES; i++) {
                drone.channels.output("pose").send(new UnsafeBuffer(new byte[BYTES]), 0, BYTES);
            }
            drone.commit();
            drone.step();
            drone.step();
        }

        /** Of the second message. */
        Scene flip(final int bit) {
            final AtomicBuffer buffer = log.buffer();
            final int at = LogLayout.RING_OFFSET + RECORD + bit / Byte.SIZE;
            buffer.putByte(at, (byte) (buffer.getByte(at) ^ 1 << bit % Byte.SIZE));
            return this;
        }

        int receive() throws Exception {
            return receive(radar);
        }

        int receive(final Party radar) throws Exception {
            int got = 0;
            for (int step = 0; step < 3; step++) {
                radar.endpoint.read();
                radar.endpoint.handArrived();
                got += radar.step().size();
            }
            return got;
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void everyBitThatFlipsIsAnErrorOfTheReceiver(final Kind kind) throws Exception {
        assertThat(new Scene(kind).receive()).isEqualTo(kind == Kind.RETROACTIVE ? 0 : MESSAGES);
        for (int bit = 0; bit < BITS; bit += bit < HEADER_BITS ? 1 : 5) {
            final Scene scene = new Scene(kind).flip(bit);
            assertThatExceptionOfType(TaktException.class).as("bit " + bit).isThrownBy(scene::receive)
                .withMessageStartingWith("the log of asset 'drone' is damaged");
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void everyBitThatFlipsIsAnErrorOfEachReceiverOfAThread(final Kind kind) throws Exception {
        for (int bit = 0; bit < BITS; bit += bit < HEADER_BITS ? 1 : 5) {
            final Scene scene = new Scene(kind);
            final SharedRecords records = new SharedRecords();
            scene.receivers.forEach(each -> each.endpoint.share(records));
            scene.flip(bit);
            for (final Party each : scene.receivers) {
                assertThatExceptionOfType(TaktException.class).as("bit " + bit + ", " + each.name)
                    .isThrownBy(() -> scene.receive(each))
                    .withMessageStartingWith("the log of asset 'drone' is damaged");
            }
        }
    }

    @Test
    void everyBitThatFlipsIsAnErrorOfAListener() throws Exception {
        for (int bit = 0; bit < BITS; bit += bit < HEADER_BITS ? 1 : 5) {
            final Scene scene = new Scene(Kind.IN_ORDER);
            final LogTap tap = LogTap.untethered(scene.log, 0);
            scene.flip(bit);
            assertThat(catchThrowable(() -> tap.poll(new Told(), 10))).as("bit " + bit)
                .isInstanceOf(TaktException.class).hasMessageStartingWith("the log of asset 'drone' is damaged");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {LogLayout.MOST_SLOTS + 1, Integer.MAX_VALUE, -1, Integer.MIN_VALUE})
    void aNumberOfSlotsThatCannotBeIsAnErrorOfTheSender(final int slots) throws Exception {
        final Scene scene = new Scene(Kind.IN_ORDER);
        scene.log.buffer().putInt(LogLayout.SLOTS_OFFSET, slots);
        scene.log.buffer().putLong(LogLayout.SLEEPERS_OFFSET, 1);
        assertThatExceptionOfType(TaktException.class).isThrownBy(scene.drone::step)
            .withMessage("the log of asset 'drone' is damaged: it counts " + slots + " slots in use, and has "
                + LogLayout.MOST_SLOTS);
    }

    @ParameterizedTest
    @ValueSource(ints = {LogLayout.MOST_CHANNELS + 1, Integer.MAX_VALUE, -1})
    void aNumberOfChannelsThatCannotBeIsAnError(final int channels) throws Exception {
        final Scene scene = new Scene(Kind.IN_ORDER);
        scene.log.buffer().putInt(LogLayout.CHANNELS_OFFSET, channels);
        assertThatExceptionOfType(TaktException.class).isThrownBy(() -> scene.log.indexOf("none"))
            .withMessageStartingWith("the log of asset 'drone' is damaged: it counts " + channels + " channels");
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, 1_274_263_944, -1, Integer.MIN_VALUE})
    void aLengthThatIsDamagedAfterTheRecordWasFoundIsAnErrorOfTheReceiver(final int length) throws Exception {
        final Scene scene = new Scene(Kind.IN_ORDER);
        scene.log.askForChecks(false);
        scene.radar.endpoint.read();
        scene.log.buffer().putInt(LogLayout.RING_OFFSET + LogLayout.MESSAGE_LENGTH_FIELD, length);
        assertThatExceptionOfType(TaktException.class).isThrownBy(scene::receive)
            .withMessageStartingWith("the log of asset 'drone' is damaged at position ");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 1000, 1L << 40, Long.MAX_VALUE})
    void aCapacityThatIsNotThatOfTheFileIsAnError(final long capacity) throws Exception {
        final Scene scene = new Scene(Kind.IN_ORDER);
        scene.log.buffer().putLong(LogLayout.CAPACITY_OFFSET, capacity);
        assertThatExceptionOfType(TaktException.class)
            .isThrownBy(() -> MessageLog.open(scene.log.buffer(), (file, index, length) -> true))
            .withMessageStartingWith("the log of asset 'drone' is damaged: it states a capacity of " + capacity);
    }

    private static void assertNotOpened(final Scene scene, final String words) {
        assertThatExceptionOfType(TaktException.class)
            .isThrownBy(() -> MessageLog.open(scene.log.buffer(), (file, index, length) -> true)).withMessage(words);
    }

    @Test
    void aLogOfAnotherVersionIsSaidToBeOne() throws Exception {
        final Scene scene = new Scene(Kind.IN_ORDER);
        scene.log.buffer().putByte(LogLayout.VERSION_OFFSET, (byte) '1');
        assertNotOpened(scene,
            "this is a message log of version 1, and this program knows 2: take the release of the hub");
        scene.log.buffer().putByte(0, (byte) 'x');
        assertNotOpened(scene, "this is no message log");
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, Integer.MAX_VALUE})
    void aNameWhoseLengthCannotBeIsNoReasonToReadBeyondTheFile(final int length) throws Exception {
        final Scene scene = new Scene(Kind.IN_ORDER);
        scene.log.buffer().putInt(LogLayout.SENDER_OFFSET, length);
        assertThat(scene.log.sender()).hasSizeLessThan(128);
    }

    /** Programs in other languages need not write them. */
    @Test
    void recordsWithoutChecksAreTakenAsTheyAre() throws Exception {
        final Scene scene = new Scene(Kind.IN_ORDER);
        scene.log.askForChecks(false);
        for (int bit = 0; bit < Integer.SIZE; bit++) {
            scene.flip(LogLayout.CHECK_FIELD * Byte.SIZE + bit);
        }
        assertThat(scene.receive()).isEqualTo(MESSAGES);
    }

    @Test
    void aRecordThatCannotBeIsAnErrorWithoutChecks() throws Exception {
        final Scene scene = new Scene(Kind.IN_ORDER).flip(0);
        scene.log.askForChecks(false);
        assertThatExceptionOfType(TaktException.class).isThrownBy(scene::receive)
            .withMessage("the log of asset 'drone' is damaged at position " + RECORD);
    }
}
