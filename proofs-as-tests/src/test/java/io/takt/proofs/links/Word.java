package io.takt.proofs.links;

/** A word of memory on which a loop sleeps. */
final class Word implements Task.SleepPlace {
    private final long address;
    private boolean isWoken;

    Word(final long address) {
        this.address = address;
    }

    void wake(final long at) {
        isWoken |= address == at;
    }

    @Override
    public boolean isAwake(final long nowNs) {
        return isWoken;
    }

    @Override
    public long wakesAtNs(final long nowNs) {
        return Long.MAX_VALUE;
    }
}
