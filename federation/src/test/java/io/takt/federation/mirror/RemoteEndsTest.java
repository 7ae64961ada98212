package io.takt.federation.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.asset.TaktException;
import io.takt.federation.link.Allocated;
import io.takt.federation.link.MuxFrame;
import io.takt.shm.control.Reply;
import io.takt.shm.host.HubDirectory;
import io.takt.shm.message.LogChannels;
import io.takt.shm.message.LogTap;
import io.takt.shm.message.MappedMessageFiles;
import io.takt.shm.message.MessageFiles;
import io.takt.shm.message.MessageFolder;
import io.takt.shm.message.MessageLog;
import io.takt.shm.message.MirrorChannel;
import io.takt.shm.message.MirrorPresence;
import io.takt.shm.message.MirrorSink;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both ends of a link's mirrors on one thread, with a network between that breaks, and with an end that lies. */
class RemoteEndsTest {
    private static final String SENDER = "drone";
    private static final int MAX_BYTES = 400_000;
    private static final int WINDOW = 1024 * 1024;
    private static final int FUZZED = Boolean.getBoolean("takt.slow") ? 10_000_000 : 200_000;
    private static final MessageFiles FILES = new MappedMessageFiles();

    @TempDir
    private Path base;
    private final Random random = new Random(3);
    private final List<Long> got = new ArrayList<>();
    private final Deque<byte[]> toAbove = new ArrayDeque<>();
    private final Deque<byte[]> toBelow = new ArrayDeque<>();
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[MAX_BYTES]);
    private MessageFolder home;
    private MessageFolder away;
    private MirrorSink sender;
    private MessageLog mirrored;
    private LogTap radar;
    private RemoteEnds below;
    private RemoteEnds above;
    private long latestNs = Long.MAX_VALUE;
    private long number;
    private long sentBytes;
    private int replacements;
    private long sent;

    @BeforeEach
    void make() {
        home = new MessageFolder(new HubDirectory(base, "home"));
        away = new MessageFolder(new HubDirectory(base, "away"));
        final MessageLog original = log(home);
        mirrored = log(away);
        sender = new MirrorSink(original, List.of(new MirrorChannel("pose", true, null)), counterId -> { });
        sender.begin(1, 0, 0);
        final int slot = original.slots().takeFromDawn("..");
        radar = LogTap.tethered(mirrored, 0, mirrored.slots().takeFromDawn("radar"), counterId -> { });
        below = new RemoteEnds(List.of(end(home, slot)), List.of(), FILES, counterId -> { }, () -> Long.MAX_VALUE,
            new Random(1));
        above = new RemoteEnds(List.of(), List.of(end(away, -1)), FILES, counterId -> { }, () -> latestNs,
            new Random(2));
        below.onConnected(frame -> copy(frame, toAbove), () -> false);
        above.onConnected(frame -> copy(frame, toBelow), () -> false);
    }

    @AfterEach
    void close() {
        home.close();
        away.close();
    }

    private static MessageLog log(final MessageFolder folder) {
        final MessageLog log = folder.log(SENDER, MAX_BYTES);
        LogChannels.add(log, "pose", MAX_BYTES);
        MirrorPresence.expect(log);
        return log;
    }

    private static Reply.CrossingLog end(final MessageFolder folder, final int slot) {
        return new Reply.CrossingLog(SENDER, folder.logName(SENDER), slot,
            List.of(new Reply.CrossingChannel("pose", MAX_BYTES, true, null, null)));
    }

    private static void copy(final ByteBuffer frame, final Deque<byte[]> into) {
        final byte[] bytes = new byte[frame.remaining()];
        frame.get(bytes);
        into.add(bytes);
    }

    /** A new connection: bytes under way on the one before are lost. */
    private void connect() {
        toAbove.clear();
        toBelow.clear();
        below.open();
        above.close();
        below.sayOpen(++number);
        below.flush(false);
        deliver(toAbove, true);
        deliver(toBelow, false);
        deliver(toAbove, true);
    }

    private void deliver(final Deque<byte[]> from, final boolean isUp) {
        while (!from.isEmpty()) {
            take(from.remove(), isUp);
        }
        (isUp ? above : below).flush(false);
    }

    private void take(final byte[] frame, final boolean isUp) {
        final ByteBuffer payload = ByteBuffer.wrap(frame, MuxFrame.HEADER_LENGTH, frame.length - MuxFrame.HEADER_LENGTH)
            .slice();
        final RemoteEnds end = isUp ? above : below;
        if (frame[0] == MuxFrame.RECORDS_ACK.ordinal()) {
            end.onAck(payload);
            return;
        }
        sentBytes += payload.remaining();
        if (end.openedBy(payload) != RemoteEnds.NOT_OPENED && isUp) {
            above.open();
            above.sayOpen(number);
        }
        end.onRecords(payload);
    }

    /** Sends a message; false when the log has no room. */
    private boolean send(final int length) {
        if (!sender.onMessage(0, sent + 1, sent, message, 0, length)) {
            return false;
        }
        sent++;
        sender.onPosition(sent);
        sender.onFrontier(sent);
        return true;
    }

    private void read(final int limit) {
        radar.poll(new LogTap.Listener() {
            @Override
            public void onSent(final int asset, final int channel, final long stampNs, final long sequence,
                final DirectBuffer buffer, final int index, final int length) {
                got.add(sequence);
            }

            @Override
            public void onDelivered(final int asset, final int input, final long deliveryNs, final long sequence,
                final long stepEndNs) {
                throw new AssertionError("deliveries do not cross");
            }

            @Override
            public void onVoid(final int asset, final long stampNs) {
                replacements++;
            }

            @Override
            public void onReset(final int asset) {
                replacements++;
            }
        }, limit);
    }

    @Test
    void whateverBreaksEachMessageComesOnceAndInOrder() {
        connect();
        for (int action = 0; action < 20_000; action++) {
            switch (random.nextInt(6)) {
                case 0 -> send(random.nextInt(10) == 0 ? MAX_BYTES : random.nextInt(100));
                case 1 -> below.read(false);
                case 2 -> below.flush(false);
                case 3 -> {
                    final boolean isUp = random.nextBoolean();
                    final Deque<byte[]> from = isUp ? toAbove : toBelow;
                    if (!from.isEmpty()) {
                        take(from.remove(), isUp);
                    }
                }
                case 4 -> {
                    read(random.nextInt(20));
                    above.write();
                    above.flush(false);
                }
                default -> {
                    if (random.nextInt(100) == 0) {
                        connect();
                    }
                }
            }
        }
        while (!below.areDone()) {
            below.read(false);
            below.flush(false);
            deliver(toAbove, true);
            read(100);
            above.write();
            deliver(toBelow, false);
            above.flush(false);
        }
        read(Integer.MAX_VALUE);
        assertThat(sent).isGreaterThan(1_000);
        assertThat(got).isEqualTo(LongStream.range(0, sent).boxed().toList());
        assertThat(mirrored.frontierNs()).isEqualTo(sent);
        assertThat(replacements).isZero();
    }

    private void settle() {
        below.read(false);
        below.flush(false);
        deliver(toAbove, true);
        deliver(toBelow, false);
    }

    /**
     * The hub of a mirror has begun anew before the sender did: the sender's next messages are still of the epoch
     * before.
     */
    @Test
    void whatASenderSaysBeforeAResetThatItsMirrorHasHadDoesNotCome() {
        connect();
        send(10);
        settle();
        read(10);
        assertThat(got).containsExactly(0L);
        above.close();
        mirrored.reset();
        connect();
        settle();
        send(10);
        sender.onReset(sent);
        home.log(SENDER, MAX_BYTES).allAreReset();
        settle();
        send(10);
        settle();
        assertThat(mirrored.frontierNs()).isEqualTo(3);
        while (replacements < 1) {
            read(10);
        }
        read(10);
        assertThat(got).as("the one in the middle is void").containsExactly(0L, 2L);
    }

    @Test
    void aReceiverThatTakesNothingStopsTheSenderAndNoMemoryFills() {
        connect();
        while (send(MAX_BYTES)) {
            below.read(false);
            below.flush(false);
            deliver(toAbove, true);
            deliver(toBelow, false);
        }
        assertThat(sentBytes - mirrored.tail()).as("of one log").isLessThan(WINDOW + MAX_BYTES);
        final long held = sentBytes;
        for (int i = 0; i < 10; i++) {
            below.read(false);
            below.flush(false);
            deliver(toAbove, true);
            deliver(toBelow, false);
        }
        assertThat(sentBytes).as("nothing goes for which there is no room").isEqualTo(held);
        assertThat(below.areDone()).isFalse();
        while (!below.areDone()) {
            read(1);
            above.write();
            above.flush(false);
            deliver(toBelow, false);
            below.read(false);
            below.flush(false);
            deliver(toAbove, true);
        }
        read(Integer.MAX_VALUE);
        assertThat(got).isEqualTo(LongStream.range(0, sent).boxed().toList());
    }

    @Test
    void noMoreIsUnderWayThanControlMayWaitBehind() {
        connect();
        sentBytes = 0;
        for (int i = 0; i < 1_000; i++) {
            send(MAX_BYTES);
            below.read(false);
            below.flush(false);
        }
        assertThat(toAbove.stream().mapToLong(frame -> frame.length).sum()).isBetween(WINDOW / 2L, WINDOW + 1_000L);
    }

    @Test
    void theSameHoldsOfManyLogsTogether() {
        final List<Reply.CrossingLog> read = new ArrayList<>();
        final List<MirrorSink> senders = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            final String name = SENDER + i;
            final MessageLog log = home.log(name, MAX_BYTES);
            LogChannels.add(log, "pose", MAX_BYTES);
            MirrorPresence.expect(log);
            senders.add(new MirrorSink(log, List.of(new MirrorChannel("pose", true, null)), counterId -> { }));
            senders.get(i).begin(1, 0, 0);
            read.add(new Reply.CrossingLog(name, home.logName(name), log.slots().takeFromDawn(".."),
                end(home, 0).channels()));
        }
        final RemoteEnds many = new RemoteEnds(read, List.of(), FILES, counterId -> { }, () -> latestNs,
            new Random(2));
        many.onConnected(frame -> copy(frame, toAbove), () -> false);
        many.open();
        for (int log = 0; log < read.size(); log++) {
            many.onAck(entry(0, log).putLong(0).putLong(0).put((byte) 0).flip());
            senders.get(log).onMessage(0, 1, 0, message, 0, MAX_BYTES);
            senders.get(log).onPosition(1);
        }
        for (int i = 0; i < 100; i++) {
            many.read(false);
            many.flush(false);
        }
        assertThat(toAbove.stream().mapToLong(frame -> frame.length).sum()).isBetween(WINDOW * 1L, WINDOW + 2_000L);
        many.onAck(ByteBuffer.allocate(9).put((byte) 2).putLong(WINDOW / 2).flip());
        toAbove.clear();
        many.flush(false);
        assertThat(toAbove.stream().mapToLong(frame -> frame.length).sum()).isGreaterThan(WINDOW / 2);
    }

    @Test
    void aBusyConnectionGetsNoRecords() {
        connect();
        below.onConnected(frame -> copy(frame, toAbove), () -> true);
        send(10);
        below.read(false);
        below.flush(false);
        assertThat(toAbove).isEmpty();
        below.flush(true);
        assertThat(toAbove).hasSize(1);
    }

    private static ByteBuffer entry(final int kind, final int log) {
        return ByteBuffer.allocate(100).put((byte) kind).putInt(log);
    }

    private void refuses(final ByteBuffer records, final String why) {
        assertThatThrownBy(() -> above.onRecords(records.flip())).isInstanceOf(TaktException.class)
            .hasMessageContaining(why);
    }

    private void refusesAck(final ByteBuffer acks, final String why) {
        assertThatThrownBy(() -> below.onAck(acks.flip())).isInstanceOf(TaktException.class).hasMessageContaining(why);
    }

    /** Of a kind of the encoder: little-endian, as it writes. */
    private static ByteBuffer told(final int kind, final long time) {
        return entry(2, 0).putInt(9).put((byte) kind).putLong(Long.reverseBytes(time));
    }

    private static ByteBuffer sentMessage(final long stampNs, final int length) {
        return entry(2, 0).putInt(22 + 8).put((byte) 1).putLong(Long.reverseBytes(stampNs)).putLong(0).put((byte) 0)
            .putInt(Integer.reverseBytes(length)).putLong(0);
    }

    @Test
    void whatNoEndSaysIsRefusedInOneLine() {
        refuses(entry(2, 0).putInt(0), "has not begun");
        connect();
        refuses(entry(1, 0).putLong(1).putLong(0).putLong(0), "named twice");
        refuses(entry(1, 1), "named by number 1, and 1 cross");
        refuses(entry(1, -1), "named by number -1");
        refuses(entry(2, 0).putInt(5), "breaks off");
        refuses(entry(2, 0).putInt(-1), "breaks off");
        refuses(entry(2, 0), "breaks off");
        refuses(entry(9, 0), "of kind 9");
        refuses(entry(2, 0).putInt(1).put((byte) 77), "of kind 77");
        refusesAck(entry(2, 0).putInt(1), "1 bytes of records were taken, and 0 were sent");
        refusesAck(entry(0, 0).putLong(0).putLong(0).put((byte) 0), "acknowledges now what is of kind 0");
        refusesAck(entry(1, 0).putLong(1).putLong(0), "has used 1 bytes, and 0 were sent");
        refusesAck(entry(1, 0).putLong(0).putLong(1_000), "has come to position 1000, and only 0 was told");
        refusesAck(entry(1, 0).putLong(0), "breaks off");
    }

    @Test
    void timesToWhichNoSimulatorHasComeAreRefused() {
        latestNs = 100;
        connect();
        above.onRecords(sentMessage(100, 8).flip());
        refuses(sentMessage(101, 8), "asset 'drone' is said to have sent, or ended a step, at 101 ns");
        connect();
        refuses(sentMessage(-1, 8), "at -1 ns");
        connect();
        refuses(sentMessage(1, MAX_BYTES + 1), "a message of 400001 bytes came for a mirror that takes 400000");
        connect();
        above.onRecords(told(6, 100).flip());
        refuses(told(6, 101), "at 101 ns");
        connect();
        refuses(told(8, Long.MAX_VALUE), "to which it cannot have come");
    }

    @Test
    void anEndThatSendsWithoutCreditIsRefusedBeforeItFillsMemory() {
        connect();
        final ByteBuffer large = ByteBuffer.allocate(9 + 22 + MAX_BYTES).put((byte) 2).putInt(0)
            .putInt(22 + MAX_BYTES).put((byte) 1).putLong(0).putLong(0).put((byte) 0)
            .putInt(Integer.reverseBytes(MAX_BYTES));
        large.position(large.limit());
        assertThatThrownBy(() -> {
            for (int i = 0; i < 10_000; i++) {
                above.onRecords(large.flip());
            }
        }).isInstanceOf(TaktException.class).hasMessageContaining("more than it has said that there is room for");
    }

    @Test
    void anyBytesOfAnAuthenticatedEndAreReadOrRefused() {
        final Allocated allocated = new Allocated();
        int refused = 0;
        for (int i = 0; i < FUZZED; i++) {
            if (i % 100 == 0) {
                beginBoth(i + 2);
            }
            final byte[] bytes = new byte[random.nextInt(80)];
            random.nextBytes(bytes);
            if (bytes.length > 10 && random.nextInt(4) > 0) {
                ByteBuffer.wrap(bytes).put((byte) random.nextInt(3)).putInt(0).putInt(random.nextInt(bytes.length))
                    .put((byte) (1 + random.nextInt(10)));
            }
            try {
                if (random.nextBoolean()) {
                    allocated.by(() -> above.onRecords(ByteBuffer.wrap(bytes)));
                } else {
                    allocated.by(() -> below.onAck(ByteBuffer.wrap(bytes)));
                }
                above.flush(false);
                below.read(false);
                below.flush(false);
            } catch (final TaktException e) {
                allocated.complain(e.getMessage());
                refused++;
            }
            read(Integer.MAX_VALUE);
        }
        assertThat(allocated.most()).isLessThanOrEqualTo(MuxFrame.MOST_BYTES);
        assertThat(refused).isBetween(FUZZED / 10, FUZZED - 1);
    }

    private void beginBoth(final long mark) {
        toAbove.clear();
        toBelow.clear();
        above.open();
        above.onRecords(entry(1, 0).putLong(mark).putLong(0).putLong(0).flip());
        below.open();
        below.onAck(entry(0, 0).putLong(0).putLong(0).put((byte) 0).flip());
    }
}
