package io.takt.federation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.RefusalCode;
import io.takt.asset.WaitStrategy;
import io.takt.federation.link.Hello;
import io.takt.federation.link.LinkHost;
import io.takt.federation.link.Loops;
import io.takt.federation.link.MuxFrame;
import io.takt.shm.asset.HubAccess;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.control.HubControl;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.message.MessageFiles;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.spi.SelectorProvider;
import java.security.SecureRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A parent hub without room for the counters on which its gateway sleeps. */
@Timeout(60)
class RefusedDoorbellTest {
    private static final String SITE = "site-" + ProcessHandle.current().pid();

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void theJoinIsAnsweredWithTheRefusal(final int refused) throws Exception {
        final FullHub hub = new FullHub(refused);
        hub.isFree.countDown();
        try (Gateway gateway = listen(hub); BareChild child = new BareChild(gateway.port(), SITE, TwoHubs.KEY)) {
            child.hello(Hello.VERSION, 1);
            child.line(1, join());
            assertThat(child.next(MuxFrame.CONTROL).text()).contains("\"id\":17", "\"ok\":false", "the file is full",
                RefusalCode.NO_ROOM.name());
        }
    }

    @Test
    void soIsOneThatCameBeforeTheRefusal() throws Exception {
        final FullHub hub = new FullHub(2);
        try (Gateway gateway = listen(hub); BareChild child = new BareChild(gateway.port(), SITE, TwoHubs.KEY)) {
            child.hello(Hello.VERSION, 1);
            child.line(1, join());
            child.line(2, "{\"op\":\"ready\",\"id\":18,\"asset\":\"" + SITE + "\"}");
            hub.hasHeardReady.await();
            hub.isFree.countDown();
            assertThat(child.next(MuxFrame.CONTROL).text()).contains("\"id\":17", "the file is full");
        }
    }

    private static String join() {
        return "{\"op\":\"join\",\"id\":17,\"asset\":\"" + SITE + "\",\"stepNs\":4000000,\"federate\":\"CORE\"}";
    }

    private static Gateway listen(final HubAccess hub) throws Exception {
        return Gateway.listen(new LinkHost(hub, SelectorProvider.provider(), Loops.ON_THREADS, WaitStrategy.ADAPTIVE,
            SystemNanoClock.INSTANCE, new SecureRandom(), null),
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            (child, isLoopback) -> TwoHubs.KEY.clone(), child -> Long.MAX_VALUE, TwoHubs.PATIENT, warning -> { });
    }

    /** Refuses one of the doorbells that it is asked for, and answers nothing else. */
    private static final class FullHub implements HubAccess, HubControl {
        final CountDownLatch isFree = new CountDownLatch(1);
        final CountDownLatch hasHeardReady = new CountDownLatch(1);
        private final ExecutorService connection = Executors.newSingleThreadExecutor();
        private final int refused;
        private int asked;

        FullHub(final int refused) {
            this.refused = refused;
        }

        @Override
        public Supplier<Reply> begin(final LongFunction<Request> request, final Consumer<Reply> inOrder) {
            final Request made = request.apply(1);
            if (made instanceof Request.Ready) {
                hasHeardReady.countDown();
            } else if (made instanceof Request.Doorbell) {
                asked++;
                final Reply reply = asked == refused ? Reply.refused(1, RefusalCode.NO_ROOM, "the file is full")
                    : Reply.doorbell(1, new Reply.Doorbell(1, 2, 3, 4));
                connection.execute(() -> answer(reply, inOrder));
            }
            return () -> {
                throw new IllegalStateException("the gateway's thread does not wait");
            };
        }

        private void answer(final Reply reply, final Consumer<Reply> inOrder) {
            try {
                isFree.await();
                inOrder.accept(reply);
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public String hub() {
            return "full";
        }

        @Override
        public HubControl connect(final HubControl.Listener listener) {
            return this;
        }

        @Override
        public ClockFile clocks() {
            throw new IllegalStateException("there is no place in it");
        }

        @Override
        public MessageFiles messages() {
            throw new IllegalStateException("nothing crosses");
        }

        @Override
        public void tell(final LongFunction<Request> request) {
            request.apply(1);
        }

        @Override
        public boolean hasEnded() {
            return false;
        }

        @Override
        public void close() {
            connection.shutdownNow();
        }
    }
}
