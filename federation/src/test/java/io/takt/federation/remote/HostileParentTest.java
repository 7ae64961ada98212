package io.takt.federation.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.federation.link.Hello;
import io.takt.federation.link.LinkTimes;
import io.takt.federation.link.MuxFrame;
import io.takt.federation.place.PlaceTerms;
import io.takt.hub.core.event.ParentNews;
import io.takt.hub.core.event.ToParent;
import io.takt.rule.Report;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A parent that has proved itself, and says anything. */
@Timeout(60)
class HostileParentTest {
    private static final long MS = 1_000_000L;
    private static final long HOUR = 3_600_000 * MS;
    private static final LinkTimes PATIENT = new LinkTimes(MS, HOUR, HOUR, HOUR, HOUR, HOUR, MS, MS);
    private static final int PARENTS = 50;
    private static final int FRAMES = 20;

    private final Random random = new Random(3);
    private final Queue<ParentNews> heard = new ConcurrentLinkedQueue<>();

    private byte[] noise() {
        final byte[] noise = new byte[random.nextInt(100)];
        random.nextBytes(noise);
        return noise;
    }

    private static BareParent welcoming(final ServerSocket listener) throws IOException {
        final BareParent parent = new BareParent(listener);
        parent.say(MuxFrame.WELCOME, new Hello.Welcome(Hello.VERSION, 1, 0, true, null).write());
        return parent;
    }

    /** What it may say at this time, or not; but that this hub is refused for good. */
    private void sayAnything(final BareParent parent) throws IOException {
        long number = 1;
        if (random.nextBoolean()) {
            final String join = parent.line();
            if (random.nextBoolean()) {
                parent.place(number++);
            }
            parent.say(number++, EndlessParentTest.answer(join));
        }
        for (int i = 0; i < FRAMES; i++) {
            if (random.nextInt(4) == 0) {
                parent.say(number++, new String(noise(), StandardCharsets.UTF_8));
            } else {
                final MuxFrame kind = MuxFrame.values()[random.nextInt(MuxFrame.values().length)];
                parent.say(kind == MuxFrame.REFUSED ? MuxFrame.PLACE : kind, ByteBuffer.wrap(noise()));
            }
        }
    }

    @Test
    void whateverItSaysTheChildTriesAgainAndHearsTheNextOne() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 9, InetAddress.getLoopbackAddress());
            RemoteLink link = new RemoteLink(new ParentAddress("127.0.0.1", listener.getLocalPort()),
                new PlaceTerms("site", "site", 4 * MS, 20 * MS, Report.CORE, null, Long.MAX_VALUE),
                BareParent.KEY::clone, PATIENT, new SecureRandom(), line -> { })) {
            link.open(news -> {
                heard.add(news);
                if (news instanceof ParentNews.Away) {
                    link.tell(new ToParent.Join(null));
                }
            }, () -> { });
            link.tell(new ToParent.Join(null));
            listener.setSoTimeout(20_000);
            for (int i = 0; i < PARENTS; i++) {
                assertThat(heard).noneMatch(ParentNews.Refused.class::isInstance);
                try (BareParent parent = welcoming(listener)) {
                    sayAnything(parent);
                } catch (final SocketTimeoutException e) {
                    throw new AssertionError("the child comes no more: " + heard, e);
                } catch (final IOException e) {
                    assertThat(e).as("the child has closed the connection").isNotNull();
                }
            }
            heard.clear();
            try (BareParent honest = welcoming(listener)) {
                final String join = honest.line();
                honest.place(1);
                honest.say(2, EndlessParentTest.answer(join));
                while (heard.stream().noneMatch(ParentNews.Joined.class::isInstance)) {
                    assertThat(Thread.currentThread().isInterrupted()).as("its time is up").isFalse();
                    assertThat(heard).noneMatch(ParentNews.Refused.class::isInstance);
                    Thread.yield();
                }
            }
            assertThat(link.rejected()).containsKeys("protocol", "misshapen");
        }
    }
}
