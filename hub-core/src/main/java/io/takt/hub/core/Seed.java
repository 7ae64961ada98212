package io.takt.hub.core;

/** The seed of the scenario: as the configuration gives it, or of a child hub as its parent does. */
final class Seed {
    private long value;
    private boolean isInherited;

    Seed(final long value) {
        this.value = value;
    }

    long value() {
        return value;
    }

    /** From now on it is that of the parent, once that is known. */
    void inherit() {
        isInherited = true;
    }

    /** The seed of the parent; returns whether it is another than before. */
    boolean ofParent(final long parents) {
        final boolean isAnother = isInherited && value != parents;
        if (isAnother) {
            value = parents;
        }
        return isAnother;
    }
}
