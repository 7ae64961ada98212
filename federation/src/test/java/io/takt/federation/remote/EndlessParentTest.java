package io.takt.federation.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.takt.asset.HubState;
import io.takt.asset.OnHubLost;
import io.takt.asset.WaitStrategy;
import io.takt.federation.link.Hello;
import io.takt.federation.link.LinkTimes;
import io.takt.federation.link.MuxFrame;
import io.takt.federation.place.PlaceTerms;
import io.takt.hub.core.event.ParentNews;
import io.takt.hub.core.event.ToParent;
import io.takt.rule.Report;
import io.takt.shm.control.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A parent that has the key, and keeps its child waiting. */
@Timeout(60)
class EndlessParentTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long MS = 1_000_000L;
    private static final long HOUR = 3_600_000 * MS;
    private static final LinkTimes PATIENT = new LinkTimes(MS, HOUR, HOUR, HOUR, HOUR, HOUR, MS, MS);

    /** More than a child keeps for a parent. */
    private static final int LINES = 80;

    static String answer(final String join) throws IOException {
        final Reply.Crossing crossing = new Reply.Crossing(List.of(), List.of(), List.of());
        final Reply.Joined joined = new Reply.Joined("lab", "cnc.dat", 1, 0, 10 * MS, 40 * MS, 4 * MS, null, null, 0,
            WaitStrategy.SLEEP, OnHubLost.EXIT, new Reply.AssetCounters("site", 0, 0, 1, 2, 3, null, null), 7,
            HubState.RUNNING, crossing, null);
        return JSON.writeValueAsString(Reply.joined(JSON.readTree(join).get("id").asLong(), joined));
    }

    @Test
    void linesThatMayNotBeTakenYetAndHaveNoEndEndTheLink() throws Exception {
        final BlockingQueue<ParentNews> heard = new LinkedBlockingQueue<>();
        try (ServerSocket listener = new ServerSocket(0, 9, InetAddress.getLoopbackAddress());
            RemoteLink link = new RemoteLink(new ParentAddress("127.0.0.1", listener.getLocalPort()),
                new PlaceTerms("site", "site", 4 * MS, 20 * MS, Report.CORE, null, Long.MAX_VALUE),
                BareParent.KEY::clone, PATIENT, new SecureRandom(), line -> { })) {
            link.open(heard::add, () -> { });
            link.tell(new ToParent.Join(null));
            try (BareParent parent = new BareParent(listener)) {
                parent.say(MuxFrame.WELCOME, new Hello.Welcome(Hello.VERSION, 1, 0, true, null).write());
                final String join = parent.line();
                parent.place(1);
                parent.say(2, answer(join));
                final String line = "x".repeat(1_000_000);
                for (int number = 3; number < LINES; number++) {
                    parent.say(number, line);
                }
            } catch (final IOException e) {
                assertThat(e).as("the child has closed the connection").isNotNull();
            }
            ParentNews news = heard.take();
            while (!(news instanceof ParentNews.Refused)) {
                news = heard.take();
            }
            assertThat(news).isEqualTo(new ParentNews.Refused("it sends lines without end, and not the records that"
                + " belong before them"));
        }
    }
}
