package io.takt.asset.message;

/** The newest message of a channel, at one of its receivers. Used on the thread that drives the asset. */
public interface Latest {
    /** {@return whether there is a message now that {@link #read} has not handed over yet} */
    boolean isNew();

    /**
     * Hands the newest message over, new or not.
     *
     * @param handler is called with it, before this returns.
     * @return false when there is none yet; the handler is not called then.
     * @throws Exception what the handler throws.
     */
    boolean read(MessageHandler handler) throws Exception;

    /**
     * Reads the newest message as a value.
     *
     * @param codec reads the bytes.
     * @param <T>   of the values.
     * @return null when there is none yet.
     */
    <T> T read(Codec<T> codec);
}
