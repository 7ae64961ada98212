package io.takt.federation.mirror;

import io.takt.asset.TaktException;
import io.takt.shm.asset.HubAccess;
import io.takt.shm.control.Event;
import io.takt.shm.control.HubControl;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.message.MessageFiles;
import io.takt.shm.message.MirrorChannel;
import java.util.List;
import java.util.random.RandomGenerator;

/** Opens the ends of mirrors at a hub of this host. */
final class MirrorEnds {
    private MirrorEnds() {
    }

    /** A connection to the hub of this process, for a doorbell alone. */
    static HubControl control(final HubAccess hub) {
        return hub.connect(new Deaf());
    }

    static Reply.Doorbell doorbell(final HubControl control) {
        final Reply reply = control.ask(Request.Doorbell::new, answer -> { });
        if (!reply.ok()) {
            throw new TaktException("no doorbell for channels across hubs: " + reply.error());
        }
        return reply.doorbell();
    }

    static List<MirrorChannel> channels(final Reply.CrossingLog end, final MessageFiles files) {
        return end.channels().stream().map(channel -> new MirrorChannel(channel.channel(), channel.messages(),
            channel.latest() == null ? null : files.latest(channel.latest()))).toList();
    }

    /** A mark for a log that no mirror has read before; or a number of an opening. */
    static long mark(final RandomGenerator random) {
        return random.nextLong(1, Long.MAX_VALUE);
    }

    private static final class Deaf implements HubControl.Listener {
        @Override
        public void onEvent(final Event event) {
            // The hub's own link hears of its state.
        }

        @Override
        public void onEnd() {
            // The hub of this process ends.
        }
    }
}
