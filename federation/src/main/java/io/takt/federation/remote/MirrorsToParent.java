package io.takt.federation.remote;

import io.takt.asset.TaktException;
import io.takt.federation.link.ControlStream;
import io.takt.federation.link.MuxFrame;
import io.takt.federation.mirror.ConnectedMirrors;
import io.takt.federation.mirror.MirrorEnd;
import io.takt.hub.core.event.ToParent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A child's end of the mirrors across its link, and the lines to the parent in order with them. There are mirrors
 * from when the hub has told its ends until the parent is away. Owned by the link's thread.
 */
final class MirrorsToParent {
    private final BiFunction<ToParent.Cross, ControlStream, MirrorEnd> opens;
    private final Consumer<ToParent> tells;
    private final Consumer<String> fails;
    private final ConnectedMirrors mirrors = new ConnectedMirrors();
    /** To be told when all that was sent is with the parent; null for nothing. */
    private volatile ToParent later;
    /** Messages cross in the place that this hub has; while its parent is away there are no mirrors, and will be. */
    private boolean isCrossed;

    MirrorsToParent(final BiFunction<ToParent.Cross, ControlStream, MirrorEnd> opens, final Consumer<ToParent> tells,
        final Consumer<String> fails) {
        this.opens = opens;
        this.tells = tells;
        this.fails = fails;
    }

    /** The hub's ends are there. */
    void open(final ToParent.Cross cross, final ControlStream stream) {
        close();
        isCrossed = true;
        try {
            mirrors.open(() -> opens.apply(cross, stream));
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

    /** Without mirrors what comes was for those that were there before. */
    void onFrame(final MuxFrame kind, final ByteBuffer payload) throws IOException {
        mirrors.onFrame(kind, payload);
    }

    /** Tells something that is true of senders below: behind what they have sent. */
    void say(final ToParent message) {
        if (message instanceof ToParent.Settled && isCrossed || isLeaving(message) && mirrors.end() != null) {
            later = message;
            onTurn();
            return;
        }
        if (message instanceof ToParent.ResetDone || message instanceof ToParent.Ended) {
            // That is of a run that is over. Anything else, as when the parent is back, leaves it true.
            later = null;
        }
        if (mirrors.end() != null) {
            mirrors.end().sync();
        }
        tells.accept(message);
    }

    private static boolean isLeaving(final ToParent message) {
        return message instanceof ToParent.Ended ended && ended.ending() == ToParent.Ending.LEAVES;
    }

    void onTurn() {
        final MirrorEnd end = mirrors.end();
        if (end == null) {
            return;
        }
        end.flush();
        final ToParent due = later;
        if (due != null && end.isDone()) {
            later = null;
            tells.accept(due);
        }
    }

    /** From any thread: whether a message waits for what was sent before it. */
    boolean hasMoreToSay() {
        return later != null && mirrors.end() != null;
    }

    /** From any thread: the mirrors' connection to this hub. */
    int ownConnections() {
        return mirrors.end() == null ? 0 : 1;
    }

    /** That this hub has settled is said when its parent is back; that it has left is said in any case. */
    void close() {
        final ToParent due = later;
        final boolean wereThere = mirrors.end() != null;
        mirrors.close();
        if (wereThere && due != null && isLeaving(due)) {
            later = null;
            tells.accept(due);
        }
    }

    /** This hub has lost its place: in the next one its parent asks again whether it has settled. */
    void lose() {
        close();
        isCrossed = false;
        later = null;
    }
}
