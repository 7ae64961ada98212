package io.takt.hub.tap;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.tap.SentMessages.Kept;
import io.takt.hub.tap.TapEvent.Sent;
import org.junit.jupiter.api.Test;

class SentMessagesTest {
    private static final long D_MAX = 10;
    private static final int SIZE = 100 - TapEvent.OVERHEAD_BYTES % 100;
    private static final int FOOTPRINT = TapEvent.OVERHEAD_BYTES + SIZE;
    private static final long MOST = 10 * FOOTPRINT;

    private final SentMessages sent = new SentMessages(MOST);

    SentMessagesTest() {
        sent.maxDelay(D_MAX);
    }

    private void add(final String sender, final long sequence, final long stampNs) {
        sent.add(new Kept(new Sent("c", sender, sequence, stampNs, SIZE, new byte[SIZE]), 0));
        sent.reached(sender, stampNs);
    }

    private boolean knows(final String sender, final long sequence) {
        return sent.find(sender, sequence, 0, Long.MAX_VALUE) != null;
    }

    @Test
    void aMessageIsFoundByItsSenderItsNumberAndItsStamp() {
        add("a", 1, 50);
        assertThat(sent.find("a", 1, 50, 50).message().stampNs()).isEqualTo(50);
        assertThat(sent.find("a", 1, 51, 60)).isNull();
        assertThat(sent.find("a", 1, 40, 49)).isNull();
        assertThat(sent.find("a", 2, 50, 50)).isNull();
        assertThat(sent.find("b", 1, 50, 50)).isNull();
    }

    @Test
    void isForgottenWhenItIsDeliveredToAllAndThatIsRead() {
        sent.underWayFor("a", 7);
        sent.underWayFor("a", 3);
        add("a", 0, 100);
        add("a", 1, 100 + 7 + 3 * D_MAX);
        sent.allIsRead();
        sent.allIsRead();
        sent.allIsRead();
        assertThat(knows("a", 0)).as("its step may not be done").isTrue();
        add("a", 2, 100 + 7 + 3 * D_MAX + 1);
        sent.allIsRead();
        assertThat(knows("a", 0)).as("the delivery may not be read").isTrue();
        sent.allIsRead();
        assertThat(knows("a", 0)).as("the delivery may not be told").isTrue();
        sent.allIsRead();
        assertThat(knows("a", 0)).isFalse();
        assertThat(knows("a", 1)).isTrue();
        assertThat(sent.bytes()).isEqualTo(2 * FOOTPRINT);
    }

    @Test
    void timesTooLateToAddUpToAreNoTrouble() {
        sent.maxDelay(Long.MAX_VALUE);
        sent.underWayFor("a", Long.MAX_VALUE);
        add("a", 0, 0);
        add("a", 1, Long.MAX_VALUE);
        for (int i = 0; i < 5; i++) {
            sent.allIsRead();
        }
        assertThat(knows("a", 0)).isTrue();
    }

    @Test
    void theOldestOfItsSenderGoWhenThereIsNoRoom() {
        add("b", 0, 0);
        for (int i = 0; i < 20; i++) {
            add("a", i, i);
        }
        assertThat(knows("a", 10)).isFalse();
        assertThat(knows("a", 11)).isTrue();
        assertThat(knows("b", 0)).as("others are none of its business").isTrue();
        assertThat(sent.bytes()).isEqualTo(MOST);
        sent.add(new Kept(new Sent("c", "b", 1, 1, 0, new byte[(int) MOST]), 0));
        assertThat(knows("b", 1)).as("larger than all room").isFalse();
    }

    @Test
    void aNumberThatIsGivenAgainIsThatOfTheLater() {
        add("a", 1, 10);
        add("a", 1, 20);
        assertThat(sent.find("a", 1, 10, 10)).isNull();
        assertThat(sent.find("a", 1, 20, 20)).isNotNull();
        assertThat(sent.bytes()).isEqualTo(FOOTPRINT);
        sent.voidAfter("a", 19);
        assertThat(knows("a", 1)).isFalse();
        assertThat(sent.bytes()).isZero();
    }

    @Test
    void messagesSentBeforeAResetAreKeptUntilTheNextRunHasBegun() {
        add("a", 0, 1_000);
        sent.reset("a");
        add("a", 0, 0);
        assertThat(sent.find("a", 0, 1_000, 1_000)).isNotNull();
        assertThat(sent.find("a", 0, 0, 0)).isNotNull();
        for (int i = 0; i < 5; i++) {
            sent.allIsRead();
        }
        assertThat(knows("a", 0)).as("times have begun anew").isTrue();
        add("a", 1, 3 * D_MAX + 1);
        for (int i = 0; i < 5; i++) {
            sent.allIsRead();
        }
        assertThat(knows("a", 0)).isFalse();
        assertThat(sent.bytes()).isEqualTo(FOOTPRINT);
        sent.reset("a");
        sent.reset("a");
        assertThat(sent.bytes()).isZero();
    }
}
