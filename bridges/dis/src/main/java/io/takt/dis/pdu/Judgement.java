package io.takt.dis.pdu;

/** The reason for which bytes from the network go no further. */
public enum Judgement {
    /** Shorter than its header says, or than a header. */
    CUT,
    /** Longer than a PDU may be. */
    TOO_LONG,
    /** Neither version 6 nor 7. */
    VERSION,
    /** Of another exercise on the same port. */
    OTHER_EXERCISE,
    /** Too short for its kind, or with a number in it that is not finite. */
    MALFORMED
}
