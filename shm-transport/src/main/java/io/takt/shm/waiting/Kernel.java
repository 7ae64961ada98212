package io.takt.shm.waiting;

/**
 * The kernel of a {@link Doorbell}: lets a thread sleep on a word of memory, and wakes it. Either this machine's, or a
 * test scheduler that controls which thread sleeps.
 */
public interface Kernel {
    /** The kernel of this machine. */
    Kernel OF_THIS_MACHINE = new Kernel() {
        @Override
        public void await(final long address, final int expected, final long atMostNs) {
            Futex.await(address, expected, atMostNs);
        }

        @Override
        public void wake(final long address) {
            Futex.wake(address);
        }
    };

    /**
     * Sleeps while the word has the expected value, until woken or for so long; may end early for no reason.
     *
     * @param address  of the word.
     * @param expected its value, as far as the caller knows.
     * @param atMostNs wall time.
     */
    void await(long address, int expected, long atMostNs);

    /**
     * Wakes the thread, of any process, that sleeps on the word; does nothing when none does.
     *
     * @param address of the word.
     */
    void wake(long address);
}
