package io.takt.hub.core;

import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The counters of a {@link HubLab}: between two looks of the hub at its assets' clocks one of them may go on. */
final class LabCounters extends UnsafeBuffer {
    private Runnable meanwhile;
    private int looksLeft;

    LabCounters(final int length) {
        super(ByteBuffer.allocateDirect(length));
    }

    /** Something happens once, after so many looks from now on. */
    void after(final int looks, final Runnable what) {
        meanwhile = what;
        looksLeft = looks;
    }

    /** Whether it has not happened yet. */
    boolean isAhead() {
        return meanwhile != null;
    }

    @Override
    public long getLongVolatile(final int index) {
        if (meanwhile != null && looksLeft-- == 0) {
            final Runnable now = meanwhile;
            meanwhile = null;
            now.run();
        }
        return super.getLongVolatile(index);
    }
}
