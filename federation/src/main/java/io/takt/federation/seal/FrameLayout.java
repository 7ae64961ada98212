package io.takt.federation.seal;

/**
 * The contract of a sealed frame, one UDP datagram. Byte order is big-endian.
 *
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +---------------------------------------------------------------+
 *  |                  Number of the link, i64                      |
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |      Number of the frame, i64: 1, 2, 3, ... in a direction    |
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |      Payload, AES-128-GCM                                 ... |
 *  +---------------------------------------------------------------+
 *  |                  Tag of 16 bytes                              |
 *  |                       ...                                     |
 *  +---------------------------------------------------------------+
 * </pre>
 *
 * <p>Header and payload are authenticated, the payload is encrypted. The nonce is 4 bytes of the key's salt, then the
 * frame's number: no key ever seals two frames of one number, because every connection makes keys of its own
 * ({@link LinkKeys}), for each direction others.
 */
final class FrameLayout {
    static final int LINK_OFFSET = 0;
    static final int NUMBER_OFFSET = 8;
    static final int HEADER_LENGTH = 16;
    static final int TAG_LENGTH = 16;
    static final int OVERHEAD = HEADER_LENGTH + TAG_LENGTH;

    /** So that a frame is never split on its way: the smallest MTU of IPv6 less the headers of IPv6 and UDP. */
    static final int MOST_BYTES = 1280 - 40 - 8;

    private FrameLayout() {
    }
}
