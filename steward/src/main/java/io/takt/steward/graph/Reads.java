package io.takt.steward.graph;

/**
 * The reads of an action, and at the same time its entries in the lists of readers: every version names the entry of
 * its latest reader, every entry that of the one before. So noting a read costs a write to the version, which has just
 * been read, and one to new memory.
 *
 * <p>Lists are in order of time, so the forgotten part is the end of each. Entries of actions that are dead, or have
 * read something else since, are void, and taken out when a walk along the list passes them.
 */
final class Reads {
    /** How many later readers are passed to come to one's place. */
    private static final int MOST_PASSED = 16;

    static final Reads NOTHING = new Reads(null, Action.NOTHING);

    /** Each version once, in the order in which they were first read. */
    Version[] versions;
    private final Action action;
    private Reads[] before;

    private Reads(final Action action, final Version[] versions) {
        this.action = action;
        this.versions = versions;
        before = new Reads[versions.length];
    }

    /** Makes these versions what the latest action of all has read, and it a reader of each. */
    static void registerLatest(final Action action, final Version[] versions) {
        if (versions.length == 0) {
            action.reads = NOTHING;
            return;
        }
        final Reads reads = new Reads(action, versions);
        for (int i = 0; i < versions.length; i++) {
            reads.before[i] = versions[i].readers;
            versions[i].readers = reads;
        }
        action.reads = reads;
    }

    /**
     * Makes these versions what an action has read, and it a reader of each: at its place in the lists, or aside where
     * that is far from the end, so that a cell which all read does not make every change in the past a search.
     */
    static void register(final Action action, final Version[] versions) {
        final Reads reads = new Reads(action, versions);
        action.reads = reads;
        for (int i = 0; i < versions.length; i++) {
            Reads after = null;
            Reads entry = versions[i].lastReader();
            int passed = 0;
            while (entry != null && passed < MOST_PASSED && action.at.isBefore(entry.action.at)) {
                after = entry;
                entry = entry.previous(versions[i]);
                passed++;
            }
            if (passed < MOST_PASSED) {
                reads.putAfter(after, i);
            } else {
                versions[i].addReaderAside(reads);
            }
        }
    }

    /** The next live entry; null if there is none. */
    static Reads live(final Reads entry, final Version version) {
        Reads reads = entry;
        while (reads != null && reads.isVoid()) {
            reads = reads.before == null ? null : reads.before[reads.indexOf(version)];
        }
        return reads;
    }

    /** The entry of the reader before in the list of a version; takes out void ones between. */
    Reads previous(final Version version) {
        final int index = indexOf(version);
        before[index] = live(before[index], version);
        return before[index];
    }

    Action action() {
        return action;
    }

    /** Lets go of everything, so that forgotten objects do not hang together. Lists end here. */
    void clear() {
        if (this != NOTHING) {
            for (int i = 0; i < versions.length; i++) {
                if (before[i] == null) {
                    versions[i].forgetReaderAside();
                }
            }
            versions = Action.NOTHING;
            before = null;
        }
    }

    boolean isVoid() {
        return action.dead || action.reads != this;
    }

    private void putAfter(final Reads entry, final int index) {
        final Version version = versions[index];
        if (entry == null) {
            before[index] = version.readers;
            version.readers = this;
        } else {
            final int at = entry.indexOf(version);
            before[index] = entry.before[at];
            entry.before[at] = this;
        }
    }

    private int indexOf(final Version version) {
        int index = 0;
        while (versions[index] != version) {
            index++;
        }
        return index;
    }
}
