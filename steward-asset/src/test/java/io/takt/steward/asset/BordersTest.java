package io.takt.steward.asset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.asset.message.Codec;
import io.takt.asset.message.InputSpec;
import io.takt.steward.Id;
import io.takt.steward.StewardException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A part refuses what would make another world of it, and begins anew after a reset. */
class BordersTest {
    private static final long DELAY_NS = 50;
    private static final Islands ISLANDS = new Islands(6, 2);
    private static final LongPredicate EVEN = island -> island % 2 == 0;

    private static StewardAsset.Builder builder(final LongPredicate own) {
        return StewardAsset.of(Islands.physics()).beginsWith(steward -> ISLANDS.begin(steward, own))
            .borders(ISLANDS.borders(DELAY_NS, own).announcedOn("ahead"));
    }

    private static StewardAsset joined(final Hand hand, final StewardAsset.Builder builder) {
        final StewardAsset world = builder.build();
        world.joined(Hand.joined("part", 1, 200, true, () -> 400));
        world.connect(hand);
        return world;
    }

    private static InputSpec boat(final String sender) {
        return InputSpec.gated(Islands.CHANNEL, sender).untilStepEnd().delayNs(DELAY_NS);
    }

    private static void assertRefused(final InputSpec input, final String text) {
        final StewardAsset.Builder builder = builder(EVEN).receives("kick", Codec.longs(), (kick, from) -> null);
        assertThatIllegalArgumentException().isThrownBy(() -> joined(new Hand(input), builder))
            .withMessage("asset 'part' " + text);
    }

    @Test
    void linksThatDoNotGiveItAllInTimeAreRefused() {
        final String delay = "receives channel 'boat' from 'odd', over which a world's events cross: its delay must be"
            + " 50ns, as in the borders of the world, without jitter and loss";
        assertRefused(boat("odd").delayNs(40), delay);
        assertRefused(boat("odd").delayNs(60), delay);
        assertRefused(boat("odd").jitterNs(1), delay);
        assertRefused(boat("odd").loss(0.1), delay);
        assertRefused(InputSpec.gated(Islands.CHANNEL, "odd").delayNs(DELAY_NS), "has a part of a world, whose past is"
            + " final when its clock has passed; so channel 'boat' from 'odd' must be gated, with \"gate\": \"end\"");
        assertRefused(InputSpec.retroactive("kick", "user"), "has a part of a world, whose past is final when its clock"
            + " has passed; so channel 'kick' from 'user' must be gated, with \"gate\": \"end\"");
        assertRefused(InputSpec.gated("ahead", "odd"), "receives channel 'ahead' from 'odd', on which parts of a world"
            + " announce events: it must be retroactive");
        assertRefused(boat("part"), "sends channel 'boat' to itself; what a part of a world sends goes to the others"
            + " only");
    }

    @Test
    void anEventThatCrossesToNoPartIsTold() {
        final Hand hand = new Hand(boat("odd"));
        assertThatThrownBy(() -> {
            final StewardAsset world = joined(hand, builder(EVEN));
            hand.start(world, 0);
            for (long timeNs = 0; timeNs < 1_000; timeNs += 50) {
                hand.step(world, timeNs, timeNs + 50);
            }
        }).isInstanceOf(StewardException.class).hasMessageMatching("an event of asset 'part' at the tick \\d+ crosses"
            + " to another part, but the asset does not send channel 'boat'");
    }

    /** It may still turn out not to. */
    @Test
    void anEventThatIsOnlyWorkedAheadMayCrossToNoPart() throws Exception {
        final Hand hand = new Hand(boat("odd"));
        final Islands seldom = new Islands(6, 5);
        final StewardAsset world = joined(hand, StewardAsset.of(Islands.physics())
            .beginsWith(steward -> seldom.begin(steward, EVEN)).borders(seldom.borders(DELAY_NS, EVEN)));
        hand.start(world, 0);
        while (world.workAhead(100)) {
            assertThat(world.committedTick()).isZero();
        }
        assertThatThrownBy(() -> {
            for (long timeNs = 0; timeNs < 400; timeNs += 50) {
                hand.step(world, timeNs, timeNs + 50);
            }
        }).as("all of this was worked").isInstanceOf(StewardException.class)
            .hasMessageContaining("crosses to another part");
    }

    /** Each link may have the delay of its receiver, so no link shows it. */
    @Test
    void partsThatHaveOtherDelaysAreTold() throws Exception {
        final Hand hand = new Hand(boat("even")).sends(Islands.CHANNEL);
        final LongPredicate odd = EVEN.negate();
        final StewardAsset later = StewardAsset.of(Islands.physics())
            .beginsWith(steward -> ISLANDS.begin(steward, EVEN)).borders(ISLANDS.borders(DELAY_NS + 10, EVEN)).build();
        final Hand ofLater = new Hand().sends(Islands.CHANNEL);
        later.joined(Hand.joined("even", 1, 200, true, () -> 400));
        later.connect(ofLater);
        ofLater.start(later, 0);
        for (long timeNs = 0; ofLater.sent().isEmpty() && timeNs < 2_000; timeNs += 50) {
            ofLater.step(later, timeNs, timeNs + 50);
        }
        final Hand.Sent boat = ofLater.sent().get(0);
        final StewardAsset world = joined(hand, builder(odd));
        hand.start(world, 0);
        assertThatThrownBy(() -> hand.over(
            new Given(Islands.CHANNEL, "even", 0, boat.stampNs(), boat.stampNs() + DELAY_NS, boat.bytes())))
            .isInstanceOf(StewardException.class)
            .hasMessage("asset 'part' has borders behind which an event is felt 50ns later, and asset 'even' others,"
                + " 60ns; all parts of a world are made with the same borders");
    }

    @Test
    void announcementsNeedStepsThatDoNotVary() throws Exception {
        final Hand hand = new Hand(boat("odd")).sends(Islands.CHANNEL, "ahead");
        final StewardAsset world = joined(hand, builder(EVEN));
        hand.start(world, 0);
        hand.step(world, 0, 50);
        assertThatThrownBy(() -> hand.step(world, 50, 90)).hasMessage("asset 'part' announces what will cross its"
            + " borders, one message in each step; so its steps must not vary, but one took 50ns and one 40ns");
    }

    /** What was announced in the first run is of no meaning in the second. */
    @Test
    void aResetBeginsAnew() throws Exception {
        final Hand hand = new Hand(boat("odd")).sends(Islands.CHANNEL, "ahead");
        final StewardAsset world = joined(hand, builder(EVEN));
        final List<String> first = sent(hand, world);
        final Id digest = world.digest();
        world.reset();
        assertThat(sent(hand, world)).isEqualTo(first).anyMatch(line -> line.startsWith("boat"));
        assertThat(world.digest()).isEqualTo(digest);
    }

    private static List<String> sent(final Hand hand, final StewardAsset world) throws Exception {
        final List<String> sent = new ArrayList<>();
        hand.start(world, 0);
        for (long timeNs = 0; timeNs < 500; timeNs += 50) {
            while (world.workAhead(100)) {
                assertThat(world.committedTick()).isEqualTo(timeNs);
            }
            hand.step(world, timeNs, timeNs + 50);
            sent.addAll(hand.sent().stream().map(each -> each.channel() + each.stampNs() + List.of(each.bytes().length))
                .collect(Collectors.toList()));
        }
        return sent;
    }

    @Test
    void aPartIsNotComparedWithCopies() {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> builder(EVEN).comparedOn("agree", Duration.ofNanos(100)).build())
            .withMessage("a world that has borders is not compared with copies of it: leave out 'borders' or"
                + " 'comparedOn'");
    }

    @Test
    void theDelayIsMoreThan0() {
        assertThatIllegalArgumentException().isThrownBy(() -> Borders.after(Duration.ZERO))
            .withMessage("the delay of the borders is 0s; it must be more than 0");
    }
}
