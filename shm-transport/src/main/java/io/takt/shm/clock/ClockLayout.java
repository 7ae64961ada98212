package io.takt.shm.clock;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.status.CountersReader;

/**
 * The contract of Takt's counters in the media driver's CnC file. Programs in other languages read them by it; see
 * {@code docs/reference/protocol.md}.
 *
 * <pre>
 *  type id  label                                           value                         written by
 *  7001     takt core-time hub=H                            T_c in ns                     the hub
 *  7002     takt asset-time hub=H asset=A                   T_i in ns                     the asset
 *  7003     takt frontier hub=H asset=A channel=C          time before which A has       the asset
 *                                                           promised to send nothing
 *  7004     takt asset-state hub=H asset=A                  ordinal of AssetState         the hub
 *  7005     takt doorbell hub=H core                        number of the asset for       the hub; -1: who rings
 *                                                           which the hub sleeps, or -1
 *  7005     takt doorbell hub=H core-for                    the T_i for which it does     the hub
 *  7005     takt doorbell hub=H thread=N                    the T_c for which a thread    the thread; -1: who rings
 *                                                           of assets sleeps, or -1
 *  7006     takt asset-retain hub=H asset=A                 count-ups that did not move   the asset
 *  7007     takt activity hub=H thread=N                    number of the asset with an   the thread
 *                                                           interval whose step is under
 *                                                           way, or -1
 *  7008     takt digest hub=H asset=A                       of what was delivered to A    the asset
 *  7009     takt parent-time hub=H                          T_c of the parent, as H knows  the hub
 *                                                           it; where H is a child hub
 *  7010     takt report hub=H                               what H reports to its parent   the hub
 *  7011     takt next-time hub=H asset=A                    the T' to which the next      the asset
 *                                                           step has to go at least;
 *                                                           not after T_i: not said yet
 *
 *  key of each:
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *  |                             Epoch                             |
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |        Number of the asset or thread, or -1 for the core      |
 *  +---------------------------------------------------------------+
 *                               of T_c and T_i only
 *  +---------------------------------------------------------------+
 *  |         Process of the hub, or of the asset; 0 unknown        |
 *  +---------------------------------------------------------------+
 *  |                             Step                              |
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |     D_max, or when the asset's process started; 0 unknown     |
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |   T_c: digest of the configuration; 0 once the run has ended  |
 *  |   T_i: granularity of steps that vary; 0 where they are fixed |
 *  +---------------------------------------------------------------+
 *  |   T_c: 1 while a reset is under way, else 0                   |
 *  |   T_i: 1 where steps that vary are whole, else 0              |
 *  +---------------------------------------------------------------+
 *  |   T_i: 1 where the asset was away in the last reset, else 0   |
 *  +---------------------------------------------------------------+
 * </pre>
 *
 * <p>Within an epoch no clock goes back. A reset begins a new epoch with new counters; the old ones are freed with
 * their last values in them. Byte order is the machine's.
 */
public final class ClockLayout {
    /** Type id of T_c. */
    public static final int CORE_TIME_TYPE_ID = 7001;

    /** Type id of T_i. */
    public static final int ASSET_TIME_TYPE_ID = 7002;

    /** Type id of what was promised for a channel. */
    public static final int FRONTIER_TYPE_ID = 7003;

    /** Type id of the digest of what was delivered. */
    public static final int DIGEST_TYPE_ID = 7008;

    /** Type id of an asset's state. */
    public static final int ASSET_STATE_TYPE_ID = 7004;

    /** Type id of doorbells. */
    public static final int DOORBELL_TYPE_ID = 7005;

    /** Type id of a parent's time, as its child knows it. */
    public static final int PARENT_TIME_TYPE_ID = 7009;

    /** Type id of what a child reports to its parent. */
    public static final int REPORT_TYPE_ID = 7010;

    /** Type id of what a thread of assets is doing. */
    public static final int ACTIVITY_TYPE_ID = 7007;

    /** Value of an activity while no step is under way. */
    public static final long NO_STEP = -1;

    /** Type id of an asset's count of retained count-ups. */
    public static final int ASSET_RETAIN_TYPE_ID = 7006;

    /** Type id of how far the next of an asset's whole steps has to go. */
    public static final int NEXT_TIME_TYPE_ID = 7011;

    /** The number in the key of the core's clock. */
    public static final int CORE_NUMBER = -1;

    static final int EPOCH_OFFSET = 0;
    static final int NUMBER_OFFSET = EPOCH_OFFSET + Long.BYTES;
    static final int PID_OFFSET = NUMBER_OFFSET + Integer.BYTES;
    static final int STEP_OFFSET = PID_OFFSET + Integer.BYTES;
    static final int MAX_DELAY_OFFSET = STEP_OFFSET + Long.BYTES;
    static final int STARTED_OFFSET = MAX_DELAY_OFFSET;
    static final int DIGEST_OFFSET = MAX_DELAY_OFFSET + Long.BYTES;
    static final int GRANULARITY_OFFSET = DIGEST_OFFSET;
    static final int WHOLE_OFFSET = GRANULARITY_OFFSET + Long.BYTES;
    static final int RESETTING_OFFSET = WHOLE_OFFSET;
    static final int MISSED_OFFSET = WHOLE_OFFSET + Integer.BYTES;

    private ClockLayout() {
    }

    /**
     * Label of T_c.
     *
     * @param hub the hub's name.
     * @return the label.
     */
    public static String coreTimeLabel(final String hub) {
        return label("core-time", hub);
    }

    /**
     * Label of T_i.
     *
     * @param hub   the hub's name.
     * @param asset the asset's name.
     * @return the label.
     */
    public static String assetTimeLabel(final String hub, final String asset) {
        return label("asset-time", hub, asset);
    }

    /** Label of a hub's counter; the part behind the hub's name is left to the caller. */
    static String label(final String kind, final String hub) {
        return "takt " + kind + " hub=" + hub;
    }

    /** Label of an asset's counter. */
    static String label(final String kind, final String hub, final String asset) {
        return label(kind, hub) + " asset=" + asset;
    }

    /**
     * The asset's name in a label.
     *
     * @param label of an asset's counter, other than a frontier.
     * @return the name.
     */
    public static String assetOf(final String label) {
        return label.substring(label.lastIndexOf('=') + 1);
    }

    static void putKey(final MutableDirectBuffer key, final long epoch, final int number) {
        key.putLong(EPOCH_OFFSET, epoch);
        key.putInt(NUMBER_OFFSET, number);
    }

    static long epochOf(final DirectBuffer key) {
        return key.getLong(EPOCH_OFFSET);
    }

    static int numberOf(final DirectBuffer key) {
        return key.getInt(NUMBER_OFFSET);
    }

    /** Whether a record still is what it was: in use, and of the same kind and key. Threads have numbers, too. */
    static boolean isCurrent(final CountersReader counters, final int counterId, final int typeId, final long epoch,
        final int number) {
        final int key = CountersReader.metaDataOffset(counterId) + CountersReader.KEY_OFFSET;
        return counters.getCounterState(counterId) == CountersReader.RECORD_ALLOCATED
            && counters.getCounterTypeId(counterId) == typeId
            && counters.metaDataBuffer().getLong(key + EPOCH_OFFSET) == epoch
            && counters.metaDataBuffer().getInt(key + NUMBER_OFFSET) == number;
    }
}
