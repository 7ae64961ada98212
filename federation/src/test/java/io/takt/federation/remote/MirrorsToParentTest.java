package io.takt.federation.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.federation.link.ControlStream;
import io.takt.federation.mirror.MirrorEnd;
import io.takt.hub.core.event.ToParent;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A child's lines about its senders go to the parent behind their messages. */
class MirrorsToParentTest {
    private final List<String> said = new ArrayList<>();
    private final MirrorsToParent mirrors = new MirrorsToParent((cross, stream) -> new Noted(),
        message -> said.add(message.getClass().getSimpleName()), why -> said.add(why));
    private boolean isDone;

    @BeforeEach
    void open() {
        mirrors.open(new ToParent.Cross(List.of(), List.of()), new ControlStream());
    }

    @Test
    void thatAllAreReadyOrBackGoesBehindWhatIsThere() {
        mirrors.say(new ToParent.Ready());
        mirrors.say(new ToParent.ResetDone(null));
        assertThat(said).containsExactly("sync", "Ready", "sync", "ResetDone");
    }

    @Test
    void thatNothingCanStepIsSaidWhenAllIsWithTheParent() {
        mirrors.say(new ToParent.Settled());
        mirrors.onTurn();
        assertThat(said).isEmpty();
        assertThat(mirrors.hasMoreToSay()).isTrue();
        isDone = true;
        mirrors.onTurn();
        mirrors.onTurn();
        assertThat(said).containsExactly("Settled");
        assertThat(mirrors.hasMoreToSay()).isFalse();
    }

    @Test
    void aResetOvertakesThatNothingCouldStep() {
        mirrors.say(new ToParent.Settled());
        mirrors.say(new ToParent.ResetDone(null));
        isDone = true;
        mirrors.onTurn();
        assertThat(said).containsExactly("sync", "ResetDone");
    }

    @Test
    void itLeavesWhenAllIsWithTheParentAndStillWhenThatIsGone() {
        mirrors.say(new ToParent.Ended(ToParent.Ending.LEAVES, "reached"));
        assertThat(said).isEmpty();
        mirrors.close();
        assertThat(said).containsExactly("close", "Ended");
    }

    /** A parent that has not lost this hub waits for the answer that it has asked for. */
    @Test
    void thatNothingCanStepIsStillSaidInThePlaceThatIsKept() {
        mirrors.say(new ToParent.Settled());
        isDone = true;
        mirrors.close();
        mirrors.onTurn();
        assertThat(said).containsExactly("close");
        assertThat(mirrors.hasMoreToSay()).as("for which it could wait").isFalse();
        isDone = false;
        open();
        mirrors.say(new ToParent.Ready());
        isDone = true;
        mirrors.onTurn();
        mirrors.onTurn();
        assertThat(said).endsWith("Ready", "Settled").containsOnlyOnce("Settled");
    }

    /** The hub may not have heard yet that its parent is away. */
    @Test
    void thatNothingCanStepIsNotSaidBeforeThereAreMirrorsAgain() {
        mirrors.close();
        mirrors.say(new ToParent.Settled());
        mirrors.onTurn();
        assertThat(said).containsExactly("close");
        open();
        isDone = true;
        mirrors.onTurn();
        assertThat(said).containsExactly("close", "Settled");
    }

    @Test
    void inANewPlaceItIsAskedForAnew() {
        mirrors.say(new ToParent.Settled());
        mirrors.lose();
        open();
        isDone = true;
        mirrors.onTurn();
        assertThat(said).containsExactly("close");
    }

    @Test
    void withoutMirrorsNothingWaits() {
        mirrors.lose();
        mirrors.say(new ToParent.Settled());
        assertThat(said).containsExactly("close", "Settled");
        assertThat(mirrors.ownConnections()).isZero();
    }

    /** Notes what it is asked to do. */
    private final class Noted implements MirrorEnd {
        @Override
        public void connect(final Consumer<ByteBuffer> out, final BooleanSupplier isBusy) {
            said.add("connect");
        }

        @Override
        public void disconnect() {
            said.add("disconnect");
        }

        @Override
        public void onRecords(final ByteBuffer payload) {
            said.add("records");
        }

        @Override
        public void onAck(final ByteBuffer payload) {
            said.add("ack");
        }

        @Override
        public void flush() {
            // As often as it likes.
        }

        @Override
        public void sync() {
            said.add("sync");
        }

        @Override
        public boolean isDone() {
            return isDone;
        }

        @Override
        public void close() {
            said.add("close");
        }
    }
}
