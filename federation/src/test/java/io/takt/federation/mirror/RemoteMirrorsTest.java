package io.takt.federation.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.WaitStrategy;
import io.takt.federation.link.ControlStream;
import io.takt.federation.link.MuxFrame;
import io.takt.shm.control.Reply;
import io.takt.shm.host.HubDirectory;
import io.takt.shm.message.LogChannels;
import io.takt.shm.message.MappedMessageFiles;
import io.takt.shm.message.MessageFolder;
import io.takt.shm.message.MessageLog;
import io.takt.shm.message.MirrorChannel;
import io.takt.shm.message.MirrorPresence;
import io.takt.shm.message.MirrorSink;
import io.takt.shm.waiting.Doorbell;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ordered lines stay behind the logs, at both ends and without threads. */
class RemoteMirrorsTest {
    private static final String SENDER = "drone";

    @TempDir
    private Path base;
    private final Deque<byte[]> toParent = new ArrayDeque<>();
    private final Deque<byte[]> toChild = new ArrayDeque<>();
    private final ControlStream ofChild = new ControlStream();
    private final ControlStream ofParent = new ControlStream();
    private MessageFolder home;
    private MessageFolder away;
    private MirrorSink sender;
    private MessageLog mirrored;
    private RemoteMirrors child;
    private RemoteMirrors parent;
    private long lines;

    @BeforeEach
    void make() {
        home = new MessageFolder(new HubDirectory(base, "home"));
        away = new MessageFolder(new HubDirectory(base, "away"));
        final MessageLog original = log(home);
        mirrored = log(away);
        mirrored.slots().takeFromDawn("radar");
        sender = new MirrorSink(original, List.of(new MirrorChannel("pose", true, null)), counterId -> { });
        sender.begin(1, 0, 0);
        final List<Reply.CrossingLog> up = List.of(end(home, original.slots().takeFromDawn("..")));
        child = new RemoteMirrors(true, hub(), null, ofChild, new RemoteEnds(up, List.of(), new MappedMessageFiles(),
            counterId -> { }, () -> Long.MAX_VALUE, new Random(1)), WaitStrategy.SLEEP, Runnable::run, this::fail);
        parent = new RemoteMirrors(false, hub(), null, ofParent, new RemoteEnds(List.of(), List.of(end(away, -1)),
            new MappedMessageFiles(), counterId -> { }, () -> Long.MAX_VALUE, new Random(2)), WaitStrategy.SLEEP,
            Runnable::run, this::fail);
    }

    @AfterEach
    void close() {
        child.close();
        parent.close();
        home.close();
        away.close();
    }

    private void fail(final String why) {
        throw new AssertionError(why);
    }

    private static MirrorHub hub() {
        return new MirrorHub(null, 0, new Doorbell(new UnsafeBuffer(ByteBuffer.allocateDirect(Long.BYTES)), 0));
    }

    private static MessageLog log(final MessageFolder folder) {
        final MessageLog log = folder.log(SENDER, 100);
        LogChannels.add(log, "pose", 100);
        MirrorPresence.expect(log);
        return log;
    }

    private static Reply.CrossingLog end(final MessageFolder folder, final int slot) {
        return new Reply.CrossingLog(SENDER, folder.logName(SENDER), slot,
            List.of(new Reply.CrossingChannel("pose", 100, true, null, null)));
    }

    private static void copy(final ByteBuffer frame, final Deque<byte[]> into) {
        final byte[] bytes = new byte[frame.remaining()];
        frame.get(bytes);
        into.add(bytes);
    }

    private void connect() throws IOException {
        toParent.clear();
        toChild.clear();
        ofChild.disconnect();
        ofParent.disconnect();
        child.connect(frame -> copy(frame, toParent), () -> false);
        parent.connect(frame -> copy(frame, toChild), () -> false);
        ofChild.connect(ofParent.got(), frame -> copy(frame, toParent));
        ofParent.connect(ofChild.got(), frame -> copy(frame, toChild));
    }

    /** Until nothing is under way; each ordered line of the child is checked against the mirror when it comes. */
    private void deliver(final int atMost) throws IOException {
        for (int left = atMost; left > 0 && !(toParent.isEmpty() && toChild.isEmpty()); left--) {
            if (!toParent.isEmpty()) {
                final ByteBuffer frame = ByteBuffer.wrap(toParent.remove());
                take(frame, parent, ofParent);
                parent.flush();
            }
            if (!toChild.isEmpty()) {
                take(ByteBuffer.wrap(toChild.remove()), child, ofChild);
                child.flush();
            }
        }
    }

    private void take(final ByteBuffer frame, final RemoteMirrors at, final ControlStream stream) throws IOException {
        final int kind = frame.get();
        frame.getInt();
        if (kind == MuxFrame.RECORDS.ordinal()) {
            at.onRecords(frame.slice());
        } else if (kind == MuxFrame.RECORDS_ACK.ordinal()) {
            at.onAck(frame.slice());
        } else if (kind == MuxFrame.CONTROL.ordinal() && stream.isNew(frame)) {
            final long frontierNs = Long.parseLong(StandardCharsets.UTF_8.decode(frame).toString());
            assertThat(mirrored.frontierNs()).as("when it is said").isEqualTo(frontierNs);
            lines++;
        } else if (kind == MuxFrame.CONTROL_ACK.ordinal()) {
            stream.forget(frame.getLong());
        }
    }

    /** The child says that its sender has come to a time, which the log says, too. */
    private void say(final long timeNs) {
        sender.onFrontier(timeNs);
        child.sync();
        ofChild.sendLine(Long.toString(timeNs));
    }

    @Test
    void whatIsSaidOfASenderComesBehindWhatItsLogSays() throws IOException {
        connect();
        say(7);
        deliver(Integer.MAX_VALUE);
        assertThat(lines).isEqualTo(1);
        say(8);
        deliver(Integer.MAX_VALUE);
        assertThat(lines).isEqualTo(2);
    }

    @Test
    void soItIsOnEachConnectionWhereverTheOneBeforeBroke() throws IOException {
        for (int pieces = 0; pieces < 8; pieces++) {
            final long timeNs = 10 * (pieces + 1);
            connect();
            deliver(Integer.MAX_VALUE);
            say(timeNs);
            deliver(pieces);
            connect();
            deliver(pieces);
            connect();
            deliver(Integer.MAX_VALUE);
            assertThat(lines).isEqualTo(pieces + 1);
        }
    }

    @Test
    void aChildThatOpensAgainPassesOverWhatIsOfTheOpeningBefore() throws IOException {
        connect();
        deliver(Integer.MAX_VALUE);
        sender.onFrontier(3);
        assertThat(child.turn()).isTrue();
        // Its answers are on the way when the child begins anew.
        take(ByteBuffer.wrap(toParent.remove()), parent, ofParent);
        parent.flush();
        assertThat(toChild).isNotEmpty();
        child.connect(frame -> copy(frame, toParent), () -> false);
        say(5);
        deliver(Integer.MAX_VALUE);
        assertThat(lines).isEqualTo(1);
        assertThat(child.isDone()).isTrue();
    }

    @Test
    void allIsDoneWhenTheOtherEndHasUsedIt() throws IOException {
        connect();
        assertThat(child.isDone()).isFalse();
        deliver(Integer.MAX_VALUE);
        assertThat(child.isDone()).isTrue();
        sender.onFrontier(4);
        assertThat(child.isDone()).as("not told").isFalse();
        assertThat(child.turn()).isTrue();
        assertThat(child.isDone()).as("on the way").isFalse();
        deliver(1);
        assertThat(child.isDone()).as("used").isTrue();
        parent.disconnect();
        child.disconnect();
        assertThat(child.isDone()).as("no connection").isFalse();
    }
}
