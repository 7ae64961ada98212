package io.takt.hub.core.world;

import java.util.List;

/**
 * Makes the files of joins on another thread than the hub's: to fill a large one takes a second, and all clocks would
 * stand for that time. Called on the hub's thread; does not block.
 */
public interface JoinFiles {
    /**
     * Whether a file is made; it stays until the hub ends.
     *
     * @param file which.
     * @return false when it is not there.
     */
    boolean isMade(JoinFile file);

    /**
     * Has files made. When all are there, or one cannot be made, the hub is told so by the command {@code FilesMade}.
     *
     * @param connection whose join needs them.
     * @param order      to be told with the result.
     * @param files      which; those that are there already count as made.
     */
    void make(int connection, long order, List<JoinFile> files);
}
