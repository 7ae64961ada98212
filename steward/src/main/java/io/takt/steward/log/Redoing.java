package io.takt.steward.log;

/** How a steward works off a change in the past. */
public enum Redoing {
    /** As {@link #ALL} or as {@link #SOME}, by how much depended on the last changes. */
    BY_EXPERIENCE,
    /** All later events are undone, and done again one after the other: run only if they depend on the change. */
    ALL,
    /** Only those events are undone of which something depends on the change. */
    SOME
}
