package io.takt.federation.gateway;

import io.takt.asset.TaktException;
import io.takt.federation.link.ControlStream;
import io.takt.federation.link.MuxFrame;
import io.takt.federation.mirror.RemoteMirrors;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The parent's end of the mirrors across the link to a child, and what the child is told in order with them. There are
 * mirrors from when the child has joined until it leaves. Owned by the gateway's thread.
 */
final class MirrorsToChild {
    private final String child;
    private final Executor gateway;
    private final ControlStream stream;
    private final Supplier<ClockFile> file;
    private final Runnable saysSettle;
    private final Consumer<String> fails;
    private Consumer<ByteBuffer> out;
    private BooleanSupplier isBusy;
    private Reply.Doorbell doorbell;
    /** Null while nothing crosses. */
    private RemoteMirrors mirrors;
    private boolean hasBeenOpen;
    /** That T_c stands for good is said when all that was sent before is with the child. */
    private boolean isSettleDue;

    MirrorsToChild(final String child, final Executor gateway, final ControlStream stream,
        final Supplier<ClockFile> file, final Runnable saysSettle, final Consumer<String> fails) {
        this.child = child;
        this.gateway = gateway;
        this.stream = stream;
        this.file = file;
        this.saysSettle = saysSettle;
        this.fails = fails;
    }

    void sleepAt(final Reply.Doorbell newDoorbell) {
        doorbell = newDoorbell;
    }

    /** The child has joined. */
    void open(final Reply.Crossing crossing, final LongSupplier latestNs) {
        try {
            mirrors = RemoteMirrors.ofParent(child, crossing, file.get(), doorbell, stream, latestNs,
                gateway, fails);
            hasBeenOpen = true;
            if (out != null) {
                mirrors.connect(out, isBusy);
            }
        } catch (final TaktException e) {
            fails.accept(e.getMessage());
        }
    }

    void connect(final Consumer<ByteBuffer> newOut, final BooleanSupplier newIsBusy) {
        out = newOut;
        isBusy = newIsBusy;
        if (mirrors != null) {
            mirrors.connect(out, isBusy);
        }
    }

    void disconnect() {
        out = null;
        if (mirrors != null) {
            mirrors.disconnect();
        }
    }

    void onFrame(final MuxFrame kind, final ByteBuffer payload) throws IOException {
        if (mirrors != null && kind == MuxFrame.RECORDS) {
            mirrors.onRecords(payload);
        } else if (mirrors != null) {
            mirrors.onAck(payload);
        } else if (!hasBeenOpen) {
            throw new IOException("records come of it, and no channel crosses to or from it");
        }
    }

    /** What is told of senders here goes behind what they have sent. */
    void before(final Event event) {
        if (event instanceof Event.Reset) {
            isSettleDue = false;
        }
        if (mirrors != null && !(event instanceof Event.Settle || event instanceof Event.Report)) {
            mirrors.sync();
        }
    }

    void settle() {
        isSettleDue = true;
        onTurn();
    }

    void onTurn() {
        if (mirrors != null) {
            mirrors.flush();
        }
        if (isSettleDue && (mirrors == null || mirrors.isDone())) {
            isSettleDue = false;
            saysSettle.run();
        }
    }

    boolean isSettleDue() {
        return isSettleDue;
    }

    void close() {
        if (mirrors != null) {
            mirrors.close();
            mirrors = null;
        }
    }
}
