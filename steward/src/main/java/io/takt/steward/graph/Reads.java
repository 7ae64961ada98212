package io.takt.steward.graph;

/**
 * What an action has read, and at the same time its entries in the lists of readers: every version names the entry that
 * came last, every entry the one before it. So noting a read costs a write to the version, which has just been read,
 * and one to new memory. Entries of actions that are dead, or have read something else since, are void, and taken out
 * when somebody passes.
 */
final class Reads {
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

    /** Makes these versions what an action has read, and it a reader of each. */
    static void register(final Action action, final Version[] versions) {
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

    /** The reader; null if there is no live one from this entry on. */
    static Reads live(final Reads entry, final Version version) {
        Reads reads = entry;
        while (reads != null && reads.isVoid()) {
            reads = reads.before == null ? null : reads.before[reads.indexOf(version)];
        }
        return reads;
    }

    /**
     * Lets go of everything, so that what is forgotten does not hang together. Only lists of versions that have been
     * superseded in the forgotten past still have this entry, and nothing changes there any more.
     */
    void clear() {
        versions = Action.NOTHING;
        before = null;
    }

    /** The entry that came before in the list of a version; takes out void ones between. */
    Reads previous(final Version version) {
        final int index = indexOf(version);
        before[index] = live(before[index], version);
        return before[index];
    }

    Action action() {
        return action;
    }

    private boolean isVoid() {
        return action.dead || action.reads != this;
    }

    private int indexOf(final Version version) {
        int index = 0;
        while (versions[index] != version) {
            index++;
        }
        return index;
    }
}
