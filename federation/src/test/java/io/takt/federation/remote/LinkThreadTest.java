package io.takt.federation.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.federation.link.ClockPort;
import io.takt.federation.link.Hello;
import io.takt.federation.link.LinkHost;
import io.takt.federation.link.LinkTimes;
import io.takt.federation.link.MuxFrame;
import io.takt.shm.host.HubDirectory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The child's end of a link, at a parent that says what the test wants it to say. */
@Timeout(60)
class LinkThreadTest {
    private static final long MS = 1_000_000L;

    /** An answer is soon missed. */
    private static final LinkTimes HASTY = new LinkTimes(MS, MS, MS, MS, MS, MS, MS, MS);

    private static final long HOUR = 3_600_000 * MS;

    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

    private final LinkThread.Ends ends = new LinkThread.Ends() {
        @Override
        public long got() {
            return 0;
        }

        @Override
        public void onConnected(final Hello.Welcome welcome, final InetAddress at, final Consumer<ByteBuffer> out,
            final BooleanSupplier isBusy) {
            told.add("connected");
        }

        @Override
        public void onDisconnected() {
            told.add("disconnected");
        }

        @Override
        public void onFrame(final MuxFrame kind, final ByteBuffer payload) {
            told.add(kind.toString());
        }

        @Override
        public void onTurn() {
            // Nothing waits.
        }

        @Override
        public boolean hasMoreToSay() {
            return false;
        }

        @Override
        public void onUp() {
            told.add("up");
        }

        @Override
        public void onTrouble(final String why, final boolean isForGood) {
            told.add((isForGood ? "for good: " : "for now: ") + why);
        }

        @Override
        public void onWarning(final String line) {
            told.add(line);
        }
    };

    private LinkThread link;

    @AfterEach
    void close() {
        link.close();
    }

    private void linkTo(final int port) {
        linkTo(new ParentAddress("127.0.0.1", port), LinkTimes.DEFAULT);
    }

    private void linkTo(final ParentAddress parent, final LinkTimes times) {
        link = new LinkThread(parent, "site", BareParent.KEY::clone,
            LinkHost.of(HubDirectory.of("site"), new SecureRandom()), times, ends, new ClockPort(times));
        link.start(() -> { });
    }

    /** Its name service answers when it is let. */
    private static ParentAddress named(final ServerSocket listener, final CountDownLatch answers) {
        return new ParentAddress("lab.example", listener.getLocalPort(), host -> {
            try {
                answers.await();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return InetAddress.getLoopbackAddress();
        });
    }

    private String next(final String prefix) throws InterruptedException {
        String line = told.take();
        while (!line.startsWith(prefix)) {
            line = told.take();
        }
        return line;
    }

    @Test
    void aRefusalAfterTheWelcomeIsSaidAndEndsIt() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            linkTo(listener.getLocalPort());
            try (BareParent parent = new BareParent(listener)) {
                parent.say(MuxFrame.WELCOME, new Hello.Welcome(Hello.VERSION, 1, 0, true, null).write());
                next("connected");
                parent.refuse(true, "child 'site' is lost: it says a wrong time");
                assertThat(next("for ")).isEqualTo("for good: child 'site' is lost: it says a wrong time");
            }
        }
    }

    @Test
    void aParentOfAnotherVersionIsSaidToBeSoAndEndsIt() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            linkTo(listener.getLocalPort());
            try (BareParent parent = new BareParent(listener)) {
                parent.say(MuxFrame.WELCOME, new Hello.Welcome(1, 1, 0, true, null).write());
                assertThat(next("for ")).isEqualTo("for good: the parent speaks version 1 of the link's protocol, and"
                    + " this hub version " + Hello.VERSION + "; run the same Takt on both machines");
            }
        }
    }

    @Test
    void aNameServiceThatDoesNotAnswerIsSaidAndHoldsUpNothingElse() throws Exception {
        final CountDownLatch answers = new CountDownLatch(1);
        final CountDownLatch tasks = new CountDownLatch(1);
        try (ServerSocket listener = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            linkTo(named(listener, answers), HASTY);
            assertThat(next("for ")).isEqualTo("for now: the name service does not say where 'lab.example' is");
            link.execute(tasks::countDown);
            tasks.await();
            answers.countDown();
        }
    }

    @Test
    void aFaultOfTheNameServiceIsSaidAndItIsAskedAgain() throws Exception {
        final Queue<ParentAddress.Names> names = new ArrayDeque<>(List.of(host -> {
            throw new UnknownHostException(host);
        }, host -> {
            throw new IllegalStateException("of a test");
        }, host -> {
            throw new NoClassDefFoundError("of a test");
        }, host -> InetAddress.getLoopbackAddress()));
        try (ServerSocket listener = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            linkTo(new ParentAddress("lab.example", listener.getLocalPort(), host -> names.remove().find(host)),
                LinkTimes.DEFAULT);
            assertThat(next("for ")).isEqualTo("for now: no host is named 'lab.example'");
            assertThat(next("for ")).isEqualTo("for now: the name service fails at 'lab.example':"
                + " java.lang.IllegalStateException: of a test");
            assertThat(next("for ")).isEqualTo("for now: the name service fails at 'lab.example':"
                + " java.lang.NoClassDefFoundError: of a test");
            try (BareParent parent = new BareParent(listener)) {
                parent.say(MuxFrame.WELCOME, new Hello.Welcome(Hello.VERSION, 1, 0, true, null).write());
                next("connected");
            }
        }
    }

    @Test
    void anErrorOfTheMachineInTheNameServiceIsSaidAndEndsTheLink() throws Exception {
        linkTo(new ParentAddress("lab.example", 9, host -> {
            throw new OutOfMemoryError("of a test");
        }), LinkTimes.DEFAULT);
        assertThat(next("for ")).isEqualTo("for good: the link to the parent at lab.example:9 is given up by a fault of"
            + " this program: java.lang.OutOfMemoryError: of a test");
    }

    @Test
    void aParentIsFoundWhenItsNameServiceAnswersLate() throws Exception {
        final CountDownLatch answers = new CountDownLatch(1);
        try (ServerSocket listener = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            linkTo(named(listener, answers), LinkTimes.DEFAULT);
            link.execute(answers::countDown);
            try (BareParent parent = new BareParent(listener)) {
                parent.say(MuxFrame.WELCOME, new Hello.Welcome(Hello.VERSION, 1, 0, true, null).write());
                next("connected");
            }
        }
    }

    @Test
    void aRefusalForNowIsSaidAndTriedAgain() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            linkTo(listener.getLocalPort());
            try (BareParent parent = new BareParent(listener)) {
                parent.say(MuxFrame.WELCOME, new Hello.Welcome(Hello.VERSION, 1, 0, true, null).write());
                next("connected");
                parent.refuse(false, "no room");
                assertThat(next("for ")).isEqualTo("for now: no room");
            }
            try (BareParent again = new BareParent(listener)) {
                again.say(MuxFrame.WELCOME, new Hello.Welcome(Hello.VERSION, 2, 0, true, null).write());
                next("connected");
            }
        }
    }

    /** It would be lost while it waits: the parent gives it a second. */
    @Test
    void aConnectionThatIsLostIsTriedAgainWithoutLongerAndLongerPauses() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            linkTo(new ParentAddress("127.0.0.1", listener.getLocalPort()),
                new LinkTimes(MS, HOUR, HOUR, HOUR, HOUR, HOUR, MS, HOUR));
            listener.setSoTimeout(20_000);
            try (BareParent parent = new BareParent(listener)) {
                parent.say(MuxFrame.WELCOME, new Hello.Welcome(Hello.VERSION, 1, 0, true, null).write());
                next("connected");
            }
            for (int tries = 0; tries < 20; tries++) {
                listener.accept().close();
            }
            try (BareParent again = new BareParent(listener)) {
                again.say(MuxFrame.WELCOME, new Hello.Welcome(Hello.VERSION, 2, 0, true, null).write());
                next("connected");
            }
        }
    }
}
