package io.takt.asset;

/**
 * A process's connection to a hub; all assets of the process may share it, thousands if need be.
 *
 * <p>Join when the simulator can step: from then on the asset bounds the core. Callback assets are driven by the one
 * thread that calls {@link #run()}; each polled asset by any thread. The methods of this interface may be called from
 * any thread, and those that ask the hub block for its answer, which takes well under a second while the hub lives.
 */
public interface HubConnection extends AutoCloseable {
    /** {@return the hub's name, as in its configuration} */
    String hub();

    /**
     * Joins with an asset that is called back by {@link #run()}.
     *
     * @param spec  what the asset declares.
     * @param asset the simulator.
     * @return a handle on it, for any thread.
     * @throws JoinRefusedException when the hub says no; the message says why and what would be right.
     * @throws HubLostException     when the hub's process is gone, or this connection is closed meanwhile.
     * @throws JoinInterruptedException when the thread is interrupted meanwhile; the asset has not joined then.
     */
    JoinedAsset join(AssetSpec spec, Asset asset);

    /**
     * Joins with an asset that asks for its turns.
     *
     * @param spec what the asset declares.
     * @return the asset.
     * @throws JoinRefusedException when the hub says no; the message says why and what would be right.
     * @throws HubLostException     when the hub's process is gone, or this connection is closed meanwhile.
     * @throws JoinInterruptedException when the thread is interrupted meanwhile; the asset has not joined then.
     */
    PolledAsset join(AssetSpec spec);

    /**
     * Makes the callback assets ready and calls them until the hub stops, all of them have left, or this connection is
     * closed. May be called by one thread at a time; assets may join and leave meanwhile.
     *
     * @return how the run has ended; one that has {@linkplain RunEnd#hasEnded() not ended} when the assets have left
     *      it.
     * @throws HubLostException     when the hub's process is gone.
     * @throws AssetFailedException when an asset throws; the hub has been told. The other assets are still joined, and
     *                              bound the core until this is called again or they leave.
     * @throws InterruptedException when the thread is interrupted; the assets are still joined then.
     * @throws Error                when the runtime itself fails, such as without memory; the assets that it drives are
     *                              lost.
     */
    RunEnd run() throws InterruptedException;

    /**
     * Takes an asset out of the hub in good order, at the time it has reached; a step that is under way is its last,
     * and is not published any more.
     *
     * @param name of an asset of this connection, callback or polled; an unknown one is no error.
     */
    void leave(String name);

    /**
     * Ends the connection. Assets that have not left by then, while the hub runs, count as lost, because this method
     * also runs after an exception. {@link #leave} takes an asset out in good order. Does nothing the second time.
     */
    @Override
    void close();
}
