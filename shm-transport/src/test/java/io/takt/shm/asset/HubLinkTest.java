package io.takt.shm.asset;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.TaktException;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.control.Event;
import io.takt.shm.control.HubControl;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.message.MemoryMessages;
import io.takt.shm.message.MessageFiles;
import io.takt.shm.waiting.Kernel;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class HubLinkTest {
    private final SessionLab hub = new SessionLab(0);
    private Runnable beforeTheAnswer = () -> { };

    /** To a hub that gives all connections the same counters. */
    private final class Access implements HubAccess {
        @Override
        public String hub() {
            return "h";
        }

        @Override
        public HubControl connect(final HubControl.Listener listener) {
            return new Control();
        }

        @Override
        public ClockFile clocks() {
            return ClockFile.over(hub.counters.metaDataBuffer(), hub.counters.valuesBuffer(),
                Kernel.OF_THIS_MACHINE);
        }

        @Override
        public MessageFiles messages() {
            return new MemoryMessages();
        }
    }

    private final class Control implements HubControl {
        private boolean ended;

        @Override
        public Supplier<Reply> begin(final LongFunction<Request> request, final Consumer<Reply> inOrder) {
            return () -> {
                beforeTheAnswer.run();
                final int[] core = hub.coreDoorbell.counterIds();
                return Reply.doorbell(1, new Reply.Doorbell(hub.thread.sleep().counterId(),
                    hub.thread.activity().counterId(), core[0], core[1]));
            };
        }

        @Override
        public void tell(final LongFunction<Request> request) {
            throw new TaktException("there is nothing to tell");
        }

        @Override
        public boolean hasEnded() {
            return ended;
        }

        @Override
        public void close() {
            ended = true;
        }
    }

    private HubLink link() {
        return new HubLink(1, new Access(), () -> 0, new HubControl.Listener() {
            @Override
            public void onEvent(final Event event) {
                throw new TaktException("there are no events");
            }

            @Override
            public void onEnd() {
                throw new TaktException("only this end ends it");
            }
        });
    }

    @Test
    void theThreadsOfALinkThatIsClosedLeaveTheirCountersAlone() {
        final HubLink link = link();
        final AssetThread thread = link.newThread();
        hub.thread.sleep().publish(30);
        link.close();
        thread.ring();
        assertThat(hub.thread.sleep().read()).isEqualTo(30);
        assertThat(link.hasEnded()).isTrue();
    }

    @Test
    void soDoesAThreadThatComesWhenItIsBeingClosed() {
        final HubLink link = link();
        beforeTheAnswer = link::close;
        final AssetThread thread = link.newThread();
        hub.thread.sleep().publish(30);
        thread.ring();
        assertThat(hub.thread.sleep().read()).isEqualTo(30);
    }
}
