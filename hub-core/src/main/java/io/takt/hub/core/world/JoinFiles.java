package io.takt.hub.core.world;

import java.util.List;

/**
 * Makes the files of joins on another thread than the hub's: to fill a large one takes a second, and all clocks would
 * stand for that time. Called on the hub's thread; does not block.
 */
public interface JoinFiles {
    /** Where there is no other thread: a file is made when it is asked for. */
    JoinFiles MADE_WHEN_ASKED = new JoinFiles() {
        @Override
        public boolean take(final JoinFile file) {
            return true;
        }

        @Override
        public void make(final int connection, final long order, final List<JoinFile> files) {
            throw new IllegalStateException("no file is lacking where each is made when it is asked for");
        }

        @Override
        public void discard(final List<JoinFile> files) {
            // Nothing is made before it is used.
        }
    };

    /**
     * Takes a file that is made; from then on it stays.
     *
     * @param file which.
     * @return false when it is not there.
     */
    boolean take(JoinFile file);

    /**
     * Has files made. When all are there, or one cannot be made, the hub is told so by the command {@code FilesMade}.
     *
     * @param connection whose join needs them.
     * @param order      to be told with the result.
     * @param files      which; those that are there already count as made.
     */
    void make(int connection, long order, List<JoinFile> files);

    /**
     * Removes files that were made, or are still to be, and have not been taken by then.
     *
     * @param files which.
     */
    void discard(List<JoinFile> files);
}
