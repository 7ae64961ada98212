package io.takt.proofs.memory;

import io.takt.asset.Steps;
import io.takt.asset.TaktException;
import io.takt.asset.message.Delivery;
import io.takt.asset.message.Message;
import io.takt.shm.control.Reply;
import io.takt.shm.message.EndpointThread;
import io.takt.shm.message.LatestValue;
import io.takt.shm.message.LogChannels;
import io.takt.shm.message.MessageEndpoint;
import io.takt.shm.message.MessageFiles;
import io.takt.shm.message.MessageLog;
import io.takt.shm.ring.Backing;
import io.takt.shm.waiting.Doorbell;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A sender and a receiver with the endpoint that ships, over a log with a ring of 512 bytes, so that it begins anew
 * every few messages. There are more pairs than the harness has under way at once, used in turn; each goes on where it
 * was.
 */
final class LogPair {
    /** The result of a step that hands over a message that is not as it was sent. */
    static final int TORN = 100;

    private static final int MANY = 2 * Harness.TRIALS;
    private static final int RING = 81_920;
    private static final int CAPACITY = 512;
    private static final Backing NO_MORE = (file, index, length) -> false;
    private static final int LENGTH = 48;
    private static final String CHANNEL = "pose";
    private static final AtomicInteger NEXT = new AtomicInteger();
    private static final LogPair[] ALL = new LogPair[MANY];

    final MessageEndpoint sender;
    final MessageEndpoint receiver;
    /** Where both are, between two trials. */
    long timeNs;
    private final MessageLog log;
    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[LENGTH]);
    private volatile boolean rung;
    private volatile boolean sawRoom;
    private volatile boolean hasReceiverEnded;
    private int handed;
    private byte value;

    static {
        Arrays.setAll(ALL, i -> new LogPair());
    }

    private LogPair() {
        final UnsafeBuffer memory = new UnsafeBuffer(ByteBuffer.allocateDirect(RING + CAPACITY));
        log = MessageLog.create(memory, "drone", CAPACITY, NO_MORE);
        final int channel = LogChannels.add(log, CHANNEL, LENGTH);
        final MessageFiles files = new MessageFiles() {
            @Override
            public MessageLog log(final String name) {
                return MessageLog.open(memory, NO_MORE);
            }

            @Override
            public LatestValue latest(final String name) {
                throw new TaktException("there is none");
            }
        };
        final EndpointThread thread = new EndpointThread() {
            @Override
            public void readAll() {
                // The receiver is on another one.
            }

            @Override
            public void pass(final int round, final BooleanSupplier unless) {
                sawRoom = unless.getAsBoolean();
                // Like a sleeper it does not see the room that is made meanwhile.
                while (!hasReceiverEnded) {
                    Thread.yield();
                }
            }

            @Override
            public long doorbell() {
                return 0;
            }
        };
        log.expect(0);
        sender = new MessageEndpoint("drone", Steps.fixedNs(1), 1, 0, new Reply.Messages(0, "drone", -1,
            List.of(new Reply.MessageOutput(CHANNEL, channel, LENGTH, -1, null, null)), List.of()), files,
            counterId -> rung = true, thread);
        receiver = new MessageEndpoint("radar", Steps.fixedNs(1), 1, 0, new Reply.Messages(0, "drone", -1, List.of(),
            List.of(new Reply.MessageInput(CHANNEL, "drone", Delivery.GATED, 0, 0, 0, channel, "drone",
                log.slots().take("radar"), null, null))), files, counterId -> rung = true, thread);
        receiver.channels().subscribe(CHANNEL, this::onMessage);
        sender.endDawn();
    }

    /** The next one, with both at the same time, and with nothing under way. */
    static LogPair next() {
        final LogPair next = ALL[NEXT.getAndIncrement() & MANY - 1];
        next.rung = false;
        next.sawRoom = true;
        next.hasReceiverEnded = false;
        return next;
    }

    boolean isRung() {
        return rung;
    }

    /** Whether there was room for the last message, or it was seen at the last look before a sleep. */
    boolean hasSeenRoom() {
        return sawRoom;
    }

    MessageLog log() {
        return log;
    }

    private void onMessage(final Message message) {
        boolean isWhole = message.length() == LENGTH;
        for (int i = 0; i < LENGTH && isWhole; i++) {
            isWhole = message.buffer().getByte(message.index() + i) == (byte) message.sequence();
        }
        handed += isWhole ? 1 : TORN;
    }

    private void begin(final MessageEndpoint endpoint, final long fromNs) {
        try {
            endpoint.begin(fromNs, fromNs + 1);
        } catch (final Exception e) {
            throw new IllegalStateException("no handler throws", e);
        }
    }

    /** The sender's step, to its end. */
    void senderSteps(final int messages) {
        begin(sender, timeNs);
        send(messages);
        senderEnds();
    }

    void send(final int messages) {
        for (int i = 0; i < messages; i++) {
            bytes.setMemory(0, LENGTH, value);
            sender.channels().output(CHANNEL).send(bytes, 0, LENGTH);
            value++;
        }
    }

    void senderBegins() {
        begin(sender, timeNs);
    }

    void senderEnds() {
        sender.publish(timeNs, timeNs + 1);
        sender.advance(timeNs, timeNs + 1);
        Doorbell.fence();
        sender.wake();
    }

    /** A step of the receiver's from a time begins: says how much it is handed, or more than {@link #TORN}. */
    int receiverBegins(final long fromNs) {
        handed = 0;
        begin(receiver, fromNs);
        receiver.publish(fromNs, fromNs + 1);
        return handed;
    }

    /** The same from its beginning to its end. */
    int receiverSteps(final long fromNs) {
        final int count = receiverBegins(fromNs);
        receiverEnds(fromNs);
        return count;
    }

    void receiverEnds(final long fromNs) {
        receiver.advance(fromNs, fromNs + 1);
        hasReceiverEnded = true;
    }

    /** The sender is put back to its start, and sends so many messages there. */
    void senderResets(final int messages) {
        sender.beginReset();
        value = 0;
        send(messages);
        sender.endDawn();
    }
}
