package io.takt.shm.ring;

/** Wakes threads of any process by the number of the doorbell counter on which they sleep. */
@FunctionalInterface
public interface Signaller {
    /**
     * Wakes the thread that sleeps there.
     *
     * @param counterId number of the counter, as found in shared memory; one that does not exist is no error.
     */
    void ring(long counterId);
}
