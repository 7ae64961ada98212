package io.takt.asset.message;

/** Takes a channel's messages, on the thread that drives the asset. */
@FunctionalInterface
public interface MessageHandler {
    /**
     * Takes one message.
     *
     * @param message valid during this call.
     * @throws Exception to report that the simulator has failed.
     */
    void onMessage(Message message) throws Exception;
}
