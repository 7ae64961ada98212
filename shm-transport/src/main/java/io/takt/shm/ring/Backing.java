package io.takt.shm.ring;

import org.agrona.concurrent.AtomicBuffer;

/** Sees to it that a part of a file has memory. */
public interface Backing {
    /**
     * Gives a part of a file memory, if it has none, so that writing there cannot fail.
     *
     * @param file   all of it.
     * @param index  where the part begins.
     * @param length of the part in bytes.
     * @return false when there is none left; then nothing is to be written there.
     */
    boolean provide(AtomicBuffer file, int index, int length);
}
