package io.takt.steward.graph;

import java.util.Arrays;

/**
 * The reads of an action, and at the same time its entry in the list of readers of each of these versions. Where an
 * action reads other versions of the same cells, they go from list to list with it; where it reads something else, it
 * gets others, and these are void. A list is an array in no order, and void entries are taken out of it when it is
 * walked along, or when it is full.
 */
final class Reads {
    static final Reads NOTHING = new Reads(null, Action.NOTHING);

    /** Each version once, in the order in which they were first read. */
    Version[] versions;
    /** Null if this is void. */
    Action action;
    /** The base time of the action: a walk looks here only. */
    final long base;
    /** The action waits to be redone anyhow; it knows that, too. */
    boolean waits;
    /** No list has it yet. */
    private boolean unlinked = true;

    private Reads(final Action action, final Version[] versions) {
        this.action = action;
        this.versions = versions;
        base = action == null ? 0 : action.at.base();
    }

    /** Makes these versions what an action has read; {@link #link} makes it a reader of each. */
    static void note(final Action action, final Version[] versions) {
        action.reads = versions.length == 0 ? NOTHING : new Reads(action, versions);
    }

    /** Makes these versions what an action has read, and it a reader of each. */
    static void register(final Action action, final Version[] versions) {
        if (!action.reads.move(versions)) {
            action.reads.die();
            note(action, versions);
        }
        action.reads.link();
    }

    /**
     * Of many versions mostly one or two are others: then this stays in the lists of all that are not. Not where other
     * cells were read, or the same in another order, nor where a list is so long that its entry is not soon found.
     */
    private boolean move(final Version[] to) {
        if (unlinked || to.length != versions.length) {
            return Arrays.equals(versions, to);
        }
        for (int i = 0; i < to.length; i++) {
            if (to[i] != versions[i] && (to[i].cell != versions[i].cell || versions[i].isSlowToLeave())) {
                return false;
            }
        }
        for (int i = 0; i < to.length; i++) {
            if (to[i] != versions[i]) {
                versions[i].removeReader(this);
                to[i].addReader(this);
            }
        }
        versions = to;
        return true;
    }

    /**
     * Puts the action into the lists of readers, unless it is there already.
     *
     * @return whether it was not.
     */
    boolean link() {
        if (!unlinked || this == NOTHING) {
            return false;
        }
        unlinked = false;
        for (final Version version : versions) {
            version.addReader(this);
        }
        return true;
    }

    /** The action is dead, or reads something else: this names nothing any more. */
    void die() {
        if (this != NOTHING) {
            versions = Action.NOTHING;
            action = null;
        }
    }

    /** The action is forgotten: see {@link Version#readerForgotten}. */
    void forget(final int where) {
        final Version[] lists = unlinked ? Action.NOTHING : versions;
        die();
        for (final Version version : lists) {
            version.readerForgotten(where);
        }
    }

    boolean isVoid() {
        return action == null;
    }
}
