package io.takt.hub.tap;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.shm.control.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TapFilterTest {
    private static final List<Reply.TappedAsset> TAPPED =
        List.of(asset("drone", "pose", "battery"), asset("radar"));

    private static Reply.TappedAsset asset(final String name, final String... channels) {
        return new Reply.TappedAsset(name, name, -1, 0, List.of(channels), List.of());
    }

    private static List<String> unknown(final List<Reply.TappedAsset> tapped, final Set<String> channels,
        final Set<String> assets) {
        return new TapFilter(channels, assets, true, true).unknown("lab", tapped);
    }

    @Test
    void namesThatAreThereAreNotMentioned() {
        assertThat(unknown(TAPPED, Set.of(), Set.of())).isEmpty();
        assertThat(unknown(TAPPED, Set.of("pose", "battery.drone"), Set.of("drone", "radar"))).isEmpty();
    }

    @Test
    void aNameThatIsNotThereIsReportedWithThoseThatAre() {
        assertThat(unknown(TAPPED, Set.of("pos", "pose"), Set.of("dron", "rada"))).containsExactly(
            "hub 'lab' has no asset 'dron', 'rada' with messages yet; there are drone, radar",
            "hub 'lab' has no channel 'pos' yet; there are battery.drone, pose.drone");
        assertThat(unknown(List.of(asset("drone")), Set.of("pose"), Set.of("radar"))).containsExactly(
            "hub 'lab' has no asset 'radar' with messages yet; there is drone",
            "hub 'lab' has no channel 'pose' yet; there is none");
        assertThat(unknown(List.of(), Set.of("pose"), Set.of("radar")))
            .containsExactly("hub 'lab' has no asset yet that sends or receives messages");
    }

    @Test
    void ofThousandsSomeAreNamed() {
        final List<Reply.TappedAsset> many = new ArrayList<>();
        for (int i = 1000; i < 3000; i++) {
            many.add(asset("a" + i));
        }
        assertThat(unknown(many, Set.of(), Set.of("x"))).singleElement().asString()
            .startsWith("hub 'lab' has no asset 'x' with messages yet; there are a1000, a1001, ")
            .endsWith("a1008, a1009 and 1990 more");
    }
}
