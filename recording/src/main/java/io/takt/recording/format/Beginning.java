package io.takt.recording.format;

import io.aeron.protocol.DataHeaderFlyweight;
import org.agrona.BitUtil;

/**
 * The facts of a run that are known before it begins.
 *
 * @param format        of the recording; from {@link #OLDEST_FORMAT} to {@link #FORMAT}.
 * @param hub           the hub's name.
 * @param seed          of the scenario; as in the configuration, or of a child hub as its parent says.
 * @param configuration absolute path of the configuration's file. Its programs were launched in that folder.
 * @param configurationCrc of its copy in the folder, as of {@link RecordingFolder#configurationCrc}; null in a
 *                      recording of an earlier version.
 * @param begun         wall time, ISO 8601.
 * @param stream        where the records are.
 */
public record Beginning(int format, String hub, long seed, String configuration, String configurationCrc,
    String begun, Stream stream) {
    /** Of recordings as this version makes them. */
    public static final int FORMAT = 2;

    /** Of the oldest recordings that this version reads; see {@link RecordLayout}. */
    static final int OLDEST_FORMAT = 1;

    /** Of Aeron's; in bytes. */
    private static final int LARGEST_TERM = 1 << 30;

    /**
     * The same with a seed that is known only now.
     *
     * @param inherited from the parent.
     * @return the changed facts.
     */
    public Beginning withSeed(final long inherited) {
        return new Beginning(format, hub, inherited, configuration, configurationCrc, begun, stream);
    }

    /** Whether the records can be looked for by it. */
    boolean isSound() {
        return hub != null && configuration != null && stream != null && stream.isSound();
    }

    /**
     * The stream, as Aeron's archive keeps it.
     *
     * @param recordingId   in the archive.
     * @param streamId      of the publication.
     * @param initialTermId of the publication.
     * @param termLength    in bytes.
     * @param segmentLength of a file, in bytes.
     */
    public record Stream(long recordingId, int streamId, int initialTermId, int termLength, int segmentLength) {
        private boolean isSound() {
            return recordingId >= 0 && BitUtil.isPowerOfTwo(termLength) && termLength <= LARGEST_TERM
                && termLength >= DataHeaderFlyweight.HEADER_LENGTH && segmentLength >= termLength
                && segmentLength % termLength == 0;
        }
    }
}
