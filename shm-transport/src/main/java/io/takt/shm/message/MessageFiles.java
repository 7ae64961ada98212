package io.takt.shm.message;

/** Where logs and latest values are found by their names. */
public interface MessageFiles {
    /**
     * A sender's log.
     *
     * @param name as the hub has told it.
     * @return the log, which stays for as long as anything refers to it.
     * @throws io.takt.asset.TaktException when there is none.
     */
    MessageLog log(String name);

    /**
     * A channel's latest value.
     *
     * @param name as the hub has told it.
     * @return the value, which stays for as long as anything refers to it.
     * @throws io.takt.asset.TaktException when there is none.
     */
    LatestValue latest(String name);
}
