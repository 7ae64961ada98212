package io.takt.federation.gateway;

import io.takt.asset.TaktException;
import io.takt.federation.link.MuxFrame;
import io.takt.federation.mirror.ConnectedMirrors;
import io.takt.federation.mirror.MirrorEnd;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The parent's end of the mirrors across the link to a child, and the events that the child is told in order with them.
 * There are mirrors from when the child has joined until it leaves. Owned by the gateway's thread.
 */
final class MirrorsToChild {
    private final Function<Reply.Crossing, MirrorEnd> opens;
    private final Runnable saysSettle;
    private final Consumer<String> fails;
    private final ConnectedMirrors mirrors = new ConnectedMirrors();
    private boolean hasBeenOpen;
    /** That T_c stands for good is said when all that was sent before is with the child. */
    private boolean isSettleDue;

    MirrorsToChild(final Function<Reply.Crossing, MirrorEnd> opens, final Runnable saysSettle,
        final Consumer<String> fails) {
        this.opens = opens;
        this.saysSettle = saysSettle;
        this.fails = fails;
    }

    /** The child has joined. */
    void open(final Reply.Crossing crossing) {
        try {
            mirrors.open(() -> opens.apply(crossing));
            hasBeenOpen = true;
        } catch (final TaktException e) {
            fails.accept(e.getMessage());
        }
    }

    void connect(final Consumer<ByteBuffer> out, final BooleanSupplier isBusy) {
        mirrors.connect(out, isBusy);
    }

    void disconnect() {
        mirrors.disconnect();
    }

    void onFrame(final MuxFrame kind, final ByteBuffer payload) throws IOException {
        if (!mirrors.onFrame(kind, payload) && !hasBeenOpen) {
            throw new IOException("records come of it, and no channel crosses to or from it");
        }
    }

    /** News of senders here goes behind their messages. */
    void before(final Event event) {
        if (event instanceof Event.Reset) {
            isSettleDue = false;
        }
        if (mirrors.end() != null && !(event instanceof Event.Settle || event instanceof Event.Report)) {
            mirrors.end().sync();
        }
    }

    void settle() {
        isSettleDue = true;
        onTurn();
    }

    void onTurn() {
        final MirrorEnd end = mirrors.end();
        if (end != null) {
            end.flush();
        }
        if (isSettleDue && (end == null || end.isDone())) {
            isSettleDue = false;
            saysSettle.run();
        }
    }

    boolean isSettleDue() {
        return isSettleDue;
    }

    void close() {
        mirrors.close();
    }
}
