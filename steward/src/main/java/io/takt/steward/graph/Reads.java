package io.takt.steward.graph;

import java.util.Arrays;

/**
 * The reads of an action, and at the same time its entries in the lists of readers: every version names the entry of
 * its latest reader, every entry that of the one before; an entry is an object of this class and a place in it. So
 * noting a read costs a write to the version, which has just been read, and one to new memory, and a walk along a list
 * costs the same however much each of its readers has read.
 *
 * <p>Lists are in order of time, so the forgotten part is the end of each. An action that is redone keeps the entries
 * of what it reads again. Entries of actions that are dead, or of what an action reads no more, are void, and taken out
 * when a walk along the list passes them.
 */
final class Reads {
    /** With so many more entries than reads, most are void, and the action gets new ones. */
    private static final int FEW = 16;
    /** The greatest place that a byte holds. */
    private static final int MOST_NARROW = 0xff;

    static final Reads NOTHING = new Reads(null, Action.NOTHING);

    /** Each version once, in the order in which they were first read. */
    Version[] versions;
    /** The action waits to be redone anyhow; it knows that, too, but a walk looks here only. */
    boolean waits;
    /** No list has it yet. */
    private boolean unlinked;
    private final Action action;
    /** The version of each entry, null if it is void; the same array as above until the action is redone. */
    private Version[] entries;
    /** Of the entries that are in lists, the first ones; null if there are none, or if lists end here. */
    private Reads[] before;
    /** The places of those entries: as bytes, mostly. */
    private byte[] placesBefore;
    /** The same where one of them is more than a byte holds; null elsewhere. */
    private int[] widePlaces;

    private Reads(final Action action, final Version[] versions) {
        this.action = action;
        this.versions = versions;
        entries = versions;
    }

    /** Makes these versions what the latest action of all has read; {@link #link} makes it a reader of each. */
    static void noteLatest(final Action action, final Version[] versions) {
        if (versions.length == 0) {
            action.reads = NOTHING;
            return;
        }
        action.reads = new Reads(action, versions);
        action.reads.unlinked = true;
    }

    /** Puts the action into the lists of readers, after all that are in them, unless it is there already. */
    void link() {
        if (!unlinked) {
            return;
        }
        unlinked = false;
        before = new Reads[versions.length];
        placesBefore = new byte[versions.length];
        for (int i = 0; i < versions.length; i++) {
            putLast(i);
        }
    }

    /**
     * Makes these versions what an action in the past has read, and it a reader of each. Its new entry is at the end of
     * a list if no reader there is later; otherwise it is beside: a search for its place would cost more than all else
     * that is done for it.
     *
     * @param serial a number that was never a mark of versions before.
     */
    static void register(final Action action, final Version[] versions, final long serial) {
        final Reads known = action.reads;
        if (known.entries.length > 0 && known.entries.length <= 2 * versions.length + FEW) {
            known.change(versions, serial);
            return;
        }
        known.die();
        if (versions.length == 0) {
            action.reads = NOTHING;
            return;
        }
        final Reads reads = new Reads(action, versions);
        action.reads = reads;
        final long base = action.at.base();
        for (int i = 0; i < versions.length; i++) {
            final Reads last = versions[i].lastReader();
            if (last != null && last.action.at.base() > base) {
                versions[i].addReaderAside(reads, i);
                continue;
            }
            if (reads.before == null) {
                reads.before = new Reads[versions.length];
                reads.placesBefore = new byte[versions.length];
            }
            reads.putLast(i);
        }
    }

    /** Makes these versions what an action has read, and it a reader of each, beside their lists. */
    static void registerAside(final Action action, final Version[] versions) {
        if (versions.length == 0) {
            action.reads = NOTHING;
            return;
        }
        final Reads reads = new Reads(action, versions);
        action.reads = reads;
        for (int i = 0; i < versions.length; i++) {
            versions[i].addReaderAside(reads, i);
        }
    }

    /** Keeps the entries of what is read as before, makes the others void, and adds what is new. */
    private void change(final Version[] now, final long serial) {
        for (final Version version : now) {
            version.readBy = serial;
        }
        if (entries == versions) {
            entries = versions.clone();
        }
        int kept = 0;
        for (int i = 0; i < entries.length; i++) {
            if (entries[i] != null) {
                if (entries[i].readBy == serial) {
                    entries[i].readBy = ~serial;
                    kept++;
                } else {
                    entries[i] = null;
                }
            }
        }
        final int added = now.length - kept;
        if (added > 0) {
            int place = entries.length;
            entries = Arrays.copyOf(entries, place + added);
            for (final Version version : now) {
                if (version.readBy == serial) {
                    entries[place] = version;
                    version.addReaderAside(this, place++);
                }
            }
        }
        versions = now;
    }

    private void putLast(final int place) {
        final Version version = entries[place];
        setBefore(place, version.readers, version.placeOfLast);
        version.readers = this;
        version.placeOfLast = place;
    }

    /** Takes void entries out of the end of the list of a version's readers. */
    static void dropVoid(final Version version) {
        while (version.readers != null && version.readers.isVoid(version.placeOfLast)) {
            final Reads dropped = version.readers;
            final int place = version.placeOfLast;
            version.readers = dropped.before == null ? null : dropped.before[place];
            version.placeOfLast = dropped.before == null ? 0 : dropped.placeOfPrevious(place);
        }
    }

    /** The entry of the reader before the one at a place; takes out void ones between. */
    Reads previous(final int place) {
        while (before[place] != null && before[place].isVoid(placeOfPrevious(place))) {
            final Reads dropped = before[place];
            final int at = placeOfPrevious(place);
            setBefore(place, dropped.before == null ? null : dropped.before[at],
                dropped.before == null ? 0 : dropped.placeOfPrevious(at));
        }
        return before[place];
    }

    private void setBefore(final int place, final Reads entry, final int itsPlace) {
        before[place] = entry;
        if (widePlaces == null && itsPlace > MOST_NARROW) {
            widePlaces = new int[placesBefore.length];
            for (int i = 0; i < widePlaces.length; i++) {
                widePlaces[i] = placesBefore[i] & MOST_NARROW;
            }
            placesBefore = null;
        }
        if (widePlaces == null) {
            placesBefore[place] = (byte) itsPlace;
        } else {
            widePlaces[place] = itsPlace;
        }
    }

    /** The place of the entry that {@link #previous} has given. */
    int placeOfPrevious(final int place) {
        return widePlaces == null ? placesBefore[place] & MOST_NARROW : widePlaces[place];
    }

    Action action() {
        return action;
    }

    /** The action is dead: its entries are void, and name no version any more; lists that go through them stay. */
    void die() {
        if (this != NOTHING) {
            final Version[] were = entries;
            versions = Action.NOTHING;
            entries = Action.NOTHING;
            // Those that are void already by then are dropped.
            for (int i = 0; i < were.length && !unlinked; i++) {
                if (were[i] != null && (before == null || i >= before.length || before[i] == null)) {
                    were[i].forgetReaderAside();
                }
            }
        }
    }

    /** Lets go of everything, so that forgotten objects do not hang together. Lists end here. */
    void clear() {
        if (this != NOTHING) {
            die();
            before = null;
            placesBefore = null;
            widePlaces = null;
        }
    }

    boolean isVoid(final int place) {
        return place >= entries.length || entries[place] == null;
    }
}
