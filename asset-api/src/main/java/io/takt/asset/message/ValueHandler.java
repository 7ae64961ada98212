package io.takt.asset.message;

/**
 * Takes a channel's messages as values, on the thread that drives the asset.
 *
 * @param <T> of the values.
 */
@FunctionalInterface
public interface ValueHandler<T> {
    /**
     * Takes one value.
     *
     * @param value   as the codec has read it.
     * @param message that carried it; valid during this call.
     * @throws Exception to report that the simulator has failed.
     */
    void onValue(T value, Message message) throws Exception;
}
