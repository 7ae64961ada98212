package io.takt.recording.format;

/**
 * What is known of a run before it begins.
 *
 * @param format        of the recording; {@link #FORMAT} is the only one so far.
 * @param hub           the hub's name.
 * @param seed          of the scenario; as in the configuration.
 * @param configuration absolute path of the configuration's file. Its programs were launched in that folder.
 * @param begun         wall time, ISO 8601.
 * @param stream        where the records are.
 */
public record Beginning(int format, String hub, long seed, String configuration, String begun, Stream stream) {
    /** Of recordings as this version makes and reads them. */
    public static final int FORMAT = 1;

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
    }
}
