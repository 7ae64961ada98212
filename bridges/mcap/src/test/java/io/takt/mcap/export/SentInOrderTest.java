package io.takt.mcap.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.message.OutputSpec;
import io.takt.asset.Steps;
import io.takt.recording.format.AssetEntry;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class SentInOrderTest {
    private static final int RADAR = 0;
    private static final int DRONE = 1;

    private final List<String> told = new ArrayList<>();
    private final SentInOrder records = new SentInOrder(sent -> told.add(
        sent.sender().name() + " " + sent.stampNs() + " " + sent.sequence() + " " + new String(sent.bytes())));

    private static AssetEntry asset(final String name, final long startNs) {
        return AssetEntry.of(name, Steps.fixedNs(10), startNs, 0, List.of(OutputSpec.named("c")), List.of());
    }

    private void join() {
        records.onAsset(RADAR, asset("radar", 0));
        records.onAsset(DRONE, asset("drone", 0));
    }

    private void send(final int asset, final long stampNs, final long sequence, final String text) {
        final byte[] bytes = ("xx" + text).getBytes();
        records.onSent(asset, 0, stampNs, sequence, new UnsafeBuffer(bytes), 2, bytes.length - 2);
    }

    @Test
    void messagesComeByStampThenBySenderThenByNumber() {
        join();
        send(RADAR, 10, 0, "a");
        send(RADAR, 10, 1, "b");
        records.onFrontier(RADAR, 10);
        assertThat(told).as("drone may have sent something earlier").isEmpty();
        send(DRONE, 5, 0, "c");
        send(DRONE, 10, 1, "d");
        records.onFrontier(DRONE, 10);
        assertThat(told).containsExactly("drone 5 0 c", "drone 10 1 d", "radar 10 0 a", "radar 10 1 b");
    }

    @Test
    void messagesOfAStepThatAProcessDidNotLiveToEndAreLeftOut() {
        join();
        records.onFrontier(DRONE, 100);
        send(RADAR, 10, 0, "kept");
        send(RADAR, 20, 1, "void");
        records.onVoid(RADAR, 10);
        send(RADAR, 20, 1, "again");
        records.onFrontier(RADAR, 20);
        assertThat(told).containsExactly("radar 10 0 kept", "radar 20 1 again");
    }

    @Test
    void whatIsNotKnownToHaveHappenedIsLeftOut() {
        join();
        send(RADAR, 10, 0, "known");
        send(RADAR, 20, 1, "of a step that was under way");
        records.onFrontier(RADAR, 10);
        records.end();
        assertThat(told).containsExactly("radar 10 0 known");
    }

    @Test
    void anAssetThatIsGoneOrComesLateHoldsNothingUp() {
        join();
        send(RADAR, 10, 0, "a");
        records.onGone(DRONE, 0, false);
        records.onAsset(2, asset("tower", 50));
        records.onFrontier(RADAR, 10);
        assertThat(told).containsExactly("radar 10 0 a");
    }

    @Test
    void theNextRunIsLeftOut() {
        join();
        send(RADAR, 10, 0, "a");
        records.onFrontier(RADAR, 10);
        records.onFrontier(DRONE, 0);
        records.onReset(RADAR);
        send(RADAR, 5, 0, "of the next run");
        records.onFrontier(RADAR, 5);
        records.end();
        assertThat(told).containsExactly("radar 10 0 a");
        assertThat(records.isReset()).isTrue();
    }
}
