package io.takt.hub.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.asset.TaktException;
import io.takt.hub.core.world.JoinFile;
import io.takt.shm.message.LatestValue;
import io.takt.shm.message.MemoryMessages;
import io.takt.shm.message.MessageLog;
import io.takt.shm.message.MessageStore;
import java.util.List;
import java.util.Queue;
import java.util.SortedSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FileThreadTest {
    private static final JoinFile DRONE = new JoinFile("drone", null, 100);
    private static final JoinFile RADAR = new JoinFile("radar", null, 100);
    private static final JoinFile POSE = new JoinFile("drone", "pose", 100);

    private final Folder folder = new Folder();
    private final MadeFiles files = new MadeFiles(folder);
    private final BlockingQueue<String> results = new LinkedBlockingQueue<>();
    private final FileThread thread = new FileThread(files, (connection, order, failure) ->
        results.add(connection + " " + order + " " + failure));

    /** Remembers which thread has made a log, and makes it when it may, or fails. */
    private static final class Folder implements MessageStore {
        private final MemoryMessages memory = new MemoryMessages();
        private final Queue<String> makers = new ConcurrentLinkedQueue<>();
        private volatile CountDownLatch mayMake = new CountDownLatch(0);
        private final CountDownLatch begun = new CountDownLatch(1);
        private volatile String failsFor = "";

        @Override
        public MessageLog log(final String sender, final int maxBytes) {
            makers.add(Thread.currentThread().getName());
            begun.countDown();
            try {
                mayMake.await();
            } catch (final InterruptedException e) {
                throw new TaktException("interrupted", e);
            }
            if (failsFor.equals(sender)) {
                throw new TaktException("no room for messages: " + sender + ": No space left on device");
            }
            return memory.log(sender, maxBytes);
        }

        @Override
        public boolean hasLog(final String sender) {
            return memory.hasLog(sender);
        }

        @Override
        public SortedSet<String> senders() {
            return memory.senders();
        }

        @Override
        public String logName(final String sender) {
            return memory.logName(sender);
        }

        @Override
        public LatestValue latest(final String sender, final String channel, final int maxBytes) {
            return memory.latest(sender, channel, maxBytes);
        }

        @Override
        public String latestName(final String sender, final String channel) {
            return memory.latestName(sender, channel);
        }
    }

    @AfterEach
    void close() {
        folder.mayMake.countDown();
        thread.close();
    }

    private String result() throws InterruptedException {
        return results.poll(30, TimeUnit.SECONDS);
    }

    @Test
    void filesAreMadeByTheThreadAlone() throws Exception {
        files.serve();
        assertThat(thread.isMade(DRONE)).isFalse();
        thread.make(7, 1, List.of(DRONE, POSE));
        assertThat(result()).isEqualTo("7 1 null");
        assertThat(folder.makers).containsExactly("takt-files");
        assertThat(thread.isMade(DRONE)).isTrue();
        assertThat(thread.isMade(POSE)).isTrue();
        assertThat(files.log("drone", 100).sender()).isEqualTo("drone");
        assertThat(files.log("drone", 0)).isSameAs(files.log("drone", 100));
        assertThat(files.latest("drone", "pose", 0).maxBytes()).isGreaterThanOrEqualTo(100);
        assertThat(folder.makers).hasSize(1);
    }

    @Test
    void hubThatServesMakesNoFileWhereItUsesOne() {
        files.serve();
        assertThat(files.hasLog("drone")).isFalse();
        assertThatThrownBy(() -> files.log("drone", 100)).isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("drone").hasMessageContaining("not been made");
        assertThat(folder.makers).isEmpty();
    }

    @Test
    void hubThatTakesOverOpensItsFilesBeforeItServes() {
        folder.memory.log("drone", 100);
        assertThat(files.hasLog("drone")).isTrue();
        assertThat(files.log("drone", 0).sender()).isEqualTo("drone");
        files.serve();
        assertThat(files.hasLog("drone")).isTrue();
        assertThat(thread.isMade(DRONE)).isTrue();
    }

    @Test
    void orderIsTakenWhileTheFileSystemHangs() throws Exception {
        files.serve();
        folder.mayMake = new CountDownLatch(1);
        thread.make(7, 1, List.of(DRONE));
        thread.make(8, 2, List.of(RADAR));
        assertThat(thread.isMade(DRONE)).isFalse();
        assertThat(results).isEmpty();
        folder.mayMake.countDown();
        assertThat(result()).isEqualTo("7 1 null");
        assertThat(result()).isEqualTo("8 2 null");
    }

    @Test
    void failureIsOneLineAndOthersAreMade() throws Exception {
        files.serve();
        folder.failsFor = "drone";
        thread.make(7, 1, List.of(DRONE));
        thread.make(8, 2, List.of(RADAR));
        assertThat(result()).isEqualTo("7 1 no room for messages: drone: No space left on device");
        assertThat(result()).isEqualTo("8 2 null");
        assertThat(thread.isMade(DRONE)).isFalse();
        assertThat(thread.isMade(RADAR)).isTrue();
    }

    @Test
    void closeDoesNotWaitForAFileSystemThatHangs() throws Exception {
        files.serve();
        folder.mayMake = new CountDownLatch(1);
        thread.make(7, 1, List.of(DRONE));
        folder.begun.await();
        thread.close();
        assertThat(result()).isEqualTo("7 1 interrupted");
        thread.make(7, 2, List.of(RADAR));
        assertThat(folder.makers).hasSize(1);
    }
}
