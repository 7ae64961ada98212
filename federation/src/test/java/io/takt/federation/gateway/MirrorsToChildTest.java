package io.takt.federation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import io.takt.federation.mirror.MirrorEnd;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A child's news of senders above goes behind their messages. */
class MirrorsToChildTest {
    private final List<String> said = new ArrayList<>();
    private final MirrorsToChild mirrors =
        new MirrorsToChild(crossing -> new Noted(), () -> said.add("settle"), why -> said.add(why));
    private boolean isDone;

    @BeforeEach
    void open() {
        mirrors.open(new Reply.Crossing(List.of(), List.of(), List.of()));
    }

    @Test
    void statesAndResetsGoBehindWhatIsThere() {
        mirrors.before(new Event.State(HubState.RUNNING, null));
        mirrors.before(new Event.Reset(null));
        mirrors.before(new Event.Report());
        assertThat(said).containsExactly("sync", "sync");
    }

    @Test
    void thatTimeStandsForGoodIsSaidWhenAllIsWithTheChild() {
        mirrors.settle();
        mirrors.before(new Event.State(HubState.RUNNING, null));
        mirrors.onTurn();
        assertThat(said).containsExactly("sync");
        isDone = true;
        mirrors.onTurn();
        mirrors.onTurn();
        assertThat(said).containsExactly("sync", "settle");
    }

    @Test
    void aResetOvertakesThatTimeStands() {
        mirrors.settle();
        mirrors.before(new Event.Reset(null));
        isDone = true;
        mirrors.onTurn();
        assertThat(said).containsExactly("sync");
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
