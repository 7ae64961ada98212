package io.takt.federation.link;

/** Which faults end one link alone. */
public final class Faults {
    private Faults() {
    }

    /**
     * Throws a fault on that is the whole machine's, as where there is no memory. One that has used up the stack is of
     * the work that was being done.
     *
     * @param fault that was caught; ends a link, or a try, where this returns.
     */
    public static void throwIfOfMachine(final Throwable fault) {
        if (fault instanceof VirtualMachineError ofAll && !(fault instanceof StackOverflowError)) {
            throw ofAll;
        }
    }
}
