package io.takt.wrapper.fmu;

import com.sun.jna.Callback;
import com.sun.jna.CallbackReference;
import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import io.takt.wrapper.kit.WrapperException;
import java.io.IOException;

/**
 * The intermediate update of FMI 3: within a step, the FMU tells of times at which variables can be read. Its inputs
 * stay as they are, and no step is broken off there. Owned by the thread that drives the asset.
 */
final class Fmi3Update {
    /** A function of C that FMI 3 calls; truths are bytes. */
    interface Update extends Callback {
        /** Is called within a step. */
        void at(Pointer environment, double timeS, byte canSet, byte canGet, byte isFinished, byte canReturn,
            Pointer returnsEarly, Pointer returnS);
    }

    private final Instance.Listener listener;
    private final int count;
    private final Memory references;
    /** Kept for as long as the FMU may call it. */
    private final Update function = this::at;
    private Exception failure;

    /**
     * For some variables.
     *
     * @param listener null for none.
     */
    Fmi3Update(final int[] references, final Instance.Listener listener) {
        this.listener = listener;
        this.count = references.length;
        this.references = new Memory(Math.max(1, (long) count * Integer.BYTES));
        this.references.write(0, references, 0, count);
    }

    int count() {
        return count;
    }

    /** Address of them; 0 for none. */
    long references() {
        return count == 0 ? 0 : Pointer.nativeValue(references);
    }

    /** Address of the function; 0 without a listener. */
    long function() {
        return listener == null ? 0 : Pointer.nativeValue(CallbackReference.getFunctionPointer(function));
    }

    /** Values of a time that is not finished may become others. No exception may go through the FMU. */
    private void at(final Pointer environment, final double timeS, final byte canSet, final byte canGet,
        final byte isFinished, final byte canReturn, final Pointer returnsEarly, final Pointer returnS) {
        returnsEarly.setByte(0, (byte) 0);
        if (canGet != 0 && isFinished != 0 && failure == null) {
            try {
                listener.at(timeS);
            } catch (final IOException | RuntimeException e) {
                failure = e;
            }
        }
    }

    /** After a step: throws what could not be thrown within it. */
    void check() throws WrapperException {
        if (failure != null) {
            throw failure instanceof WrapperException known ? known
                : new WrapperException("values within a step: " + failure.getMessage(), failure);
        }
    }
}
