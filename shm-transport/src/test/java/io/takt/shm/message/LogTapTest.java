package io.takt.shm.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.asset.TaktException;
import io.takt.shm.ring.Signaller;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class LogTapTest {
    private static final int ALL = Integer.MAX_VALUE;
    private static final int LARGE = 8_000;
    private static final int DOORBELL = 7;
    private static final Signaller NO_BELLS = counterId -> { };

    private final MessageLog log = new MemoryMessages().log("drone", 0);
    private final Told told = new Told();
    private final List<Long> rung = new ArrayList<>();
    private LogWriter writer = new LogWriter(log, 0, NO_BELLS);

    LogTapTest() {
        log.tracing(1);
    }

    private boolean stage(final int channel, final long stampNs, final String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return writer.stage(channel, stampNs, new UnsafeBuffer(bytes), 0, bytes.length);
    }

    /** One step with one large message. */
    private void sendLarge(final int number) {
        assertThat(stage(0, number, "x".repeat(LARGE))).isTrue();
        writer.publish();
        writer.endStep(number - 1, number, 0);
        writer.advance(number);
    }

    private List<String> poll(final LogTap tap) {
        while (tap.poll(told, ALL) > 0) {
            assertThat(told.lines).isNotEmpty();
        }
        return told.take();
    }

    private LogTap untethered() {
        return LogTap.untethered(log, 0);
    }

    @Test
    void tellsWhatWasSentAndWhatWasDeliveredInTheirOrder() {
        final LogTap tap = untethered();
        stage(0, 10, "one");
        writer.stageDelivered(3, 9, 77, 20);
        stage(1, 10, "");
        assertThat(poll(tap)).as("before it is published").isEmpty();
        writer.publish();
        assertThat(tap.poll(told, 2)).isEqualTo(2);
        assertThat(told.take()).containsExactly("sent 0 at 10 #0 one", "delivered 3 at 9 #77 to 20");
        assertThat(poll(tap)).containsExactly("sent 1 at 10 #1 ");
        assertThat(tap.poll(told, ALL)).isZero();
    }

    @Test
    void beginsWithWhatIsStillThereOrWithWhatComesNext() {
        stage(0, 10, "past");
        writer.publish();
        final LogTap past = untethered();
        final LogTap next = LogTap.untethered(log);
        stage(0, 20, "next");
        writer.publish();
        assertThat(poll(past)).containsExactly("sent 0 at 10 #0 past", "sent 0 at 20 #1 next");
        assertThat(poll(next)).containsExactly("sent 0 at 20 #1 next");
        for (int i = 0; i <= log.capacity() / LARGE; i++) {
            sendLarge(30 + i);
        }
        assertThat(poll(untethered())).as("the beginning is gone").isEmpty();
    }

    @Test
    void beginsWhereItIsToldTo() {
        stage(0, 10, "one");
        writer.publish();
        final long position = log.tail();
        stage(0, 20, "two");
        writer.publish();
        final LogTap tap = LogTap.untethered(log, position);
        assertThat(poll(tap)).containsExactly("sent 0 at 20 #1 two");
        for (int i = 30; i < 50; i++) {
            sendLarge(i);
        }
        assertThat(poll(tap)).as("it has counted what was before").containsExactly("missed 20");
        for (int i = 50; i < 70; i++) {
            sendLarge(i);
        }
        assertThat(poll(LogTap.untethered(log, position))).isEmpty();
    }

    @Test
    void aTapOverrunAtItsFirstLookDoesNotKnowByHowMany() {
        stage(0, 10, "one");
        writer.publish();
        final LogTap tap = untethered();
        for (int i = 30; i < 50; i++) {
            sendLarge(i);
        }
        assertThat(poll(tap)).containsExactly("missed 1");
    }

    @Test
    void beginsBehindTheLastReset() {
        stage(0, 10, "before");
        writer.publish();
        writer.reset();
        final LogTap tap = untethered();
        stage(0, 0, "dawn");
        writer.publish();
        assertThat(poll(tap)).containsExactly("sent 0 at 0 #0 dawn");
    }

    @Test
    void goesRoundTheRingOverAndOver() {
        final LogTap tap = untethered();
        for (int i = 1; i <= 100; i++) {
            sendLarge(i);
            assertThat(poll(tap)).containsExactly("sent 0 at " + i + " #" + (i - 1) + " xxxx and so on, 8000 B");
        }
    }

    @Test
    void tellsHowManyItMissedWhenItIsTooLate() {
        final LogTap tap = untethered();
        sendLarge(1);
        assertThat(poll(tap)).hasSize(1);
        for (int i = 2; i <= 31; i++) {
            sendLarge(i);
        }
        assertThat(poll(tap)).containsExactly("missed 30");
        sendLarge(32);
        assertThat(poll(tap)).hasSize(1).first().asString().startsWith("sent 0 at 32 #31 ");
        assertThat(told.missed).isEqualTo(30);
    }

    @Test
    void neverTellsWhatIsBeingWrittenOver() {
        final LogTap tap = untethered();
        sendLarge(1);
        // All that is in the ring is staged only: the tail stays where it is.
        for (int i = 0; i < log.capacity() / LARGE - 1; i++) {
            assertThat(stage(0, 2, "y".repeat(LARGE))).isTrue();
        }
        assertThat(poll(tap)).as("there was room beside it").hasSize(1);
        final LogTap late = untethered();
        writer.publish();
        writer.advance(2);
        assertThat(stage(0, 3, "z".repeat(LARGE))).isTrue();
        assertThat(poll(late)).containsExactly("missed 1");
        assertThat(poll(tap)).containsExactly("missed " + (log.capacity() / LARGE - 1));
    }

    @Test
    void recordsOverwrittenByAKilledProcessStaySo() {
        final LogTap tap = LogTap.untethered(log);
        sendLarge(1);
        stage(0, 2, "y".repeat(LARGE));
        writer.publish();
        for (int i = 0; i < log.capacity() / LARGE - 1; i++) {
            stage(0, 3, "z".repeat(LARGE));
        }
        writer = new LogWriter(log, 2, NO_BELLS);
        writer.voidAfter(2);
        writer.publish();
        assertThat(poll(tap)).containsExactly("missed 2");
        stage(0, 3, "again");
        writer.publish();
        assertThat(poll(tap)).containsExactly("sent 0 at 3 #1 again");
    }

    @Test
    void aStepThatIsLargerThanTheRingIsPublishedInPiecesEvenWithoutReaders() {
        int pieces = 1;
        for (int i = 0; i < 100; i++) {
            if (!stage(0, 1, "x".repeat(LARGE))) {
                writer.publish();
                assertThat(stage(0, 1, "x".repeat(LARGE))).isTrue();
                pieces++;
            }
        }
        assertThat(pieces).isEqualTo(100 / (log.capacity() / LARGE) + 1);
    }

    @Test
    void aReaderThatComesInTheMiddleOfAStepFindsAllThatIsPublishedLater() {
        log.slots().free(log.slots().take("a reader"));
        int staged = 0;
        while (stage(0, 1, staged + "x".repeat(LARGE))) {
            staged++;
        }
        final LogTap tap = LogTap.tethered(log, 0, ListenerSlots.take(log, 1), NO_BELLS);
        assertThat(stage(0, 1, "x".repeat(LARGE))).isFalse();
        writer.publish();
        assertThat(poll(tap)).hasSize(staged).first().asString().startsWith("sent 0 at 1 #0 0xxx");
    }

    @Test
    void aResetIsToldBetweenWhatWasSentBeforeAndAfterIt() {
        final LogTap tap = untethered();
        stage(0, 10, "before");
        writer.publish();
        stage(0, 20, "in the step that is cut short");
        writer.reset();
        stage(0, 0, "dawn");
        writer.publish();
        assertThat(poll(tap)).containsExactly("sent 0 at 10 #0 before", "reset", "sent 0 at 0 #0 dawn");
        writer.reset();
        assertThat(poll(tap)).containsExactly("reset");
    }

    @Test
    void aResetIsNotToldBeforeAllThatWasSentBeforeIt() {
        final LogTap tap = untethered();
        stage(0, 10, "one");
        stage(0, 10, "two");
        writer.publish();
        writer.reset();
        assertThat(tap.poll(told, 1)).isEqualTo(1);
        assertThat(told.take()).containsExactly("sent 0 at 10 #0 one");
        assertThat(poll(tap)).containsExactly("sent 0 at 10 #1 two", "reset");
    }

    @Test
    void aTapThatIsTooLateForAResetHearsOfItAllTheSame() {
        final LogTap tap = LogTap.untethered(log);
        sendLarge(1);
        writer.reset();
        for (int i = 1; i <= 20; i++) {
            sendLarge(i);
        }
        assertThat(poll(tap)).containsExactly("missed 21", "reset");
    }

    @Test
    void aSuccessorVoidsTheUnfinishedStepOfItsPredecessor() {
        final LogTap tap = untethered();
        stage(0, 10, "kept");
        writer.publish();
        writer.endStep(0, 10, 0);
        writer.advance(10);
        stage(0, 20, "void");
        writer.publish();
        writer = new LogWriter(log, 10, NO_BELLS);
        writer.voidAfter(10);
        stage(0, 20, "again");
        writer.publish();
        assertThat(poll(tap)).containsExactly("sent 0 at 10 #0 kept", "sent 0 at 20 #1 void", "void after 10",
            "sent 0 at 20 #1 again");
    }

    @Test
    void theSenderWaitsForATapWithASlotAndIsWokenWhenThereIsRoom() {
        final int slot = ListenerSlots.take(log, 4);
        assertThat(ListenerSlots.take(log, 4)).as("taken once").isEqualTo(slot);
        final LogTap tap = LogTap.tethered(log, 0, slot, rung::add);
        int sent = 0;
        while (stage(0, 1, "x".repeat(LARGE))) {
            sent++;
        }
        writer.publish();
        writer.ring().awaitRoom(DOORBELL);
        assertThat(writer.ring().hasMoreRoom()).isFalse();
        assertThat(poll(tap)).hasSize(sent);
        assertThat(rung).isNotEmpty().containsOnly((long) DOORBELL);
        rung.clear();
        assertThat(writer.ring().hasMoreRoom()).isTrue();
        writer.ring().awaitRoomNoMore();
        assertThat(stage(0, 1, "x".repeat(LARGE))).isTrue();
        writer.publish();
        assertThat(poll(tap)).hasSize(1);
        assertThat(rung).as("no reader waits").isEmpty();
        assertThat(told.missed).isZero();
    }

    @Test
    void thereIsRoomBeforeAllIsRead() {
        final LogTap tap = LogTap.tethered(log, 0, ListenerSlots.take(log, 1), NO_BELLS);
        while (stage(0, 1, "x".repeat(LARGE))) {
            writer.publish();
        }
        final List<Boolean> isRoom = new ArrayList<>();
        tap.poll(new Told() {
            @Override
            public void onSent(final int asset, final int channel, final long stampNs, final long sequence,
                final DirectBuffer buffer, final int index, final int length) {
                isRoom.add(writer.ring().hasMoreRoom());
            }
        }, ALL);
        assertThat(isRoom).startsWith(false, false).endsWith(true, true);
    }

    @Test
    void aTetheredTapThatHasMissedSomethingFails() {
        final int slot = ListenerSlots.take(log, 1);
        final LogTap tap = LogTap.tethered(log, 0, slot, NO_BELLS);
        sendLarge(1);
        assertThat(poll(tap)).hasSize(1);
        ListenerSlots.free(log, 1);
        for (int i = 2; i <= 31; i++) {
            sendLarge(i);
        }
        assertThatThrownBy(() -> tap.poll(told, ALL)).isInstanceOf(TaktException.class)
            .hasMessage("30 messages of asset 'drone' were overwritten unread");
    }

    @Test
    void aTetheredTapWhoseRecordsAreOverwrittenWhileItReadsThemFails() {
        final int slot = ListenerSlots.take(log, 1);
        final LogTap tap = LogTap.tethered(log, 0, slot, NO_BELLS);
        sendLarge(1);
        final Told overtaken = new Told() {
            @Override
            public void onSent(final int asset, final int channel, final long stampNs, final long sequence,
                final DirectBuffer buffer, final int index, final int length) {
                ListenerSlots.free(log, 1);
                for (int i = 2; i <= 31; i++) {
                    sendLarge(i);
                }
            }
        };
        assertThatThrownBy(() -> tap.poll(overtaken, ALL)).isInstanceOf(TaktException.class)
            .hasMessage("1 messages of asset 'drone' were overwritten unread");
    }

    @Test
    void tellsUpToWhichTimeAllHasBeenTold() {
        final LogTap tap = LogTap.tethered(log, 7, ListenerSlots.take(log, 1), NO_BELLS);
        final Told both = new Told() {
            @Override
            public void onFrontier(final int asset, final long timeNs) {
                lines.add("asset " + asset + " is known to " + timeNs);
            }
        };
        log.expect(0);
        stage(0, 10, "one");
        stage(0, 10, "two");
        writer.publish();
        writer.advance(10);
        tap.poll(both, 1);
        assertThat(both.take()).containsExactly("sent 0 at 10 #0 one");
        tap.poll(both, ALL);
        assertThat(both.take()).containsExactly("sent 0 at 10 #1 two", "asset 7 is known to 10");
        tap.poll(both, ALL);
        writer.reset();
        tap.poll(both, ALL);
        writer.advance(0);
        tap.poll(both, ALL);
        assertThat(both.take()).as("each once, and anew after a reset").containsExactly("reset",
            "asset 7 is known to 0");
        log.nothingWillCome();
        tap.poll(both, ALL);
        assertThat(both.take()).as("of a sender that is gone").isEmpty();
    }

    @Test
    void tellsHowFullTheLogHasBecome() {
        final LogTap tap = LogTap.tethered(log, 0, ListenerSlots.take(log, 1), NO_BELLS);
        assertThat(tap.fill()).isZero();
        while (stage(0, 1, "x".repeat(LARGE))) {
            writer.publish();
        }
        assertThat(tap.fill()).isBetween(0.8, 1.0);
        tap.poll(told, ALL);
        assertThat(tap.fill()).isZero();
    }

    @Test
    void noSenderWaitsForATapWithoutASlot() {
        untethered();
        ListenerSlots.take(log, 4);
        ListenerSlots.take(log, 5);
        ListenerSlots.free(log, 4);
        ListenerSlots.free(log, 4);
        ListenerSlots.free(log, 99);
        int sent = 0;
        while (sent < 100 && stage(0, sent + 1, "x".repeat(LARGE))) {
            writer.publish();
            sent++;
        }
        assertThat(sent).as("5 still has its slot").isLessThan(10);
        ListenerSlots.freeAll(log);
        for (int i = 0; i < 100; i++) {
            sendLarge(sent + i + 1);
        }
    }

    @Test
    void withoutListenersNothingIsWrittenInVain() {
        log.tracing(0);
        assertThat(writer.isRead()).isFalse();
        log.tracing(2);
        assertThat(writer.isRead()).isTrue();
        assertThat(writer.isTraced()).isTrue();
    }

    @Test
    void aDamagedLogIsNotBelieved() {
        final LogTap tap = untethered();
        stage(0, 10, "one");
        writer.publish();
        for (final int length : new int[] {0, -32, 33, 1 << 30}) {
            log.buffer().putInt(LogLayout.RING_OFFSET, length);
            assertThatThrownBy(() -> tap.poll(told, ALL)).isInstanceOf(TaktException.class)
                .hasMessage("the log of asset 'drone' is damaged at position 0");
        }
        log.buffer().putInt(LogLayout.RING_OFFSET, 64);
        for (final int length : new int[] {-1, 33, Integer.MAX_VALUE}) {
            log.buffer().putInt(LogLayout.RING_OFFSET + LogLayout.MESSAGE_LENGTH_FIELD, length);
            assertThatThrownBy(() -> tap.poll(told, ALL)).isInstanceOf(TaktException.class);
        }
        assertThat(told.lines).isEmpty();
    }
}
