package io.takt.hub.tap;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.message.Delivery;
import io.takt.shm.control.Reply;
import io.takt.shm.message.LogTap;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class TapOrderTest {
    private static final TapFilter ALL = new TapFilter(Set.of(), Set.of(), true, true);
    private static final int MOST_BYTES = 4;

    private final List<String> told = new ArrayList<>();
    private final Script drone = new Script("pose", "battery");
    private final Script radar = new Script("echo");
    private TapOrder order = order(ALL);

    /** A log whose records are put into it by hand. */
    private static final class Script implements TappedLog.Feed {
        private final List<String> channels;
        private final Queue<Consumer<LogTap.Listener>> records = new ArrayDeque<>();

        Script(final String... channels) {
            this.channels = List.of(channels);
        }

        Script sends(final int channel, final long stampNs, final long sequence, final String text) {
            final byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
            records.add(tap -> tap.onSent(0, channel, stampNs, sequence, new UnsafeBuffer(bytes), 0, bytes.length));
            return this;
        }

        Script gets(final int input, final long deliveryNs, final long sequence, final long stepEndNs) {
            records.add(tap -> tap.onDelivered(0, input, deliveryNs, sequence, stepEndNs));
            return this;
        }

        Script does(final Consumer<LogTap.Listener> record) {
            records.add(record);
            return this;
        }

        @Override
        public int poll(final LogTap.Listener listener, final int limit) {
            int count = 0;
            for (; count < limit && !records.isEmpty(); count++) {
                records.remove().accept(listener);
            }
            return count;
        }

        @Override
        public String channel(final int index) {
            return channels.get(index);
        }
    }

    private TapOrder order(final TapFilter filter) {
        final TapOrder made = new TapOrder(filter, MOST_BYTES, 100_000, event -> told.add(inWords(event)));
        made.maxDelay(10);
        made.add("drone", drone);
        made.add("radar", radar);
        answer(made);
        return made;
    }

    private static Reply.TappedAsset asset(final String name, final Reply.TappedLink... inputs) {
        return new Reply.TappedAsset(name, name + ".log", -1, 0, List.of(), List.of(inputs));
    }

    private static Reply.TappedLink link(final String channel, final String sender, final long delayNs,
        final long jitterNs) {
        return new Reply.TappedLink(channel, sender, Delivery.GATED, delayNs, jitterNs);
    }

    private static void answer(final TapOrder order) {
        order.ask();
        order.answer(List.of(asset("drone", link("echo", "radar", 0, 0)),
            asset("radar", link("pose", "drone", 5, 2), link("battery", "drone", 0, 0))));
    }

    private static String inWords(final TapEvent event) {
        if (event instanceof TapEvent.Sent sent) {
            return sent.channel() + "." + sent.sender() + " #" + sent.sequence() + " at " + sent.stampNs() + ": "
                + text(sent);
        } else if (event instanceof TapEvent.Delivered got) {
            return got.channel() + "." + got.sender() + " #" + got.sequence() + " to " + got.receiver() + " at "
                + got.deliveryNs() + " by " + got.stepEndNs() + ": "
                + (got.message() == null ? "unknown" : text(got.message()));
        }
        return event.toString();
    }

    private static String text(final TapEvent.Sent sent) {
        return new String(sent.bytes(), StandardCharsets.US_ASCII) + " of " + sent.size();
    }

    /** Reads and tells until there is nothing more; the hub answers each question at once. */
    private List<String> run() {
        while (order.doWork() > 0 || order.wantsAnswer()) {
            if (order.wantsAnswer()) {
                answer(order);
            }
        }
        final List<String> taken = List.copyOf(told);
        told.clear();
        return taken;
    }

    @Test
    void aDeliveryIsToldWithWhatWasSent() {
        drone.sends(0, 10, 7, "hello");
        radar.gets(0, 16, 7, 20);
        assertThat(run()).containsExactly("pose.drone #7 at 10: hell of 5",
            "pose.drone #7 to radar at 16 by 20: hell of 5");
    }

    @Test
    void aDeliveryWhoseMessageIsReadLaterWaitsForIt() {
        // The message and its delivery are published after the sender's log was read, and before the receiver's is.
        radar.does(tap -> {
            drone.sends(0, 10, 7, "p");
            tap.onDelivered(0, 0, 16, 7, 20);
        }).sends(0, 20, 1, "e");
        assertThat(run()).containsExactly("pose.drone #7 at 10: p of 1",
            "pose.drone #7 to radar at 16 by 20: p of 1", "echo.radar #1 at 20: e of 1");
    }

    @Test
    void aMessageThatWasMissedIsUnknownWhenItIsDelivered() {
        drone.does(tap -> tap.onMissed(0, 3));
        radar.gets(0, 16, 7, 20).sends(0, 20, 1, "e");
        assertThat(run()).containsExactly("Missed[asset=drone, messages=3]",
            "pose.drone #7 to radar at 16 by 20: unknown", "echo.radar #1 at 20: e of 1");
    }

    /** Others go on: the two are not to miss all that these do until they rest. */
    @Test
    void aLogWithoutRoomAndOneThatMissesAMessageDoNotWaitForEachOther() {
        final Script ship = new Script("fog");
        order.add("ship", ship);
        drone.gets(0, 5, 999, 10).sends(0, 10, 7, "p");
        radar.gets(0, 16, 7, 20);
        for (int i = 0; i < 10_000; i++) {
            radar.sends(0, 20, i, "e");
        }
        for (int i = 0; i < 12; i++) {
            ship.sends(0, i, i, "f");
            order.doWork();
            answer(order);
        }
        assertThat(told).contains("echo.radar #999 to drone at 5 by 10: unknown",
            "pose.drone #7 to radar at 16 by 20: p of 1", "echo.radar #9999 at 20: e of 1");
    }

    @Test
    void causesComeBeforeTheirEffectsHoweverOftenThatGoesToAndFro() {
        for (int i = 0; i < 100; i++) {
            drone.gets(0, 10 * i, i, 10 * i + 10).sends(0, 10 * i + 5, i, "p");
            radar.sends(0, 10 * i, i, "e").gets(0, 10 * i + 10, i, 10 * i + 20);
        }
        final List<String> expected = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            expected.addAll(List.of("echo.radar #" + i + " at " + 10 * i + ": e of 1",
                "echo.radar #" + i + " to drone at " + 10 * i + " by " + (10 * i + 10) + ": e of 1",
                "pose.drone #" + i + " at " + (10 * i + 5) + ": p of 1",
                "pose.drone #" + i + " to radar at " + (10 * i + 10) + " by " + (10 * i + 20) + ": p of 1"));
        }
        assertThat(run()).isEqualTo(expected);
    }

    @Test
    void moreThanARoundTakesIsReadInSeveral() {
        for (int i = 0; i < 3 * TapOrder.RECORDS_AT_ONCE; i++) {
            drone.sends(0, i, i, "p");
        }
        assertThat(order.doWork()).isPositive();
        assertThat(order.hasMore()).isTrue();
        assertThat(run()).hasSize(3 * TapOrder.RECORDS_AT_ONCE);
        assertThat(order.hasMore()).isFalse();
    }

    @Test
    void tellsOnlyWhatTheFilterTakes() {
        final List<String> sent = List.of("pose.drone #0 at 10: p of 1", "battery.drone #1 at 10: b of 1");
        final List<String> got = List.of("pose.drone #0 to radar at 15 by 20: p of 1",
            "battery.drone #1 to radar at 10 by 20: b of 1");
        assertThat(filtered(Set.of(), Set.of(), true, false)).isEqualTo(sent);
        assertThat(filtered(Set.of(), Set.of(), false, true)).isEqualTo(got);
        assertThat(filtered(Set.of("battery"), Set.of(), true, true)).containsExactly(sent.get(1), got.get(1));
        assertThat(filtered(Set.of("pose.drone", "none"), Set.of(), true, true))
            .containsExactly(sent.get(0), got.get(0));
        assertThat(filtered(Set.of("pose.radar"), Set.of(), true, true)).isEmpty();
        assertThat(filtered(Set.of(), Set.of("drone"), true, true)).isEqualTo(sent);
        assertThat(filtered(Set.of(), Set.of("radar"), true, true)).isEqualTo(got);
        assertThat(filtered(Set.of("pose"), Set.of("radar"), true, false)).isEmpty();
    }

    private List<String> filtered(final Set<String> channels, final Set<String> assets, final boolean sent,
        final boolean delivered) {
        order = order(new TapFilter(channels, assets, sent, delivered));
        drone.sends(0, 10, 0, "p").sends(1, 10, 1, "b");
        radar.gets(0, 15, 0, 20).gets(1, 10, 1, 20);
        return run();
    }

    @Test
    void deliveriesToANewProcessWaitUntilTheHubWasAskedForItsLinks() {
        drone.sends(0, 10, 0, "p").sends(1, 10, 1, "b");
        radar.gets(0, 15, 0, 20).does(tap -> tap.onVoid(0, 20)).gets(0, 10, 1, 30);
        assertThat(order.wantsAnswer()).isFalse();
        order.doWork();
        assertThat(order.wantsAnswer()).as("a log that has begun is new").isTrue();
        answer(order);
        order.doWork();
        assertThat(told).hasSize(4).last().isEqualTo("Voided[asset=radar, timeNs=20]");
        assertThat(order.wantsAnswer()).isTrue();
        order.ask();
        assertThat(order.isAsked()).isTrue();
        assertThat(order.wantsAnswer()).as("once is enough").isFalse();
        assertThat(order.doWork()).isZero();
        order.answer(List.of(asset("radar", link("battery", "drone", 0, 0))));
        assertThat(order.isAsked()).isFalse();
        assertThat(run()).last().isEqualTo("battery.drone #1 to radar at 10 by 30: b of 1");
    }

    @Test
    void anAnswerToAnEarlierQuestionIsNotNewEnough() {
        order.ask();
        radar.gets(0, 15, 0, 20);
        order.doWork();
        order.answer(List.of(asset("radar", link("pose", "drone", 0, 0))));
        assertThat(order.doWork()).isZero();
        assertThat(order.wantsAnswer()).isTrue();
        assertThat(run()).hasSize(1);
    }

    @Test
    void nothingWaitsForAHubThatIsGone() {
        drone.sends(0, 10, 0, "p");
        radar.gets(0, 15, 0, 20);
        order.ask();
        order.hubIsGone();
        assertThat(order.isAsked()).isFalse();
        order.doWork();
        assertThat(order.wantsAnswer()).isFalse();
        assertThat(told).hasSize(2);
    }

    @Test
    void aLogThatWaitsForTheHubIsNotReadWithoutEnd() {
        for (int i = 0; i < 20_000; i++) {
            radar.gets(0, 15, i, 20);
        }
        for (int i = 0; i < 100; i++) {
            order.doWork();
        }
        assertThat(radar.records).hasSizeGreaterThan(10_000);
        assertThat(run()).hasSize(20_000);
    }

    @Test
    void numbersAndTimesBeginAnewWithAReset() {
        drone.sends(0, 10, 0, "old0").sends(0, 20, 1, "old1").does(tap -> tap.onReset(0))
            .sends(0, 0, 0, "new0");
        // The receiver is put back later; its deliveries until then had been sent before.
        radar.gets(0, 15, 0, 20).gets(0, 26, 1, 30).does(tap -> tap.onReset(0)).gets(0, 7, 0, 10);
        assertThat(run()).containsExactly("pose.drone #0 at 10: old0 of 4", "pose.drone #1 at 20: old1 of 4",
            "Reset[asset=drone]", "pose.drone #0 at 0: new0 of 4", "pose.drone #0 to radar at 15 by 20: old0 of 4",
            "pose.drone #1 to radar at 26 by 30: old1 of 4", "Reset[asset=radar]",
            "pose.drone #0 to radar at 7 by 10: new0 of 4");
    }

    @Test
    void aVoidMessageIsNotDelivered() {
        drone.sends(0, 10, 0, "kept").sends(0, 20, 1, "void").does(tap -> tap.onVoid(0, 10)).sends(0, 20, 1, "then");
        radar.gets(0, 15, 0, 20).gets(0, 25, 1, 30);
        assertThat(run()).containsExactly("pose.drone #0 at 10: kept of 4", "pose.drone #1 at 20: void of 4",
            "Voided[asset=drone, timeNs=10]", "pose.drone #1 at 20: then of 4",
            "pose.drone #0 to radar at 15 by 20: kept of 4", "pose.drone #1 to radar at 25 by 30: then of 4");
    }

    @Test
    void aLinkThatTheHubDoesNotNameIsCountedAsMissed() {
        radar.gets(9, 15, 0, 20);
        assertThat(run()).containsExactly("Missed[asset=radar, messages=1]");
    }

    @Test
    void aMessageOfAnAssetWithoutALogHereIsToldWithoutItsBytes() {
        order = new TapOrder(ALL, MOST_BYTES, 100_000, event -> told.add(inWords(event)));
        order.add("radar", radar);
        radar.gets(0, 15, 0, 20);
        assertThat(run()).containsExactly("pose.drone #0 to radar at 15 by 20: unknown");
    }

    @Test
    void anImpossibleDeliveryIsToldAllTheSame() {
        // Each was given a message before it was sent.
        drone.gets(0, 10, 0, 20).sends(0, 10, 0, "p");
        radar.gets(0, 15, 0, 20).sends(0, 10, 0, "e");
        assertThat(run()).containsExactlyInAnyOrder("echo.radar #0 to drone at 10 by 20: e of 1",
            "pose.drone #0 at 10: p of 1", "pose.drone #0 to radar at 15 by 20: p of 1", "echo.radar #0 at 10: e of 1");
    }
}
