package io.takt.federation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.takt.shm.host.HubDirectory;
import io.takt.shm.message.MessageFiles;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.spi.SelectorProvider;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two children at a gateway that fails in what concerns one of them. */
@Timeout(60)
class ConfinedFaultTest {
    private final List<String> warnings = new CopyOnWriteArrayList<>();

    @TempDir
    private Path folder;
    private TwoHubs hubs;
    private FaultyHub hub;
    private Gateway gateway;
    private BareChild other;

    @BeforeEach
    void listen() throws Exception {
        hubs = new TwoHubs(folder, Long.MAX_VALUE);
        hub = new FaultyHub(HubAccess.of(HubDirectory.of(hubs.rootName())));
        gateway = Gateway.listen(new LinkHost(hub, SelectorProvider.provider(), Loops.ON_THREADS,
            WaitStrategy.ADAPTIVE, SystemNanoClock.INSTANCE, new SecureRandom(), null),
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            (child, isLoopback) -> TwoHubs.KEY.clone(), child -> Long.MAX_VALUE, TwoHubs.PATIENT, warnings::add);
        other = new BareChild(gateway.port(), TwoHubs.OTHER, TwoHubs.KEY);
        other.hello(Hello.VERSION, 1);
    }

    @AfterEach
    void close() throws Exception {
        other.close();
        gateway.close();
        hubs.close();
    }

    private BareChild joining(final long session) throws Exception {
        final BareChild child = new BareChild(gateway.port(), hubs.siteName(), TwoHubs.KEY);
        child.hello(Hello.VERSION, session);
        child.line(1, "{\"op\":\"join\",\"id\":1,\"asset\":\"" + hubs.siteName()
            + "\",\"stepNs\":4000000,\"federate\":\"CORE\"}");
        return child;
    }

    private void othersGoOn(final long session) throws Exception {
        other.line(1, "{\"op\":\"ready\",\"id\":5,\"asset\":\"" + TwoHubs.OTHER + "\"}");
        assertThat(other.next(MuxFrame.CONTROL).text()).contains("\"id\":5");
        try (BareChild again = joining(session)) {
            again.next(MuxFrame.PLACE);
        }
    }

    static Stream<Error> ofOne() {
        return Stream.of(new NoClassDefFoundError("of a test"), new StackOverflowError("of a test"));
    }

    @ParameterizedTest
    @MethodSource("ofOne")
    void anErrorInATaskOfOneChildEndsThatOneAlone(final Error error) throws Exception {
        hub.faultOfClocks = error;
        try (BareChild child = joining(1)) {
            assertThat(child.isClosed()).isTrue();
        }
        assertThat(warnings).containsExactly("child '" + hubs.siteName() + "' is given up by a fault of this program: "
            + error);
        hub.faultOfClocks = null;
        othersGoOn(2);
    }

    @ParameterizedTest
    @MethodSource("ofOne")
    void anErrorAtAFrameOfOneChildEndsItsConnectionAlone(final Error error) throws Exception {
        hub.faultOfReady = error;
        try (BareChild child = joining(1)) {
            child.next(MuxFrame.PLACE);
            child.line(2, "{\"op\":\"ready\",\"id\":2,\"asset\":\"" + hubs.siteName() + "\"}");
            assertThat(child.isClosed()).isTrue();
        }
        assertThat(warnings).containsExactly("the connection of child '" + hubs.siteName() + "' is closed: it was not"
            + " understood: " + error);
        hub.faultOfReady = null;
        othersGoOn(2);
    }

    @Test
    void anErrorOfTheMachineEndsAll() throws Exception {
        hub.faultOfClocks = new OutOfMemoryError("of a test");
        try (BareChild child = joining(1)) {
            assertThat(child.isClosed()).isTrue();
        }
        assertThat(other.isClosed()).isTrue();
        assertThat(warnings)
            .containsExactly("no child hub can be reached any more: java.lang.OutOfMemoryError: of a test");
    }

    @Test
    void soDoesOneAtAFrame() throws Exception {
        hub.faultOfReady = new OutOfMemoryError("of a test");
        other.line(1, "{\"op\":\"ready\",\"id\":5,\"asset\":\"" + TwoHubs.OTHER + "\"}");
        assertThat(other.isClosed()).isTrue();
        assertThat(warnings)
            .containsExactly("no child hub can be reached any more: java.lang.OutOfMemoryError: of a test");
    }

    /** Fails in two places, where it is to. */
    private static final class FaultyHub implements HubAccess {
        private final HubAccess real;
        private volatile Error faultOfClocks;
        private volatile Error faultOfReady;

        FaultyHub(final HubAccess real) {
            this.real = real;
        }

        private static void fail(final Error fault) {
            if (fault != null) {
                throw fault;
            }
        }

        @Override
        public String hub() {
            return real.hub();
        }

        @Override
        public HubControl connect(final HubControl.Listener listener) {
            final HubControl control = real.connect(listener);
            return new HubControl() {
                @Override
                public Supplier<Reply> begin(final LongFunction<Request> request, final Consumer<Reply> inOrder) {
                    if (request.apply(0) instanceof Request.Ready) {
                        fail(faultOfReady);
                    }
                    return control.begin(request, inOrder);
                }

                @Override
                public void tell(final LongFunction<Request> request) {
                    control.tell(request);
                }

                @Override
                public boolean hasEnded() {
                    return control.hasEnded();
                }

                @Override
                public void close() {
                    control.close();
                }
            };
        }

        @Override
        public ClockFile clocks() {
            fail(faultOfClocks);
            return real.clocks();
        }

        @Override
        public MessageFiles messages() {
            return real.messages();
        }
    }
}
